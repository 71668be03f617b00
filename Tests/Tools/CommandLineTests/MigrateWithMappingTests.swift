import Foundation
import TestSupport
import Testing

/// `modelgen store migrate` with a mapping model.
@Suite struct MigrateWithMappingTests {
    private let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen-store")

    init() throws {
        folder = try TemporaryFolder()
        try write("<attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>", to: "Shop")
        try write(
            """
            <attribute name="label" optional="YES" attributeType="String"/>
            <attribute name="state" attributeType="String" defaultValueString="new"/>
            """, to: "Shop 2")
        try folder.writeCurrentVersion("Shop 2", of: "Shop.xcdatamodeld")
        try folder.write("title\na\nb\n", to: "rows.csv")
        let old = "Shop.xcdatamodeld/Shop.xcdatamodel"
        let imported = try tool.run(
            "import", "App.sqlite", "rows.csv", "--entity", "Order", "--model", old, in: folder.url)
        try #require(imported.exitCode == 0, "\(imported.errorOutput)")
    }

    private func write(_ properties: String, to version: String) throws {
        try folder.write(
            .model(containing: "<entity name=\"Order\">\(properties)</entity>"),
            to: "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
    }

    private func write(policy: String = "") throws {
        try folder.write(
            """
            <database><object type="XDDEVMAPPINGMODEL" id="z1">
            <attribute name="sourcemodelpath">Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
            <attribute name="destinationmodelpath">Shop.xcdatamodeld/Shop 2.xcdatamodel</attribute>
            <relationship name="entitymappings" idrefs="z2"/></object>
            <object type="XDDEVENTITYMAPPING" id="z2"><attribute name="sourcename">Order</attribute>
            <attribute name="destinationname">Order</attribute>\(policy)
            <relationship name="attributemappings" idrefs="z3"/></object>
            <object type="XDDEVATTRIBUTEMAPPING" id="z3"><attribute name="name">state</attribute></object></database>
            """, to: "ShopToShop2.xcmappingmodel/xcmapping.xml")
    }

    private func migrate(_ mapping: String, _ more: String...) throws -> BuiltProduct.Outcome {
        try tool.run(
            ["migrate", "App.sqlite", "--to", "Shop.xcdatamodeld", "--mapping", mapping] + more, in: folder.url)
    }

    @Test("A store is migrated with a mapping model as source and as compiled file")
    func aStoreFollowsAMappingModelInBothForms() throws {
        try write()
        let compiled = try BuiltProduct("modelgen").run(
            "compile", "ShopToShop2.xcmappingmodel", "--output", ".", in: folder.url)
        #expect(compiled.exitCode == 0, "\(compiled.errorOutput)")
        // The mapping says nothing of the title, which is dropped without a word: unlike inference, it is explicit.
        let trial = try migrate("ShopToShop2.cdm", "--dry-run")
        #expect(trial.output == "Order: 2 objects\nnothing was written\n", "\(trial.errorOutput)")
        let migrated = try migrate("ShopToShop2.xcmappingmodel")
        #expect(migrated.output == "Order: 2 objects\nmigrated\n", "\(migrated.errorOutput)")
        let query = try tool.run("count", "App.sqlite", "Order where state == 'new'", in: folder.url)
        #expect(query.output == "2\n", "\(query.errorOutput)")
    }

    @Test("A mapping model with a policy class is an obstacle")
    func aPolicyOfAProgramIsAnObstacle() throws {
        try write(policy: "<attribute name=\"migrationpolicyclassname\">Shop.Policy</attribute>")
        try expectTranscript(migrate("ShopToShop2.xcmappingmodel"), in: folder, at: "Migrate/Mapping-with-policy")
        #expect(try migrate("rows.csv").exitCode == 64)
        #expect(try migrate("None.cdm").exitCode == 74)
    }

    @Test("A mapping model that does not fit the versions is refused")
    func aStaleMappingModelIsRefused() throws {
        try write()
        let compiled = try BuiltProduct("modelgen").run(
            "compile", "ShopToShop2.xcmappingmodel", "--output", ".", in: folder.url)
        #expect(compiled.exitCode == 0)
        try write("<attribute name=\"label\" attributeType=\"Date\"/>", to: "Shop 2")
        try expectTranscript(migrate("ShopToShop2.cdm"), in: folder, at: "Migrate/Mapping-stale")
    }

    @Test("A verification can use a mapping model")
    func verifyingFollowsTheMappingModel() throws {
        try write()
        let outcome = try tool.run(
            "migrate", "--verify", "Shop.xcdatamodeld", "--mapping", "ShopToShop2.xcmappingmodel", in: folder.url)
        #expect(
            outcome.output == """
                Shop, json: follows the mapping model (objects: 5); drops Order.title
                Shop, sqlite: follows the mapping model (objects: 5); drops Order.title

                """, "\(outcome.errorOutput)")
    }
}
