import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import StoreMigration
import TestSupport
import Testing

/// What a migration infers, on stores of every kind.
struct InferenceTests {
    private let before = """
        <entity name="Book">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="pages" optional="YES" attributeType="Integer 16"/>
            <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="books"/>
        </entity>
        <entity name="Author">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author"/>
        </entity>
        """

    private func store(_ kind: StoreKind) throws -> MigratedStore {
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            let author = try context.make("Author", ["name": "Ann"])
            try context.make("Book", ["title": "One", "pages": 100, "author": author])
            try context.make("Book", ["title": "Two", "pages": nil, "author": author])
            try context.save()
        }
        return store
    }

    /// ``before`` with unique titles.
    private var unique: String {
        before.replacing(
            #"<entity name="Book">"#,
            with: """
                <entity name="Book"><uniquenessConstraints><uniquenessConstraint>
                <constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
                """)
    }

    /// The number of unique indexes besides the key's; nil for a store that is not in a database.
    private func uniqueIndexCount(_ store: MigratedStore) throws -> String? {
        guard store.kind == .postgresql else { return nil }
        // Of this table only, because other tests drop theirs meanwhile.
        return try TestServer.shared?.run(
            "SELECT COUNT(*) FROM pg_index WHERE indrelid = '\(store.schemaName).book'::regclass AND indisunique "
                + "AND NOT indisprimary")
    }

    @Test("A uniqueness constraint that is added or removed makes a migration necessary", arguments: StoreKind.allCases)
    func constraintsAreMigrated(_ kind: StoreKind) throws {
        let store = try store(kind)
        let isInDatabase = kind == .postgresql
        #expect(try !store.description().isWritten(with: .version(unique)))
        let error = #expect(throws: StoreError.self) { try store.session(.version(unique), .disabled) { _ in } }
        #expect(error?.code == .modelMismatch)
        #expect(try !store.report(.version(unique)).isEmpty)
        try store.session(.version(unique)) { context in
            try context.expect("Book", "title", ["One", "Two"])
            try context.make("Book", ["title": "One"])
            #expect(throws: (any Error).self) { try context.save() }
        }
        #expect(try store.storedModel().entitiesByName["Book"]?.schema.uniquenessConstraints.count == 1)
        #expect(try uniqueIndexCount(store) == (isInDatabase ? "1" : nil))
        #expect(try !store.description().isWritten(with: .version(before)))
        try store.session(.version(before)) { context in
            try context.make("Book", ["title": "One"])
            try context.save()
            try context.expect("Book", "title", ["One", "Two", "One"])
        }
        #expect(try uniqueIndexCount(store) == (isInDatabase ? "0" : nil))
        #expect(try store.refusal(.version(unique))?.obstacles.map(\.elementName) == ["Book (title)"])
    }

    @Test("A JSON store without its model opens with other uniqueness constraints")
    func constraintsOfAStoreWithoutItsModel() throws {
        let store = try store(.json)
        let text = try String(contentsOf: store.url, encoding: .utf8)
        let without = text.replacing(/"schema": \[[^\]]*\],\s*/, with: "")
        #expect(without.utf8.count < text.utf8.count)
        try Data(without.utf8).write(to: store.url)
        try store.session(.version(unique), .disabled) { context in
            try context.expect("Book", "title", ["One", "Two"])
        }
    }

    @Test("A new member of a composite has its default value in all composites", arguments: StoreKind.allCases)
    func newMemberWithADefaultValue(_ kind: StoreKind) throws {
        let before = """
            <entity name="Shop">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            </entity>
            <composite name="Place"><attribute name="street" optional="YES" attributeType="String"/></composite>
            """
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            try context.make("Shop", ["place": ["street": "Main"]])
            try context.make("Shop", [:])
            try context.save()
        }
        let member = #"<attribute name="code" attributeType="String" defaultValueString="0"/></composite>"#
        try store.session(.version(before.replacing("</composite>", with: member))) { context in
            try context.expect("Shop", "place.code", ["0", "nil"])
            try context.expect("Shop", "place.street", ["Main", "nil"])
            // A value that is required would prevent every save of the object.
            for shop in try context.fetch(FetchRequest<ManagedObject>(entityName: "Shop")) {
                try shop.validateForUpdate()
            }
        }
    }

    @Test("A composite whose members are in another order has the same members", arguments: StoreKind.allCases)
    func compositeInAnotherOrder(_ kind: StoreKind) throws {
        let place = """
            <entity name="Shop">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            </entity>
            <composite name="Place">
                <attribute name="street" optional="YES" attributeType="String" syncable="YES"/>
                <attribute name="city" optional="YES" attributeType="String"/>
            </composite>
            """
        let store = try MigratedStore(kind)
        try store.session(.version(place)) { context in
            try context.make("Shop", [:])
            try context.save()
        }
        let more = place.replacing(
            "<attribute name=\"place\"",
            with: "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>\n<attribute name=\"place\"")
        #expect(try store.report(.version(more)) == "Shop: 1 object\n  note: new, no value")
        let member = more.replacing(
            "</composite>", with: "<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/></composite>")
        #expect(try store.report(.version(member)).contains("place: the composite has different members"))
    }

    @Test("Only a composite in a composite has other members, and its values continue", arguments: StoreKind.allCases)
    func compositeInCompositeWithOtherMembers(_ kind: StoreKind) throws {
        let before = """
            <entity name="Shop">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            </entity>
            <composite name="Place">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
            </composite>
            <composite name="Point">
                <attribute name="grid" optional="YES" attributeType="Composite" composite="Grid"/>
            </composite>
            <composite name="Grid">
                <attribute name="code" optional="YES" attributeType="String"/>
                <attribute name="zone" optional="YES" attributeType="Integer 16"/>
            </composite>
            """
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            let grid: [String: Any] = ["code": "NK", "zone": 32]
            try context.make("Shop", ["place": ["city": "Bern", "point": ["grid": grid]] as [String: Any]])
            try context.make("Shop", ["place": ["city": "Thun"]])
            try context.save()
        }
        let lost = before.replacing("<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>", with: "")
        #expect(try store.refusal(.version(lost))?.obstacles.map(\.elementName) == ["Shop.place"])
        let after = before.replacing("name=\"code\"", with: "name=\"square\" elementID=\"code\"")
            .replacing("Integer 16", with: "Integer 32")
        #expect(try store.report(.version(after)).contains("place: the composite has different members"))
        try store.session(.version(after)) { context in
            try context.expect("Shop", "place.city", ["Bern", "Thun"])
            try context.expect("Shop", "place.point.grid.square", ["NK", "nil"])
            try context.expect("Shop", "place.point.grid.zone", ["32", "nil"])
        }
    }

    @Test(
        "MIG-6, MIG-9, MIG-10 and MIG-30 added attributes get their defaults, and the store stays the same one",
        arguments: StoreKind.allCases)
    func addedAttributesGetTheirDefaults(_ kind: StoreKind) throws {
        let store = try store(kind)
        let identifier = try store.identifier
        let after = before.replacing(
            "<attribute name=\"title\"",
            with: """
                <attribute name="note" optional="YES" attributeType="String"/>
                <attribute name="rating" attributeType="Integer 32" defaultValueString="3"/>
                <attribute name="title"
                """)
        let model = try ManagedObjectModel.version(after)
        #expect(
            try store.report(model) == """
                Author: 1 object
                Book: 2 objects
                  note: new, no value
                  rating: new, gets the default value
                """)
        try store.session(model) { context in
            try context.expect("Book", "note", ["nil", "nil"])
            try context.expect("Book", "rating", ["3", "3"])
            try context.expect("Book", "title", ["One", "Two"])
            try context.expect("Book", "author", ["Author/p1", "Author/p1"])
            try context.expect("Author", "books", ["Book/p1 Book/p2"])
            // Numbers go on.
            try context.make("Book", ["title": "Three"])
            try context.save()
            try context.expect("Book", "title", ["One", "Two", "Three"])
        }
        #expect(try store.identifier == identifier, "MIG-30")
        #expect(try store.storedModel().entityVersionHashesByName == model.entityVersionHashesByName, "MIG-30")
    }

    @Test(
        "Derived attributes that are new, or have another expression, have their values after a migration",
        arguments: StoreKind.allCases)
    func derivedAttributesAreComputed(_ kind: StoreKind) throws {
        let store = try store(kind)
        func after(_ count: String) -> String {
            before.replacing(
                "<attribute name=\"name\"",
                with: """
                    <attribute name="bookCount" optional="YES" attributeType="Integer 64" derived="YES"
                        derivationExpression="\(count)"/>
                    <attribute name="countAgain" optional="YES" attributeType="Integer 64" derived="YES"
                        derivationExpression="bookCount"/>
                    <attribute name="savedAt" optional="YES" attributeType="Date" derived="YES"
                        derivationExpression="now()"/>
                    <attribute name="name"
                    """)
        }
        try store.session(.version(after("books.@count"))) { context in
            try context.expect("Author", "bookCount", ["2"])
            try context.expect("Author", "countAgain", ["2"])
            // The time of a save that has not taken place.
            try context.expect("Author", "savedAt", ["nil"])
        }
        try store.session(.version(after("books.pages.@sum"))) { context in
            try context.expect("Author", "bookCount", ["100"])
            try context.expect("Author", "countAgain", ["100"])
            try context.make("Author", ["name": "Bob"])
            try context.save()
        }
        // Nothing of the derivations changes, so a database can do it itself.
        let noted = after("books.pages.@sum").replacing(
            "<attribute name=\"title\"",
            with: "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"title\"")
        try store.session(.version(noted)) { context in
            try context.expect("Author", "countAgain", ["100", "0"])
        }
    }

    @Test("A verification of a migration writes stores with derived attributes", arguments: StoreKind.allCases)
    func derivedAttributesAreVerified(_ kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(
            before.replacing(
                "<attribute name=\"name\"",
                with: """
                    <attribute name="bookCount" optional="YES" attributeType="Integer 64" derived="YES"
                        derivationExpression="books.@count"/>
                    <attribute name="name"
                    """))
        let store = try MigratedStore(kind)
        let outcome = try MigrationVerification(from: model, to: .version(before)).run { store.description($0) }
        #expect(outcome.objectCount == 10)
        #expect(outcome.error == nil)
        #expect(outcome.differences == [])
    }

    @Test(
        "MIG-14 a renaming identifier preserves data, also across a skipped version",
        arguments: StoreKind.allCases)
    func whatIsRenamedByIdentifierGoesOn(_ kind: StoreKind) throws {
        let store = try store(kind)
        let after = """
            <entity name="Work" elementID="Book">
                <attribute name="heading" elementID="title" optional="YES" attributeType="String"/>
                <attribute name="pages" optional="YES" attributeType="Integer 16"/>
                <relationship name="writer" elementID="author" optional="YES" maxCount="1" destinationEntity="Author"
                    inverseName="works"/>
            </entity>
            <entity name="Author">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="works" elementID="books" optional="YES" toMany="YES" destinationEntity="Work"
                    inverseName="writer"/>
            </entity>
            """
        try store.session(.version(after)) { context in
            try context.expect("Work", "heading", ["One", "Two"])
            try context.expect("Work", "writer", ["Author/p1", "Author/p1"])
            try context.expect("Author", "works", ["Work/p1 Work/p2"])
        }
        // From the first version to a third, which keeps the identifiers.
        let straight = try self.store(kind)
        try straight.session(.version(after.replacing("name=\"heading\"", with: "name=\"headline\""))) { context in
            try context.expect("Work", "headline", ["One", "Two"])
        }
    }

    @Test("MIG-12 and MIG-13 optional values become required with a default, and back", arguments: StoreKind.allCases)
    func optionalValuesBecomeRequiredWithADefault(_ kind: StoreKind) throws {
        let store = try store(kind)
        let after = before.replacing(
            "<attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 16\"/>",
            with: "<attribute name=\"pages\" attributeType=\"Integer 16\" defaultValueString=\"7\"/>")
        try store.session(.version(after)) { context in
            try context.expect("Book", "pages", ["100", "7"])
        }
        // And back again (MIG-12).
        try store.session(.version(before)) { context in
            try context.expect("Book", "pages", ["100", "7"])
        }
    }

    @Test("Integer attributes can be widened to larger types", arguments: StoreKind.allCases)
    func numbersAreWidened(_ kind: StoreKind) throws {
        let store = try store(kind)
        for type in ["Integer 32", "Integer 64", "Decimal"] {
            try store.session(.version(before.replacing("Integer 16", with: type))) { context in
                try context.expect("Book", "pages", ["100", "nil"])
            }
        }
    }

    @Test("MIG-17 to-one becomes to-many, and to-many ordered", arguments: StoreKind.allCases)
    func toOneBecomesToManyAndOrdered(_ kind: StoreKind) throws {
        let store = try store(kind)
        let many = before.replacing(
            "name=\"author\" optional=\"YES\" maxCount=\"1\"", with: "name=\"author\" optional=\"YES\" toMany=\"YES\"")
        try store.session(.version(many)) { context in
            try context.expect("Book", "author", ["Author/p1", "Author/p1"])
            try context.expect("Author", "books", ["Book/p1 Book/p2"])
        }
        let ordered = before.replacing("toMany=\"YES\"", with: "toMany=\"YES\" ordered=\"YES\"")
        let other = try self.store(kind)
        try other.session(.version(ordered)) { context in
            try context.expect("Author", "books", ["Book/p1 Book/p2"])
        }
    }

    @Test("MIG-18 entities and attributes move in hierarchies", arguments: StoreKind.allCases)
    func entitiesMoveInHierarchies(_ kind: StoreKind) throws {
        let store = try store(kind)
        let after = """
            <entity name="Item" isAbstract="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
            </entity>
            <entity name="Book" parentEntity="Item">
                <attribute name="pages" optional="YES" attributeType="Integer 16"/>
                <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="books"/>
            </entity>
            <entity name="Film" parentEntity="Item"/>
            <entity name="Author">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author"/>
            </entity>
            """
        try store.session(.version(after)) { context in
            try context.expect("Item", "title", ["One", "Two"])
            try context.expect("Book", "author", ["Author/p1", "Author/p1"])
            try context.make("Film", ["title": "Three"])
            try context.save()
        }
        // The film would be lost on the way back.
        let refusal = try #require(try store.refusal(.version(before)))
        #expect(refusal.obstacles.map(\.elementName) == ["Film"])
        try store.session(.version(before), MigrationOptions(droppedElements: ["Film"])) { context in
            try context.expect("Book", "title", ["One", "Two"])
        }
    }

    @Test(
        "MIG-16 a new relationship is filled from its inverse if the inverse isn't new",
        arguments: StoreKind.allCases)
    func aNewInverseIsFilledFromTheOtherSide(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        let alone = """
            <entity name="A"><relationship name="bs" optional="YES" toMany="YES" destinationEntity="B"/></entity>
            <entity name="B"><attribute name="n" optional="YES" attributeType="Integer 16"/></entity>
            """
        try store.session(.version(alone)) { context in
            let first = try context.make("B", ["n": 1])
            let second = try context.make("B", ["n": 2])
            try context.make("A", ["bs": Set([first, second])])
            // In a SQLite store an object belongs to one such relationship only, as in Core Data's.
            try context.make("A", ["bs": kind == .json ? Set([second]) : Set<ManagedObject>()])
            try context.save()
        }
        let both = """
            <entity name="A">
                <relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="as"/>
            </entity>
            <entity name="B">
                <attribute name="n" optional="YES" attributeType="Integer 16"/>
                <relationship name="as" optional="YES" toMany="YES" destinationEntity="A" inverseName="bs"/>
            </entity>
            """
        let one = both.replacing(
            "name=\"as\" optional=\"YES\" toMany=\"YES\"", with: "name=\"as\" optional=\"YES\" maxCount=\"1\"")
        if kind == .json {
            // The second leads back to two.
            let refusal = try #require(try store.refusal(.version(one)))
            #expect(refusal.obstacles.map(\.kind) == [.multipleDestinations])
            #expect(refusal.obstacles.map(\.elementName) == ["B.as"])
        }
        try store.session(.version(both)) { context in
            try context.expect("B", "as", ["A/p1", kind == .json ? "A/p1 A/p2" : "A/p1"])
            try context.expect("A", "bs", ["B/p1 B/p2", kind == .json ? "B/p2" : ""])
        }
    }

    @Test("MIG-14 two exchanged names keep their values", arguments: StoreKind.allCases)
    func twoRenamingsThatCross(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        let names = """
            <attribute name="first" optional="YES" attributeType="String"/>
            <attribute name="last" optional="YES" attributeType="String"/>
            """
        try store.session(.version("<entity name=\"Person\">\(names)</entity>")) { context in
            try context.make("Person", ["first": "Ann", "last": "Lee"])
            try context.save()
        }
        let crossed = names.replacing("name=\"first\"", with: "name=\"x\" elementID=\"last\"")
            .replacing("name=\"last\"", with: "name=\"last\" elementID=\"first\"")
            .replacing("name=\"x\"", with: "name=\"first\"")
        // Renaming identifiers are no part of a version's hash: alone, the exchange is no other version.
        try store.session(.version("<entity name=\"Person\">\(crossed)</entity>")) { context in
            try context.expect("Person", "first", ["Ann"])
        }
        let other = crossed + #"<attribute name="note" optional="YES" attributeType="String"/>"#
        try store.session(.version("<entity name=\"Person\">\(other)</entity>")) { context in
            try context.expect("Person", "first", ["Lee"])
            try context.expect("Person", "last", ["Ann"])
        }
    }

    @Test("MIG-19 changed default values don't change values", arguments: StoreKind.allCases)
    func defaultsThatChangeLeaveValuesAsTheyAre(_ kind: StoreKind) throws {
        let store = try store(kind)
        let after = before.replacing(
            "<attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 16\"/>",
            with: "<attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 16\" defaultValueString=\"7\"/>")
        let model = try ManagedObjectModel.version(after)
        try store.session(model) { context in
            try context.expect("Book", "pages", ["100", "nil"])
            let third = try context.make("Book", ["title": "Three"])
            try context.make("Book", ["title": "Four", "pages": nil])
            #expect(third.value(forKey: "pages") as? Int16 == 7)
            try context.save()
        }
        try store.session(model) { context in
            try context.expect("Book", "pages", ["100", "nil", "7", "nil"])
        }
        try store.session(.version(before)) { context in
            try context.expect("Book", "pages", ["100", "nil", "7", "nil"])
        }
    }

    @Test("Many objects keep their relationships in a migration", arguments: StoreKind.allCases)
    func manyRelationships(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        try store.session(.version(before)) { context in
            let authors = try (0..<50).map { try context.make("Author", ["name": "\($0)"]) }
            let books = try (0..<2500).map { number in
                try context.make("Book", ["title": "\(number)", "pages": number, "author": authors[number % 50]])
            }
            try context.save()
            for number in stride(from: 0, to: 2500, by: 7) { context.delete(books[number]) }
            try context.save()
        }
        let expected = try store.session(.version(before)) { context in
            try (context.values("Book", "title"), context.values("Author", "books"))
        }
        let after =
            before.replacing("name=\"title\"", with: "name=\"heading\" elementID=\"title\"")
            + "<entity name=\"Aardvark\"/>"
        try store.session(.version(after)) { context in
            try context.expect("Book", "heading", expected.0)
            try context.expect("Author", "books", expected.1)
        }
    }
}
