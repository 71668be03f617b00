import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

@Suite struct LevelTests {
    private func friends(entityInfo: String = "", relationshipInfo: String = "") -> String {
        """
        <entity name="Hero"><relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Hero">\(relationshipInfo)</relationship>\(entityInfo)</entity>
        """
    }

    private func info(_ level: String, code: String = "relationship-inverse-missing") -> String {
        #"<userInfo><entry key="modelgen.validate.\#(code)" value="\#(level)"/></userInfo>"#
    }

    @Test("An option sets the severity of a rule", arguments: Diagnostic.Severity.allCases)
    func anOptionSetsTheSeverity(_ severity: Diagnostic.Severity) throws {
        let level = try #require(ValidationRule.Level(rawValue: severity.rawValue))
        let options = ValidationOptions(levels: ["relationship-inverse-missing": level])
        #expect(try findings(in: friends(), options: options).map(\.severity) == [severity])
    }

    @Test("An option can disable a rule")
    func anOptionSwitchesOff() throws {
        let options = ValidationOptions(levels: ["relationship-inverse-missing": .off])
        #expect(try findings(in: friends(), options: options).isEmpty)
    }

    @Test("User info of an element has precedence over its entity and the options")
    func precedence() throws {
        let model = friends(entityInfo: info("off"), relationshipInfo: info("error"))
        let options = ValidationOptions(levels: ["relationship-inverse-missing": .note])
        #expect(try findings(in: model, options: options).map(\.severity) == [.error])
    }

    @Test("User info of an entity applies to its properties")
    func userInfoOnTheEntityHoldsForWhatIsInside() throws {
        #expect(try findings(in: friends(entityInfo: info("off"))).isEmpty)
    }

    @Test("User info can enable a rule that is off")
    func userInfoSwitchesOnARuleThatIsOff() throws {
        let model = """
            <entity name="Hero"><attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES">
            \(info("warning", code: "attribute-optional-scalar"))</attribute>
            <attribute name="size" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/></entity>
            """
        let found = try findings(in: model)
        #expect(found.map(\.code) == ["attribute-optional-scalar"])
        #expect(found.map(\.anchor) == [.schema(.entity("Hero").attribute("age").setting("usesScalarValueType"))])
    }

    @Test("A mandatory rule cannot be disabled")
    func nothingLowersAMandatoryRule() throws {
        let model = """
            <entity name="Bad Name" representedClassName="Good">\(info("off", code: "entity-name-not-identifier"))</entity>
            """
        let options = ValidationOptions(levels: ["entity-name-not-identifier": .off])
        let found = try findings(in: model, options: options)
        #expect(Set(found.map(\.code)) == ["entity-name-not-identifier", "rule-level-invalid"])
        #expect(found.first { $0.code == "entity-name-not-identifier" }?.severity == .error)
    }

    @Test("A project can accept an inverse that does not exist")
    func anUnknownInverseCanBeAccepted() throws {
        let model = """
            <entity name="Hero"><relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify"
            destinationEntity="Hero" inverseName="fans" inverseEntity="Hero"/></entity>
            """
        let options = ValidationOptions(levels: ["relationship-inverse-unknown": .warning])
        #expect(try findings(in: model, options: options).map(\.severity) == [.warning])
    }

    @Test("An unknown level is reported and has no effect")
    func unknownLevel() throws {
        let found = try findings(in: friends(relationshipInfo: info("of")))
        #expect(Set(found.map(\.code)) == ["relationship-inverse-missing", "rule-level-invalid"])
        #expect(found.contains { $0.hint == "did you mean 'off'?" })
    }
}
