import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct AttributeTypeMappingTests {
    private func type(_ attribute: Attribute) -> String {
        let (entity, model) = (Entity(name: "E"), Model(name: "M"))
        let namer = SwiftNamer(for: model)
        let indexes = PropertyIndexes(of: entity, namer: namer)
        return AttributeContext(attribute, of: entity, indexes: indexes, namer: namer).type
    }

    @Test("Attribute types are optional as in the model")
    func optionalityFollowsTheModel() {
        #expect(type(Attribute(name: "a", type: .string)) == "String")
        #expect(type(Attribute(name: "a", type: .string, isOptional: true)) == "String?")
        #expect(type(Attribute(name: "a", type: .date)) == "Date")
        #expect(type(Attribute(name: "a", type: .integer32, isOptional: true)) == "Int32?")
        #expect(type(Attribute(name: "a", type: .integer32, isOptional: true, usesScalarValueType: true)) == "Int32?")
    }

    @Test("MOD-30: an optional scalar with a default is never nil")
    func defaultedScalars() {
        let scalar = Attribute(
            name: "a", type: .integer32, isOptional: true, usesScalarValueType: true, defaultValueString: "0")
        #expect(type(scalar) == "Int32")
        var object = scalar
        object.usesScalarValueType = false
        #expect(type(object) == "Int32?")
    }

    @Test(
        "MOD-26 every attribute type has its Swift type",
        arguments: [
            (AttributeType.integer16, "Int16"), (.integer32, "Int32"), (.integer64, "Int64"), (.double, "Double"),
            (.float, "Float"), (.boolean, "Bool"), (.decimal, "Decimal"), (.binary, "Data"), (.uuid, "UUID"),
            (.uri, "URL"),
        ])
    func everyTypeHasItsSwift(model: AttributeType, swift: String) {
        #expect(type(Attribute(name: "a", type: model)) == swift)
    }
}
