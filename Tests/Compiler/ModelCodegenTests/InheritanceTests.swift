import ModelDiagnostics
import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct InheritanceTests {
    /// Entities of which each is the parent of the next, with an attribute each.
    private func chain(_ count: Int) -> Model {
        Model(
            name: "Chain",
            entities: (0..<count).map { index in
                Entity(
                    name: "E\(index)", parentName: index == 0 ? nil : "E\(index - 1)",
                    attributes: [Attribute(name: "a\(index)", type: .string, isOptional: true)])
            })
    }

    private func sizes(_ count: Int) throws -> [Int] {
        try CodeGenerator(options: GenerationOptions(generatesSnapshots: true)).generate(chain(count), source: "Chain")
            .map(\.text.utf8.count)
    }

    /// The order in which entities stand does not matter, and a cycle ends.
    @Test("The depth of an entity is the number of its ancestors, in any order")
    func placesAreThoseOfTheAncestors() {
        var model = chain(40)
        model.entities.reverse()
        model.entities.append(Entity(name: "X", parentName: "Y"))
        model.entities.append(Entity(name: "Y", parentName: "X"))
        let lookup = ModelLookup(model)
        let inheritance = Inheritance(in: lookup)
        for entity in model.entities where entity.name.hasPrefix("E") {
            #expect(inheritance.attributeCount(of: entity) == lookup.ancestors(of: entity).count)
            #expect(
                inheritance.isRepeated(in: entity)
                    == (lookup.ancestors(of: entity).count <= Inheritance.maximumAncestorCount))
        }
    }

    @Test("Classes deep in a hierarchy contain only what they add")
    func classesFarDownAChainHaveWhatTheyAdd() throws {
        // Beyond the first ones, a class is as long as any other, and so is the part of the model.
        let (short, long) = (try sizes(200), try sizes(400))
        #expect(long.count == 401)
        let longest = try #require(long.dropFirst(20).max())
        #expect(longest < 3_000)
        let (shortSum, longSum) = (short.reduce(0, +), long.reduce(0, +))
        #expect(longSum < 2 * shortSum + 10_000)
    }

    @Test("Omitted inherited members are reported once")
    func theOmissionIsReportedOnce() {
        var diagnostics: [Diagnostic] = []
        CodeGenerator().check(chain(40), into: &diagnostics)
        #expect(diagnostics.map(\.code.rawValue) == ["inherited-properties-omitted"])
        diagnostics = []
        CodeGenerator().check(chain(Inheritance.maximumAncestorCount + 1), into: &diagnostics)
        #expect(diagnostics.isEmpty)
    }

    /// With the file of the model, those that are rendered one after the other, the fewest that are not, and many.
    @Test("Files rendered in parallel are in order", arguments: [-2, -1, 300])
    func filesAreInOrderThoughAllCoresRenderThem(_ difference: Int) throws {
        let count = CodeGenerator.smallestParallelCount + difference
        let files = try CodeGenerator().generate(chain(count), source: "Chain").map(\.name)
        #expect(files == ["Chain+Model.swift"] + (0..<count).map { "E\($0)+Generated.swift" })
    }

    /// An entity with attributes, and subentities that inherit them.
    private func fan(_ attributeCount: Int, children childCount: Int, documentation: String = "") -> Model {
        let info: UserInfo = documentation.isEmpty ? [:] : ["modelgen.documentation": documentation]
        let parent = Entity(
            name: "P",
            attributes: (0..<attributeCount).map { Attribute(name: "a\($0)", type: .string, userInfo: info) })
        return Model(
            name: "Fan", entities: [parent] + (0..<childCount).map { Entity(name: "C\($0)", parentName: "P") })
    }

    private func messages(_ model: Model, _ style: GenerationOptions.Style = .objectGraph) -> [String] {
        var diagnostics: [Diagnostic] = []
        CodeGenerator(options: GenerationOptions(style: style)).check(model, into: &diagnostics)
        return diagnostics.map { "\($0.severity) \($0.message); \($0.hint ?? "")" }
    }

    @Test("Subentities contain only what they add if all of them would repeat very many properties")
    func wideHierarchies() throws {
        let (attributeCount, limit) = (100, Inheritance.maximumTotalCount)
        let (most, more) = (fan(attributeCount, children: limit / 100), fan(attributeCount, children: limit / 100 + 1))
        #expect(messages(most) == [])
        #expect(
            messages(more) == [
                "warning entity 'C0' and 500 more inherit 50100 properties altogether, more than 50000, so the code has "
                    + "no initializer for them, and names, key paths, and snapshots leave out inherited properties; "
                    + "declare fewer properties in entities with many subentities"
            ])
        #expect(
            messages(more, .swiftData) == [
                "error entity 'C0' and 500 more inherit 50100 properties altogether, more than 50000, which the "
                    + "initializers of SwiftData's classes repeat; declare fewer properties in entities with many "
                    + "subentities"
            ])
        let sizes = try CodeGenerator(options: GenerationOptions(generatesSnapshots: true))
            .generate(more, source: "Fan").dropFirst().map(\.text.utf8.count)
        let (parent, child) = (try #require(sizes.first), try #require(sizes.dropFirst().max()))
        #expect(parent > 20_000, "the entity without inherited properties has its initializer")
        #expect(child < 1_500)
    }

    @Test("Long documentation counts as several properties, because snapshots repeat it")
    func longDocumentation() {
        let text = String(repeating: "word ", count: 20_000)
        #expect(messages(fan(1, children: 490, documentation: text)) == [])
        #expect(messages(fan(1, children: 500, documentation: text)).count == 1)
    }

    @Test("Code that is too large is an error that names the model, the file, and the remedy")
    func largeCode() throws {
        let named = CodeGenerator().naming(fan(300, children: 100))
        let failure = #expect(throws: CodeSizeError.self) {
            try CodeGenerator().generate(named, source: "Fan.xcdatamodeld", budget: CodeBudget(megabytes: 1))
        }
        let fileName = try #require(failure?.fileName)
        #expect(fileName.hasSuffix("+Generated.swift"))
        #expect(
            failure?.description
                == "the code of 'Fan.xcdatamodeld' is too large: the generated files have more than 1 MB at "
                + "'\(fileName)'; use templates that write less, declare fewer properties in entities with many "
                + "subentities, or generate code for fewer models at once")
        #expect(try CodeGenerator().generate(named, source: "Fan.xcdatamodeld").count == 102)
    }
}
