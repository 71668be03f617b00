import ModelDiagnostics
import TestSupport
import Testing

@Suite struct RelationshipEdgeCaseTests {
    private func codes(_ elements: String) throws -> [Diagnostic.Code] {
        try findings(in: elements).map(\.code)
    }

    @Test("A relationship can be its own inverse")
    func aRelationshipMayBeItsOwnInverse() throws {
        #expect(
            try codes(
                """
                <entity name="Person"><relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Person" inverseName="friends" inverseEntity="Person"/></entity>
                """
            ).isEmpty)
    }

    @Test("A tree can cascade to its children")
    func aTreeMayCascadeToItsChildren() throws {
        #expect(
            try codes(
                """
                <entity name="Node"><relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Node" inverseName="parent" inverseEntity="Node"/>
                <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Node" inverseName="children" inverseEntity="Node"/></entity>
                """
            ).isEmpty)
    }

    @Test("An object can require the destination that it cascades to")
    func aWholeMayRequireThePartItCascadesTo() throws {
        #expect(
            try codes(
                """
                <entity name="Event"><relationship name="revision" maxCount="1" deletionRule="Cascade"
                destinationEntity="Revision" inverseName="event" inverseEntity="Revision"/></entity>
                <entity name="Revision"><relationship name="event" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Event" inverseName="revision" inverseEntity="Event"/></entity>
                """
            ).isEmpty)
    }

    @Test("An unknown destination is reported once, although the inverse is also unknown")
    func unknownDestination() throws {
        #expect(
            try codes(
                """
                <entity name="Order"><relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Goods" inverseName="order" inverseEntity="Goods"/></entity>
                """
            ) == ["relationship-destination-unknown"])
    }

    @Test("A relationship cannot have an inverse that belongs to another")
    func claimedInverse() throws {
        #expect(
            try codes(
                """
                <entity name="Order"><relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Item" inverseName="order" inverseEntity="Item"/>
                <relationship name="gifts" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Item" inverseName="order" inverseEntity="Item"/></entity>
                <entity name="Item"><relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Order" inverseName="items" inverseEntity="Order"/></entity>
                """
            ) == ["relationship-inverse-mismatch"])
    }

    @Test("An optional to-one relationship can have a minimum count in old files")
    func minimumCount() throws {
        #expect(
            try codes(
                """
                <entity name="Node"><relationship name="next" optional="YES" minCount="1" maxCount="1"
                deletionRule="Nullify" destinationEntity="Node" inverseName="next" inverseEntity="Node"/></entity>
                """
            ).isEmpty)
    }
}
