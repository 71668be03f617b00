import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// What stands in the way of a migration, and that the store then stays as it was.
struct RefusedMigrationTests {
    private let before = """
        <entity name="Track">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="seconds" optional="YES" attributeType="Integer 32"/>
            <relationship name="lists" optional="YES" toMany="YES" ordered="YES" destinationEntity="List"
                inverseName="tracks"/>
        </entity>
        <entity name="List">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="tracks" optional="YES" toMany="YES" ordered="YES" destinationEntity="Track"
                inverseName="lists"/>
        </entity>
        """

    private func store(_ kind: StoreKind) throws -> MigratedStore {
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            let tracks = try [("a", 1), ("a", 2), (nil, nil)].map {
                try context.make("Track", ["name": $0.0, "seconds": $0.1])
            }
            try context.make("List", ["name": "x", "tracks": tracks])
            try context.make("List", ["name": "y", "tracks": [tracks[0]]])
            try context.save()
        }
        return store
    }

    private func expectRefusal(
        _ change: (String, String), _ expected: String, kind: StoreKind,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let store = try store(kind)
        let files = try store.files
        #expect(before.contains(change.0), sourceLocation: sourceLocation)
        let model = try ManagedObjectModel.version(before.replacing(change.0, with: change.1))
        let refusal = try #require(try store.refusal(model), sourceLocation: sourceLocation)
        let text = refusal.description.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(
            separator: "\n")
        #expect(text == expected, sourceLocation: sourceLocation)
        #expect(
            try store.files.filter { !$0.key.hasSuffix(".lock") } == files.filter { !$0.key.hasSuffix(".lock") },
            "MIG-29", sourceLocation: sourceLocation)
        try store.session(.version(before)) { context in
            try context.expect("List", "tracks", ["Track/p1 Track/p2 Track/p3", "Track/p1"])
        }
    }

    @Test(
        "MIG-11 and MIG-15 elements that would be lost are listed, and dropped only if that is allowed",
        arguments: StoreKind.allCases)
    func whatWouldBeLostIsNamed(_ kind: StoreKind) throws {
        try expectRefusal(
            (#"<attribute name="seconds" optional="YES" attributeType="Integer 32"/>"#, ""),
            """
            Track.seconds: 2 objects: the value would be dropped; add 'Track.seconds' to the dropped elements, or keep the \
            attribute; if it was renamed, set its renaming identifier
            """, kind: kind)
        try expectRefusal(
            (#"name="seconds""#, #"name="length""#),
            """
            Track.seconds: 2 objects: the value would be dropped; add 'Track.seconds' to the dropped elements, or keep the \
            attribute; if it was renamed, set its renaming identifier
            """, kind: kind)
        let store = try store(kind)
        let model = try ManagedObjectModel.version(
            before.replacing(#"<attribute name="seconds" optional="YES" attributeType="Integer 32"/>"#, with: ""))
        try store.session(model, MigrationOptions(droppedElements: ["Track.seconds"])) { context in
            try context.expect("Track", "name", ["a", "a", "nil"])
        }
    }

    @Test("MIG-20 missing required values", arguments: StoreKind.allCases)
    func valuesThatAreRequired(_ kind: StoreKind) throws {
        try expectRefusal(
            (#"name="seconds" optional="YES""#, #"name="seconds""#),
            "Track.seconds: 1 object: a required value is missing; make the attribute optional, or give it a default value",
            kind: kind)
        try expectRefusal(
            (#"<entity name="List">"#, #"<entity name="List"><attribute name="kind" attributeType="String"/>"#),
            "List.kind: 2 objects: a required value is missing; make the attribute optional, or give it a default value",
            kind: kind)
    }

    @Test("MIG-20 composites that lack a member that is now required", arguments: StoreKind.allCases)
    func membersThatAreRequired(_ kind: StoreKind) throws {
        let before = """
            <entity name="Shop">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            </entity>
            <composite name="Place">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="note" optional="YES" attributeType="String"/>
                <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
            </composite>
            <composite name="Point"><attribute name="x" optional="YES" attributeType="String"/></composite>
            """
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            try context.make("Shop", ["place": ["city": "Bern", "point": ["x": "1"]] as [String: Any]])
            try context.make("Shop", ["place": ["note": "no city"]])
            try context.make("Shop", [:])
            try context.save()
        }
        let files = try store.files
        let remedy =
            "a required value is missing; make the attribute of the composite optional, or give it a default value"
        func refusals(_ replaced: String, _ replacement: String) throws -> [String] {
            let after = before.replacing(replaced, with: replacement)
            #expect(after != before)
            let refusal = try store.refusal(.version(after))
            return refusal?.obstacles.map(\.description) ?? []
        }
        let code = #"<attribute name="code" attributeType="String"/>"#
        #expect(
            try refusals(#"<composite name="Place">"#, #"<composite name="Place">"# + code) == [
                "Shop.place.code: 2 objects: \(remedy)"
            ])
        #expect(
            try refusals(#"<composite name="Point">"#, #"<composite name="Point">"# + code) == [
                "Shop.place.point.code: 1 object: \(remedy)"
            ])
        #expect(
            try refusals(#"name="city" optional="YES""#, #"name="town" elementID="city""#) == [
                "Shop.place.town: 1 object: \(remedy)"
            ])
        // Nothing but the requirement changes.
        #expect(
            try refusals(#"name="city" optional="YES""#, #"name="city""#) == ["Shop.place.city: 1 object: \(remedy)"])
        #expect(try store.files.filter { !$0.key.hasSuffix(".lock") } == files.filter { !$0.key.hasSuffix(".lock") })
        let after = before.replacing(
            #"name="city" optional="YES""#, with: #"name="town" elementID="city" defaultValueString="-""#)
        try store.session(.version(after)) { context in
            try context.expect("Shop", "place.town", ["Bern", "-", "nil"])
        }
    }

    @Test("MIG-21 values of another type", arguments: StoreKind.allCases)
    func valuesOfOtherTypes(_ kind: StoreKind) throws {
        try expectRefusal(
            (#"attributeType="Integer 32""#, #"attributeType="String""#),
            """
            Track.seconds: 2 objects: a value has a type other than String, and is not converted; keep the attribute and add one \
            under another name, convert the values in a migration policy, or add 'Track.seconds' to the dropped elements
            """, kind: kind)
    }

    @Test("MIG-21 numbers that a wider type can't represent", arguments: StoreKind.allCases)
    func numbersThatAWiderTypeDoesNotKeep(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        let before = #"<entity name="A"><attribute name="n" optional="YES" attributeType="Integer 64"/></entity>"#
        try store.session(.version(before)) { context in
            for number in [1, 1 << 53 + 1, 1 << 60] { try context.make("A", ["n": Int64(number)]) }
            try context.save()
        }
        let after = try ManagedObjectModel.version(before.replacing("Integer 64", with: "Double"))
        let refusal = try #require(try store.refusal(after))
        #expect(
            refusal.obstacles.map(\.description) == [
                """
                A.n: 1 object: the number has more digits than Double can represent; add 'A.n' to the dropped elements, or make the \
                attribute a Decimal
                """
            ])
        try store.session(.version(before.replacing("Integer 64", with: "Decimal"))) { context in
            try context.expect("A", "n", ["1", "9007199254740993", "1152921504606846976"])
        }
    }

    @Test("An unknown key in a file that becomes a property's name is an obstacle")
    func aKeyThatTheNewerVersionHasAPropertyFor() throws {
        let store = try store(.json)
        let text = try String(contentsOf: store.url, encoding: .utf8)
            .replacing(#""seconds": 1"#, with: #""seconds": 1, "mood": "calm""#)
        try Data(text.utf8).write(to: store.url)
        let mood = #"<entity name="Track"><attribute name="mood" optional="YES" attributeType="String"/>"#
        let after = try ManagedObjectModel.version(before.replacing(#"<entity name="Track">"#, with: mood))
        let error = try #require(throws: StoreError.self) { try store.refusal(after) }
        #expect(
            error.message == """
                Track 1 has an unknown key 'mood' with the name of a property of the newer version of the model; remove or \
                rename the key
                """)
        #expect(try String(contentsOf: store.url, encoding: .utf8) == text)
    }

    @Test("MIG-22 several destinations of a relationship that becomes to-one", arguments: StoreKind.allCases)
    func severalDestinationsOfOne(_ kind: StoreKind) throws {
        try expectRefusal(
            (
                #"name="tracks" optional="YES" toMany="YES" ordered="YES""#,
                #"name="tracks" optional="YES" maxCount="1""#
            ),
            """
            List.tracks: 1 object: it points to several objects, but can point to only one; keep the relationship to-many, or \
            remove links with the older version of the model
            """, kind: kind)
    }

    @Test("An order that would be lost is an obstacle", arguments: StoreKind.allCases)
    func anOrderThatWouldBeLost(_ kind: StoreKind) throws {
        try expectRefusal(
            (
                #"name="tracks" optional="YES" toMany="YES" ordered="YES""#,
                #"name="tracks" optional="YES" toMany="YES""#
            ),
            """
            List.tracks: 1 object: the order of the destinations would be dropped; add 'List.tracks' to the dropped \
            elements, or keep the relationship ordered
            """, kind: kind)
    }

    @Test("Stored values that a derivation would replace are an obstacle", arguments: StoreKind.allCases)
    func storedValuesThatBecomeDerived(_ kind: StoreKind) throws {
        let derived = #"name="seconds" optional="YES" derived="YES" derivationExpression="lists.@count""#
        let change = (#"name="seconds" optional="YES""#, derived)
        try expectRefusal(
            change,
            """
            Track.seconds: 2 objects: the value would be dropped; add 'Track.seconds' to the dropped elements, or keep the \
            attribute; if it was renamed, set its renaming identifier
            """, kind: kind)
        let store = try store(kind)
        let after = try ManagedObjectModel.version(before.replacing(change.0, with: change.1))
        let migration = MigrationOptions(droppedElements: ["Track.seconds"])
        #expect(
            try store.report(after, migration) == """
                List: 2 objects
                Track: 3 objects
                  seconds: dropped
                  seconds: now computed from its derivation
                """)
        try store.session(after, migration) { context in try context.expect("Track", "seconds", ["2", "1", "1"]) }
        // Computed values are no loss, also if their type changes.
        let text = before.replacing(
            #"name="seconds" optional="YES" attributeType="Integer 32""#,
            with: #"name="seconds" optional="YES" attributeType="String" derived="YES" derivationExpression="name""#)
        try store.session(.version(text)) { context in try context.expect("Track", "seconds", ["a", "a", "nil"]) }
    }

    @Test("MIG-23 combined hierarchies", arguments: StoreKind.allCases)
    func hierarchiesThatBecomeOne(_ kind: StoreKind) throws {
        let after = before.replacing(
            #"<entity name="Track">"#, with: #"<entity name="Item"/><entity name="Track" parentEntity="Item">"#
        )
        .replacing(#"<entity name="List">"#, with: #"<entity name="List" parentEntity="Item">"#)
        let store = try store(kind)
        let refusal = try #require(try store.refusal(.version(after)))
        #expect(
            refusal.obstacles.map(\.description) == [
                "Item: 5 objects: separate hierarchies have been merged: List, Track; leave the entities without a common parent"
            ])
    }

    @Test("MIG-24 missing required destinations", arguments: StoreKind.allCases)
    func destinationsThatAreRequired(_ kind: StoreKind) throws {
        try expectRefusal(
            (
                #"<entity name="List">"#,
                #"<entity name="List"><relationship name="first" maxCount="1" destinationEntity="Track"/>"#
            ),
            "List.first: 2 objects: a required destination is missing; make the relationship optional",
            kind: kind)
    }

    @Test(
        "MIG-15 a program with the older version loses nothing of a newer store", arguments: StoreKind.allCases
    )
    func aNewerStoreUnderAnOlderModel(_ kind: StoreKind) throws {
        let store = try store(kind)
        let newer = try ManagedObjectModel.version(
            before.replacing(
                #"<entity name="List">"#,
                with: #"<entity name="List"><attribute name="note" optional="YES" attributeType="String"/>"#)
                + #"<entity name="Artist"/>"#)
        try store.session(newer) { context in
            try context.make("Artist", [:])
            try context.make("List", ["note": "kept"])
            try context.save()
        }
        let files = try store.files
        let refusal = try #require(try store.refusal(.version(before)))
        #expect(refusal.obstacles.map(\.elementName) == ["Artist", "List.note"])
        #expect(refusal.obstacles.map(\.objectCount) == [1, 1])
        #expect(try store.files.filter { !$0.key.hasSuffix(".lock") } == files.filter { !$0.key.hasSuffix(".lock") })
        try store.session(newer) { context in try context.expect("List", "note", ["nil", "nil", "kept"]) }
    }

    @Test("MIG-25 two elements that continue the same element", arguments: StoreKind.allCases)
    func elementsThatAreClaimedTwice(_ kind: StoreKind) throws {
        try expectRefusal(
            (
                #"<attribute name="seconds" optional="YES" attributeType="Integer 32"/>"#,
                """
                <attribute name="length" elementID="seconds" optional="YES" attributeType="Integer 32"/>
                <attribute name="time" elementID="seconds" optional="YES" attributeType="Integer 32"/>
                """
            ),
            """
            Track.length: another element also continues 'seconds'; remove the renaming identifier of the one that is new
            Track.time: another element also continues 'seconds'; remove the renaming identifier of the one that is new
            """, kind: kind)
    }

    @Test("MIG-27 duplicates under a new constraint", arguments: StoreKind.allCases)
    func duplicatesUnderANewConstraint(_ kind: StoreKind) throws {
        let constraint = """
            <entity name="Track">
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            """
        let store = try store(kind)
        let after = before.replacing(#"<entity name="Track">"#, with: constraint)
        let refusal = try #require(try store.refusal(.version(after)))
        #expect(
            refusal.obstacles.map(\.description) == [
                """
                Track (name): 2 objects: another object has the same values, which must now be unique; remove duplicates with \
                the older version of the model, or leave out the constraint
                """
            ])
    }

    @Test("MIG-27 duplicates under a constraint of a new parent entity", arguments: StoreKind.allCases)
    func duplicatesUnderAConstraintOfANewParent(_ kind: StoreKind) throws {
        let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
        let common = """
            <entity name="Item"/>
            <entity name="Track" parentEntity="Item">
                \(name)
                <uniquenessConstraints><uniquenessConstraint>
                    <constraint value="name"/>
                </uniquenessConstraint></uniquenessConstraints>
            </entity>
            """
        let store = try MigratedStore(kind)
        let before = common + #"<entity name="Song" parentEntity="Item">\#(name)</entity>"#
        try store.session(.version(before)) { context in
            for entityName in ["Track", "Song", "Song"] { try context.make(entityName, ["name": "a"]) }
            try context.save()
        }
        // The entity that moves already has the attribute, but did not have the constraint.
        let after = common + #"<entity name="Song" parentEntity="Track"/>"#
        let refusal = try #require(try store.refusal(.version(after)))
        #expect(
            refusal.obstacles.map(\.description) == [
                """
                Track (name): 3 objects: another object has the same values, which must now be unique; remove duplicates with \
                the older version of the model, or leave out the constraint
                """
            ])
    }

    @Test(
        "MIG-5 a store isn't migrated without a request, or if it is read-only",
        arguments: StoreKind.allCases)
    func storesAreNotMigratedUnlessTheyMayBe(_ kind: StoreKind) throws {
        let store = try store(kind)
        let files = try store.files
        let after = try ManagedObjectModel.version(before + #"<entity name="New"/>"#)
        #expect(throws: (any Error).self) { try store.session(after, .disabled) { _ in } }
        let error = #expect(throws: (any Error).self) {
            try PersistentContainer(model: after, store: store.description(isReadOnly: true))
        }
        switch kind {
        case .json: #expect((error as? StoreError)?.code == .modelMismatch)
        case .sqlite: #expect((error as? StoreError)?.code == .modelMismatch)
        case .postgresql: #expect((error as? StoreError)?.code == .modelMismatch)
        }
        #expect(try store.files.filter { !$0.key.hasSuffix(".lock") } == files.filter { !$0.key.hasSuffix(".lock") })
    }
}
