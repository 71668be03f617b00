import Foundation
import ModelCodegen
import ModelDiagnostics
import ModelSchema
import Testing

@Suite struct CodeGeneratorTests {
    private func text(_ model: Model) throws -> String {
        let generator = CodeGenerator(options: GenerationOptions(fileLayout: .model))
        return try generator.generate(model, source: "M.xcdatamodeld").map(\.text).joined()
    }

    @Test func theOrderOfTheFileChangesNoByte() throws {
        let model = Model(
            name: "M",
            entities: [
                Entity(
                    name: "B",
                    attributes: [Attribute(name: "x", type: .string), Attribute(name: "a", type: .date)],
                    relationships: [
                        Relationship(name: "r", destinationName: "A", inverseName: "s"),
                        Relationship(name: "q", isToMany: true, destinationName: "A"),
                    ]),
                Entity(name: "A", relationships: [Relationship(name: "s", destinationName: "B", inverseName: "r")]),
            ])
        var moved = model
        moved.entities.reverse()
        for index in moved.entities.indices {
            moved.entities[index].attributes.reverse()
            moved.entities[index].relationships.reverse()
        }
        #expect(try text(model) == text(moved))
    }

    @Test("MOD-25: the class of an entity with Category/Extension is left to the user")
    func categoryExtension() throws {
        let entity = Entity(
            name: "Hero", codeGeneration: .categoryExtension, attributes: [Attribute(name: "name", type: .string)])
        let source = try text(Model(name: "M", entities: [entity]))
        #expect(!source.contains("class Hero"))
        #expect(source.contains("extension Hero {"))
    }

    @Test func childrenExtendTheirParentsClassAndFollowIt() throws {
        let source = try text(
            Model(name: "M", entities: [Entity(name: "Cat", parentName: "Pet"), Entity(name: "Pet", isAbstract: true)]))
        let pet = try #require(source.range(of: "open class Pet: ManagedObject {}"))
        let cat = try #require(source.range(of: "open class Cat: Pet {}"))
        #expect(pet.lowerBound < cat.lowerBound)
    }

    @Test func anEmptyTemplateLeavesItsPartOutWithTheLinesAround() throws {
        let model = Model(
            name: "M", entities: [Entity(name: "Hero", attributes: [Attribute(name: "name", type: .string)])])
        let parts = ["constants": "", "initializer": "{# not in this project #}\n"]
        let generator = CodeGenerator(
            templates: TemplateSet(parts.map { .init(name: $0.key, path: $0.key + ".stencil", text: $0.value) }))
        let hero = try #require(try generator.generate(model, source: "M.xcdatamodeld").last?.text)
        #expect(hero.contains("var name: String"))
        #expect(!hero.contains("PropertyName") && !hero.contains("convenience init"))
        #expect(hero.hasSuffix("}\n") && !hero.contains("\n\n\n"))
    }

    @Test func attributesWithoutAccessorsAreReported() {
        let model = Model(
            name: "M",
            entities: [
                Entity(
                    name: "Hero",
                    attributes: [
                        Attribute(name: "tags", type: .objectID), Attribute(name: "description", type: .string),
                    ])
            ])
        var diagnostics: [Diagnostic] = []
        CodeGenerator().check(model, into: &diagnostics)
        #expect(
            diagnostics.map { "\($0.severity) \($0.code)" } == ["warning accessor-missing", "note accessor-renamed"])
    }

    @Test func hostileTextStaysInsideItsLiteral() throws {
        let entity = Entity(
            name: "Hero", attributes: [Attribute(name: "a", type: .string, defaultValueString: #""\(exit(1))"#)],
            userInfo: ["\"]": "*/ \n import Evil"])
        let source = try text(Model(name: "M\n import Evil", entities: [entity]))
        #expect(!source.contains("\n import Evil"))
        #expect(source.contains(##"default "\"\\(exit(1))""##))
    }
}
