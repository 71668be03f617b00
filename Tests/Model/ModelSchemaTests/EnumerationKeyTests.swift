import ModelSchema
import Testing

/// The keys that name an enum.
@Suite struct EnumerationKeyTests {
    private func enumeration(
        _ type: AttributeType, isOptional: Bool = false, _ userInfo: UserInfo
    ) -> AttributeEnumeration? {
        Attribute(name: "a", type: type, isOptional: isOptional, userInfo: userInfo).enumeration
    }

    @Test("Keys of other generators name enums")
    func keysOfOtherGeneratorsNameEnums() {
        #expect(enumeration(.integer16, ["RawType": "Kind"])?.typeName == "Kind")
        #expect(enumeration(.integer16, ["RawType": "Kind"])?.guaranteesValue == false)
        #expect(enumeration(.string, ["RawType": "Kind", "unwrapOptional": "true"])?.guaranteesValue == true)
        #expect(enumeration(.integer64, ["attributeValueScalarType": "Kind"])?.guaranteesValue == true)
        #expect(enumeration(.string, ["attributeRawValueEnumType": "Kind"])?.guaranteesValue == true)
        #expect(
            enumeration(.string, isOptional: true, ["attributeRawValueEnumType": "Kind"])?.guaranteesValue == false)
        #expect(enumeration(.string, ["attributeRawValueEnumType": "Kind"])?.typeNameKey == "attributeRawValueEnumType")
    }

    @Test("The key of modelgen has precedence")
    func theOwnKeyWins() {
        #expect(enumeration(.string, ["RawType": "Old", "modelgen.enum": "New"])?.typeName == "New")
    }

    @Test(
        "Number types and foreign types are no enums",
        arguments: ["Int16", "int32_t", "NSUInteger", "unsigned int", "enum Kind", "Kind *", "", "2"])
    func numbersAndForeignTypesAreNoEnums(text: String) {
        #expect(enumeration(.integer16, ["attributeValueScalarType": text]) == nil)
    }

    @Test("Keys of other generators are ignored for other attribute types")
    func otherAttributeTypes() {
        #expect(enumeration(.transformable, ["RawType": "Kind"]) == nil)
        #expect(enumeration(.double, ["modelgen.enum": "Kind"])?.typeName == "Kind")
    }

    @Test("Documentation comments are read from user info")
    func commentsComeFromUserInfo() {
        let found = enumeration(
            .string,
            [
                "modelgen.enum": "Kind", "modelgen.enum.documentation": "A kind.",
                "modelgen.enum.documentation.draft": "Not yet.",
            ])
        #expect(found?.documentation == "A kind.")
        #expect(found?.caseDocumentation == ["draft": "Not yet."])
    }
}
