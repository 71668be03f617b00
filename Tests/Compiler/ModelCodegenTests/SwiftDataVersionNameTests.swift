import ModelSchema
import Testing

@testable import ModelCodegen

/// The names and numbers of versions in code for SwiftData.
@Suite struct SwiftDataVersionNameTests {
    private func history(_ names: [String], model: String = "Shop", current: String? = nil) throws -> SchemaHistory {
        let versions = names.enumerated().map { number, name in
            let attributes = (0...number).map { Attribute(name: "a\($0)", type: .string, isOptional: true) }
            let entity = Entity(name: "Order", representedClassName: "ShopOrder", attributes: attributes)
            return SchemaVersion(name: name, model: Model(name: model, entities: [entity]), isFrozen: false)
        }
        let generator = CodeGenerator(options: GenerationOptions(style: .swiftData, versions: .all))
        return try #require(generator.history(of: versions, currentName: current ?? names.last ?? ""))
    }

    @Test("The schema names of versions are distinct")
    func distinctNames() throws {
        let history = try history(["Shop", "Shop 2", "Shop 2.1", "v1", "1.0 Beta 4", "shop 2", "Shop_2"])
        #expect(
            history.versions.map(\.schemaName) == [
                "ShopVersion", "Shop_2Version", "Shop_2_1Version", "V1Version", "Model_1_0_Beta_4Version",
                "Shop_2Version_", "Shop_2Version__",
            ])
    }

    @Test("Version numbers are derived from names and are unique")
    func numbersComeFromNamesAndOccurOnce() throws {
        let history = try history(["Shop", "Shop 2", "Shop 2.0", "Shop 117", "Shop 1.2.3.4", "Shop 99999999999"])
        #expect(
            history.versions.map(\.identifier) == [
                [1, 0, 0], [2, 0, 0], [2, 0, 1], [117, 0, 0], [1, 2, 3], [0, 0, 0],
            ])
        // Digits in the name of the model are not those of a version.
        #expect(
            try self.history(["Shop2", "Shop2 5"], model: "Shop2").versions.map(\.identifier) == [
                [1, 0, 0], [5, 0, 0],
            ])
    }

    @Test("The migration plan ends with the current version")
    func thePlanEndsWithTheCurrentVersion() throws {
        let history = try history(["Shop", "Shop 2", "Shop 3"], current: "Shop 2")
        #expect(history.planned.map(\.name) == ["Shop", "Shop 2"])
        #expect(history.laterNames == ["Shop 3"])
        #expect(history.steps.map(\.migrationName) == ["ShopToShop_2Migration"])
    }

    @Test("Of versions with the same hashes, the migration plan contains one")
    func aVersionWithTheSameHashesIsInThePlanOnce() throws {
        let models = [["a"], ["a", "b"], ["a"]].map { names in
            Model(
                name: "Shop",
                entities: [
                    Entity(
                        name: "Order", attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) })
                ])
        }
        let versions = zip(["One", "Two", "Three"], models).map { SchemaVersion(name: $0, model: $1, isFrozen: false) }
        let generator = CodeGenerator(options: GenerationOptions(style: .swiftData, versions: .all))
        let history = try #require(generator.history(of: versions, currentName: "Three"))
        #expect(history.planned.map(\.name) == ["Two", "Three"])
        #expect(history.repetitions.map(\.name) == ["One"] && history.repetitions.map(\.other) == ["Three"])
    }

    @Test("A type of one version does not hide a library type in another")
    func hiddenLibraryTypes() throws {
        let old = Model(
            name: "Shop", entities: [Entity(name: "Order", attributes: [Attribute(name: "raw", type: .binary)])])
        let new = Model(name: "Shop", entities: [Entity(name: "Data"), Entity(name: "Schema")])
        let versions = [("Shop", old), ("Shop 2", new)].map {
            SchemaVersion(name: $0.0, model: $0.1, isFrozen: false)
        }
        let generator = CodeGenerator(options: GenerationOptions(style: .swiftData, versions: .all))
        let history = try #require(generator.history(of: versions, currentName: "Shop 2"))
        let text = try generator.generate(history, source: "Shop").map(\.text).joined()
        #expect(text.contains("var raw: Foundation.Data"))
        #expect(text.contains("versionIdentifier: SwiftData.Schema.Version"))
    }
}
