import ModelSchema
import TestSupport
import Testing

struct RelationshipReadingTests {
    private func relationship(_ attributes: String) throws -> Relationship {
        let model = try readModel("<entity name=\"E\"><relationship name=\"r\" \(attributes)/></entity>")
        return try #require(model.entities.first?.relationships.first)
    }

    @Test("Every setting of a relationship is read")
    func everyAttributeIsRead() throws {
        let relationship = try relationship(
            #"""
            optional="YES" transient="YES" toMany="YES" minCount="2" maxCount="10" deletionRule="Cascade" ordered="YES" \#
            destinationEntity="D" inverseName="back" inverseEntity="I" elementID="old" versionHashModifier="3" \#
            indexed="YES" syncable="YES"
            """#)
        #expect(
            relationship
                == Relationship(
                    name: "r", isOptional: true, isTransient: true, isToMany: true, minimumCount: 2, maximumCount: 10,
                    isOrdered: true, deleteRule: .cascade, destinationName: "D", inverseName: "back",
                    inverseEntityName: "I", renamingIdentifier: "old", versionHashModifier: "3", isIndexed: true,
                    isSyncable: true))
    }

    @Test("MOD-3 and MOD-20 delete rules are read by their spellings", arguments: DeleteRule.allCases)
    func deleteRulesAreRead(_ rule: DeleteRule) throws {
        #expect(try relationship("deletionRule=\"\(rule.rawValue)\"").deleteRule == rule)
    }

    @Test("A relationship without a delete rule nullifies")
    func absentDeleteRuleNullifies() throws {
        #expect(try relationship("").deleteRule == .nullify)
    }

    @Test(
        "MOD-21 counts distinguish to-one from to-many",
        arguments: [
            ("maxCount='1'", false, 1), ("toMany='YES'", true, 0), ("toMany='YES' maxCount='20'", true, 20),
            ("", false, 1), ("maxCount='-1'", true, 0), ("maxCount='0'", true, 0), ("maxCount='5'", true, 5),
            ("toMany='NO' maxCount='5'", false, 5), ("toMany='YES' maxCount='1'", true, 1),
        ])
    func countsTellToOneFromToMany(_ xml: String, _ isToMany: Bool, _ maximumCount: Int) throws {
        let relationship = try relationship(xml)
        #expect(relationship.isToMany == isToMany)
        #expect(relationship.maximumCount == maximumCount)
    }

    @Test("The order setting of a to-one relationship is kept")
    func orderOnAToOneIsKept() throws {
        #expect(try relationship("maxCount='1' ordered='YES'").isOrdered)
    }

    @Test("A missing inverse entity is the destination")
    func missingInverseEntity() throws {
        #expect(try relationship("destinationEntity='D' inverseName='i'").inverseEntityName == "D")
        #expect(try relationship("destinationEntity='D'").inverseEntityName == nil)
    }

    @Test("A relationship without a destination is read")
    func missingDestinationIsRead() throws {
        #expect(try relationship("maxCount='1'").destinationName == nil)
    }
}
