import Foundation
import TestSupport
import Testing

@Suite struct CompileMappingModelTests {
    private let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen")

    init() throws {
        folder = try TemporaryFolder()
        try write("<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>", to: "Shop")
        try write(
            """
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="number" attributeType="Integer 64" defaultValueString="0"/>
            """, to: "Shop 2")
        try write(mappings: Self.order, Self.attribute("name"), Self.attribute("number"))
    }

    private func write(_ properties: String, to version: String) throws {
        try folder.write(
            .model(containing: "<entity name=\"Order\" representedClassName=\"Order\">\(properties)</entity>"),
            to: "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
    }

    private func compile(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["compile", "Maps/ShopToShop2.xcmappingmodel", "--output", "Build"] + arguments, in: folder.url)
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

    @Test("A mapping model is compiled, and its versions are found")
    func compiling() throws {
        let outcome = try compile()
        #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty, "\(outcome.errorOutput)")
        #expect(exists("Build/ShopToShop2.cdm"))
        #expect(try compile("--check").exitCode == 0)
        // The hash of the newer version changes.
        try write("<attribute name=\"name\" attributeType=\"String\"/>", to: "Shop")
        #expect(try compile("--check").output == "write ShopToShop2.cdm\n")
    }

    @Test("The versions of a mapping model can be specified")
    func versionsCanBeSpecified() throws {
        try FileManager.default.moveItem(
            atPath: folder.path("Shop.xcdatamodeld"), toPath: folder.path("Renamed.xcdatamodeld"))
        try expectTranscript(compile(), in: folder, at: "Compile/Mapping-without-versions")
        #expect(!exists("Build"))
        let outcome = try compile(
            "--source", "Renamed.xcdatamodeld/Shop.xcdatamodel", "--destination",
            "Renamed.xcdatamodeld/Shop 2.xcdatamodel")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(exists("Build/ShopToShop2.cdm"))
        let wrong = try tool.run(
            "compile", "Renamed.xcdatamodeld", "--output", "Build", "--source", "Renamed.xcdatamodeld", in: folder.url)
        #expect(wrong.exitCode == 64)
    }

    @Test(
        "A mapping model that does not fit its versions is an error with a place",
        arguments: [
            ("Mapping-of-unknown-entity", Self.order.replacing(">Order<", with: ">Gone<"), Self.attribute("name")),
            ("Mapping-of-unknown-attribute", Self.order, Self.attribute("gone")),
            (
                "Mapping-with-damaged-expression", Self.order,
                Self.attribute("name", "<attribute name=\"valueexpressiondata\" type=\"binary\">AAAA</attribute>")
            ),
        ])
    func mismatches(_ name: String, _ entity: String, _ attribute: String) throws {
        try write(mappings: entity, attribute)
        try expectTranscript(compile(), in: folder, at: "Compile/\(name)")
        #expect(!exists("Build"))
    }

    @Test("Another document is not a mapping model")
    func anotherDocumentIsNoMappingModel() throws {
        try folder.write(.model(containing: ""), to: "Maps/ShopToShop2.xcmappingmodel/xcmapping.xml")
        try expectTranscript(compile(), in: folder, at: "Compile/Not-a-mapping-model")
    }

    // MARK: What an editor writes

    private static let order = """
        <attribute name="sourcename" type="string">Order</attribute>
        <attribute name="destinationname" type="string">Order</attribute>
        <attribute name="mappingnumber" type="int16">1</attribute>
        <attribute name="mappingtypename" type="string">Undefined</attribute>
        <attribute name="autogenerateexpression" type="bool">1</attribute>
        """

    private static func attribute(_ name: String, _ more: String = "") -> String {
        "<attribute name=\"name\" type=\"string\">\(name)</attribute>\(more)"
    }

    private func write(mappings entity: String, _ attributes: String...) throws {
        let identifiers = attributes.indices.map { "z\(200 + $0)" }
        let properties = zip(identifiers, attributes).map { identifier, attribute in
            "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"\(identifier)\">\(attribute)</object>"
        }
        try folder.write(
            """
            <?xml version="1.0" standalone="yes"?>
            <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

            <database>
            <object type="XDDEVMAPPINGMODEL" id="z100">
            <attribute name="sourcemodelpath" type="string">App/Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">App/Shop.xcdatamodeld/Shop 2.xcdatamodel</attribute>
            <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z101"></relationship>
            </object>
            <object type="XDDEVENTITYMAPPING" id="z101">
            \(entity)
            <relationship name="attributemappings" type="0/0" idrefs="\(identifiers.joined(separator: " "))"></relationship>
            </object>
            <object type="XDDEVENTITYMAPPING" id="z102">
            <attribute name="sourcename" type="string">Deleted</attribute>
            </object>
            \(properties.joined(separator: "\n"))
            </database>
            """, to: "Maps/ShopToShop2.xcmappingmodel/xcmapping.xml")
    }
}
