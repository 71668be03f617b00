import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing

@testable import ModelCodegen

/// Enums with the names of other generated types, which depend on the options.
@Suite struct EnumNameTests {
    private func findings(_ xml: String, _ options: GenerationOptions = GenerationOptions()) throws -> [String] {
        var diagnostics: [Diagnostic] = []
        let (generator, model) = (CodeGenerator(options: options), try readModel(xml))
        generator.check(model, into: &diagnostics)
        var alone: [Diagnostic] = []
        generator.checkEnumNames(of: model, into: &alone)
        let found = diagnostics.filter { $0.code == "enum-name-taken" }
        #expect(alone == found)
        return found.map { "\($0.anchor) \($0.message)" }
    }

    private func order(enum name: String, attributes: String = "") -> String {
        #"<entity name="Order" representedClassName="Order"><attribute name="kind" attributeType="Integer 16" "#
            + #"defaultValueString="0"><userInfo><entry key="modelgen.enum" value="\#(name)"/>"#
            + #"<entry key="modelgen.enum.cases" value="a, b"/></userInfo></attribute>\#(attributes)</entity>"#
    }

    @Test("An enum with the name of a class is an error, with the prefix and suffix of the options")
    func classes() throws {
        let message = "enum 'Order' has the same name as the class of entity 'Order'"
        for style in GenerationOptions.Style.allCases {
            let found = try findings(order(enum: "Order"), GenerationOptions(style: style))
            #expect(found.count == 1 && found.first?.hasSuffix(message) == true, "\(style)")
        }
        #expect(try findings(order(enum: "Order"), GenerationOptions(classPrefix: "Shop")) == [])
        #expect(try findings(order(enum: "OrderStatus")) == [])
        #expect(try findings(order(enum: "OrderStatus"), GenerationOptions(classSuffix: "Status")).count == 1)
    }

    @Test("Classes for SwiftData are named after entities")
    func classesForSwiftData() throws {
        let xml = order(enum: "Order").replacing(#"ClassName="Order""#, with: #"ClassName="OrderMO""#)
        #expect(try findings(xml, GenerationOptions(style: .swiftData)).count == 1)
        #expect(try findings(xml) == [])
    }

    @Test("An enum with the name of a composite is an error where composites are structs")
    func composites() throws {
        let xml =
            #"<composite name="Status"><attribute name="code" optional="YES" attributeType="String"/></composite>"#
            + order(
                enum: "Status", attributes: #"<attribute name="state" attributeType="Composite" composite="Status"/>"#)
        let message = "enum 'Status' has the same name as the struct of composite 'Status'"
        #expect(try findings(xml).first?.hasSuffix(message) == true)
        #expect(try findings(xml, GenerationOptions(style: .swiftData)).count == 1)
        #expect(try findings(xml, GenerationOptions(style: .coreData)) == [])
    }

    @Test("In the style of Core Data, an entity without a class takes no name")
    func entitiesWithoutAClass() throws {
        let xml = order(enum: "Order").replacing(#" representedClassName="Order""#, with: "")
        #expect(try findings(xml, GenerationOptions(style: .coreData)) == [])
        #expect(try findings(xml).count == 1)
    }
}
