import ModelSchema
import TestSupport
import Testing

struct AttributeReadingTests {
    private func attribute(_ attributes: String) throws -> Attribute {
        let model = try readModel("<entity name=\"E\"><attribute name=\"a\" \(attributes)/></entity>")
        return try #require(model.entities.first?.attributes.first)
    }

    @Test("MOD-20 attribute types are read by their spellings", arguments: AttributeType.allCases)
    func typesAreRead(_ type: AttributeType) throws {
        #expect(try attribute("attributeType=\"\(type.rawValue)\"") == Attribute(name: "a", type: type))
    }

    @Test("An attribute without a type has the type undefined")
    func absentTypeIsUndefined() throws {
        #expect(try attribute("") == Attribute(name: "a", type: .undefined))
    }

    @Test(
        "MOD-19 an omitted flag is off",
        arguments: [
            ("optional", \Attribute.isOptional), ("transient", \.isTransient), ("derived", \.isDerived),
            ("allowsExternalBinaryDataStorage", \.allowsExternalBinaryDataStorage),
            ("allowsCloudEncryption", \.allowsCloudEncryption), ("indexed", \.isIndexed),
            ("spotlightIndexingEnabled", \.isIndexedBySpotlight), ("storedInTruthFile", \.isStoredInTruthFile),
            ("preserveAfterDeletion", \.preservesValueInHistoryOnDeletion), ("syncable", \.isSyncable),
        ] as [(String, any WritableKeyPath<Attribute, Bool> & Sendable)])
    func flagsAreRead(_ name: String, _ path: any WritableKeyPath<Attribute, Bool> & Sendable) throws {
        var expected = Attribute(name: "a", type: .undefined)
        #expect(try attribute("") == expected)
        #expect(try attribute("\(name)=\"NO\"") == expected)
        expected[keyPath: path] = true
        #expect(try attribute("\(name)=\"YES\"") == expected)
    }

    @Test(
        "Strings of attributes are read as they are",
        arguments: [
            ("derivationExpression", \Attribute.derivationExpression), ("defaultValueString", \.defaultValueString),
            ("defaultDateTimeInterval", \.defaultDateTimeInterval), ("minValueString", \.minValueString),
            ("maxValueString", \.maxValueString), ("minDateTimeInterval", \.minDateTimeInterval),
            ("maxDateTimeInterval", \.maxDateTimeInterval), ("regularExpressionString", \.regularExpressionString),
            ("valueTransformerName", \.valueTransformerName), ("customClassName", \.customClassName),
            ("composite", \.compositeName), ("elementID", \.renamingIdentifier),
            ("versionHashModifier", \.versionHashModifier),
        ] as [(String, any WritableKeyPath<Attribute, String?> & Sendable)])
    func textsAreRead(_ name: String, _ path: any WritableKeyPath<Attribute, String?> & Sendable) throws {
        for text in ["", "some text", "[String: Any]", "^[a-z]*$"] {
            var expected = Attribute(name: "a", type: .undefined)
            expected[keyPath: path] = text
            #expect(try attribute("\(name)=\"\(text)\"") == expected)
        }
    }

    @Test(
        "The scalar setting is on, off, or not set",
        arguments: [("", nil), ("usesScalarValueType='YES'", true), ("usesScalarValueType='NO'", false)])
    func scalarTypeHasThreeStates(_ xml: String, _ value: Bool?) throws {
        #expect(try attribute(xml).usesScalarValueType == value)
    }

    @Test("Escaped characters are resolved")
    func escapesAreResolved() throws {
        let text = try attribute("defaultValueString='&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#10;'").defaultValueString
        #expect(text == "<>&\"'A😀\n")
    }
}
