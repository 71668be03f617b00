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
        #expect(diagnostics.map(\.code.rawValue) == ["inherited-left-out"])
        diagnostics = []
        CodeGenerator().check(chain(Inheritance.maximumAncestorCount + 1), into: &diagnostics)
        #expect(diagnostics.isEmpty)
    }

    @Test("Files rendered in parallel are in order")
    func filesAreInOrderThoughAllCoresRenderThem() throws {
        let files = try CodeGenerator().generate(chain(300), source: "Chain").map(\.name)
        let expected = (0..<300).map { "E\($0)+Generated.swift" }
        #expect(files.first == "Chain+Model.swift")
        #expect(Array(files.dropFirst()) == expected)
    }
}
