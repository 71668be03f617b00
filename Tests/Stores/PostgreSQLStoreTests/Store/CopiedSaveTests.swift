import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLStore

/// Saves of so many objects that they are copied into their tables.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct CopiedSaveTests {
    private let tags: TagStore
    private static let count = InsertionWriter.leastCopiedCount

    init() throws {
        tags = try TagStore()
    }

    /// New tags, as many as are copied, which are called "tag 0", "tag 1" and so on.
    private func insertions(_ count: Int = Self.count, in store: PostgreSQLStore) throws -> StoreChanges {
        let first = try store.reserveNumbers(count, forRootEntityNamed: "Tag")
        var changes = StoreChanges()
        changes.inserted = (0..<count).map { index in
            StoreChanges.Insertion(
                objectID: ObjectID(
                    storeIdentifier: store.identifier, entityName: "Tag", number: first + Int64(index)),
                values: [.string("tag \(index)"), .date(Date(timeIntervalSinceReferenceDate: Double(index) / 3))],
                destinations: [])
        }
        return changes
    }

    /// Whether the tags of a save are in the store, and nothing else.
    private func expectSaved(_ changes: StoreChanges, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let rows = try tags.store.openView().rows(of: changes.inserted.map(\.objectID))
        let values = Dictionary(uniqueKeysWithValues: rows.map { ($0.objectID, $0.values) })
        #expect(
            changes.inserted.allSatisfy { values[$0.objectID] == $0.values } && rows.allSatisfy { $0.version == 1 },
            sourceLocation: sourceLocation)
        #expect(try tags.names(in: tags.store).count == changes.inserted.count, sourceLocation: sourceLocation)
    }

    private func expectNothingSaved(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try tags.names(in: tags.store).isEmpty, sourceLocation: sourceLocation)
    }

    @Test("Many new objects are inserted with `COPY`, and few are not", arguments: [(-1, false), (0, true)])
    func manyNewObjectsAreCopiedAndFewAreNot(_ more: Int, _ isCopied: Bool) throws {
        let engine = try SharedFeatureEngine(on: tags.server, refusing: [])
        let store = try PostgreSQLStore(
            connectionString: engine.connection, model: TagStore.model, options: tags.options)
        let changes = try insertions(Self.count + more, in: store)
        let receipt = try store.commit(changes)
        #expect(receipt.version(ofInserted: changes.inserted[0].objectID) == 1)
        #expect((engine.account.statements["COPY"] != nil) == isCopied)
        try expectSaved(changes)
    }

    /// One after the other, so that none lasts longer than a server lets a statement last.
    @Test("More rows than the limit of a `COPY` are copied in several parts")
    func moreRowsThanOneCopyTakesAreCopiedInParts() throws {
        let few = try insertions(in: tags.store)
        var start = tags.store.roundTripCount
        _ = try tags.store.commit(few)
        let ofOneCopy = tags.store.roundTripCount - start
        _ = try tags.server.run("DELETE FROM \(schema).tag")
        let changes = try insertions(InsertionWriter.maximumCopiedCount + 1, in: tags.store)
        start = tags.store.roundTripCount
        _ = try tags.store.commit(changes)
        // For each: the types of the columns, the copy's beginning, and its end.
        #expect(tags.store.roundTripCount - start == ofOneCopy + 3)
        try expectSaved(changes)
    }

    @Test(
        "A store does not try `COPY` again on a server that refuses it",
        arguments: ["0A000", "42501", "42601", "XXUUU", "22P03"])
    func refusedCopy(_ sqlState: String) throws {
        let engine = try SharedFeatureEngine(on: tags.server, refusing: [])
        let store = try PostgreSQLStore(
            connectionString: engine.connection, model: TagStore.model, options: tags.options)
        engine.fail("COPY", with: sqlState)
        let changes = try insertions(in: store)
        _ = try store.commit(changes)
        try expectSaved(changes)
        var more = try insertions(in: store)
        for index in more.inserted.indices { more.inserted[index].values = [.null, .null] }
        let reserved = store.roundTripCount
        _ = try store.commit(more)
        #expect(store.roundTripCount - reserved == 1)
        #expect(try tags.server.run("SELECT COUNT(*) FROM \(schema).tag") == "\(2 * Self.count)")
    }

    @Test(
        "A `COPY` that fails is rolled back, and the save throws the error of the server",
        arguments: [
            ("57014", StoreError.Code.cancelled), ("53100", .outOfSpace), ("42703", .malformed),
            ("XX000", .database),
        ])
    func failedCopies(_ sqlState: String, _ code: StoreError.Code) throws {
        let engine = try SharedFeatureEngine(on: tags.server, refusing: [])
        let store = try PostgreSQLStore(
            connectionString: engine.connection, model: TagStore.model, options: tags.options)
        let changes = try insertions(in: store)
        engine.fail("COPY", with: sqlState)
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(error?.code == code)
        #expect(error?.outcome == .notCommitted)
        try expectNothingSaved()
        _ = try store.commit(changes)
        try expectSaved(changes)
    }

    @Test("A `COPY` that ends in a deadlock is repeated")
    func aDeadlockInACopyIsRunAgain() throws {
        let engine = try SharedFeatureEngine(on: tags.server, refusing: [])
        let store = try PostgreSQLStore(
            connectionString: engine.connection, model: TagStore.model, options: tags.options)
        let changes = try insertions(in: store)
        engine.fail("COPY", with: "40P01")
        _ = try store.commit(changes)
        try expectSaved(changes)
    }

    private var schema: String { tags.options.schemaName ?? "" }

    /// Has the server do something in the middle of the first copy that comes.
    private func interrupt(by statement: String) throws {
        try tags.server.run(
            """
            CREATE SEQUENCE \(schema).rows;
            CREATE FUNCTION \(schema).interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              IF nextval('\(schema).rows') = \(Self.count / 2) THEN PERFORM \(statement); END IF;
              RETURN NEW;
            END $$;
            CREATE TRIGGER interrupt BEFORE INSERT ON \(schema).tag FOR EACH ROW EXECUTE FUNCTION \(schema).interrupt()
            """)
    }

    @Test("A statement timeout ends a `COPY`, and nothing is committed")
    func copyTimeouts() throws {
        try interrupt(by: "pg_sleep(30)")
        var options = tags.options
        options.statementTimeoutMilliseconds = 500
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        let changes = try insertions(in: store)
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(error?.code == .cancelled)
        #expect(error?.outcome == .notCommitted)
        try expectNothingSaved()
        try tags.server.run("ALTER TABLE \(schema).tag DISABLE TRIGGER interrupt")
        _ = try store.commit(changes)
        try expectSaved(changes)
    }

    @Test("A `COPY` whose server process is killed is committed once")
    func killedServerProcess() throws {
        try interrupt(by: "pg_terminate_backend(pg_backend_pid())")
        let changes = try insertions(in: tags.store)
        _ = try tags.store.commit(changes)
        try expectSaved(changes)
        // It was begun twice.
        let rowCount = Int(try tags.server.run("SELECT last_value FROM \(schema).rows")) ?? 0
        #expect(rowCount > Self.count && rowCount < 2 * Self.count)
    }

    @Test("A duplicate unique value in a `COPY` is a constraint conflict")
    func constraintConflicts() throws {
        let taken = try tags.insert("tag 7", in: try tags.another())
        let changes = try insertions(in: tags.store)
        let error = #expect(throws: ConstraintConflictError.self) { try tags.store.commit(changes) }
        let conflict = try #require(error?.conflicts.first)
        #expect(error?.conflicts.count == 1)
        #expect(conflict.databaseObjectID == taken)
        #expect(conflict.conflictingObjectIDs == [changes.inserted[7].objectID])
        #expect(conflict.values == [.string("tag 7")])
        #expect(try tags.names(in: tags.store) == ["tag 7"])
    }

    @Test("A duplicate number in a `COPY` is a merge conflict")
    func mergeConflicts() throws {
        let changes = try insertions(in: tags.store)
        var one = StoreChanges()
        one.inserted = [changes.inserted[9]]
        one.inserted[0].values[0] = .string("other")
        _ = try tags.store.commit(one)
        let error = #expect(throws: MergeConflictError.self) { try tags.store.commit(changes) }
        #expect(error?.objectIDs == [changes.inserted[9].objectID])
        #expect(try tags.names(in: tags.store) == ["other"])
    }

    @Test("A `COPY` writes columns whose types were widened")
    func widenedColumns() throws {
        try tags.server.run(
            "ALTER TABLE \(schema).tag ALTER COLUMN version TYPE bigint, ALTER COLUMN name TYPE varchar")
        let changes = try insertions(in: tags.store)
        _ = try tags.store.commit(changes)
        try expectSaved(changes)
    }

    @Test("A `COPY` whose connection is cut at any byte is committed once", arguments: [false, true])
    func aCopyThatIsCutAnywhereIsDoneOnce(_ cutsAnswers: Bool) throws {
        let relay = try Relay(to: tags.server)
        let store = try tags.relayed(by: relay)
        var byteCount = 0
        var cutCount = 0
        while true {
            let changes = try insertions(in: store)
            relay.cut(cutsAnswers ? .afterAnsweredBytes(byteCount) : .afterBytes(byteCount))
            let receipt = try store.commit(changes)
            #expect(receipt.version(ofInserted: changes.inserted[0].objectID) == 1)
            try expectSaved(changes)
            try tags.server.run("DELETE FROM \(schema).tag")
            // The save was over before as many bytes were sent.
            if relay.forgetCut() { break }
            cutCount += 1
            byteCount += cutsAnswers ? 41 : 9_973
        }
        #expect(cutCount > 5)
    }

    @Test("A `COPY` whose connection is cut at its commit is committed once", arguments: [false, true])
    func cutCommits(_ serverHasCommitted: Bool) throws {
        let relay = try Relay(to: tags.server)
        let store = try tags.relayed(by: relay)
        let changes = try insertions(in: store)
        relay.cut(serverHasCommitted ? .after("COMMIT\u{0}") : .before("COMMIT\u{0}"))
        _ = try store.commit(changes)
        #expect(!relay.forgetCut())
        try expectSaved(changes)
    }
}

/// Values of all types and links that are copied.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct CopiedValueTests {
    private static let types: [AttributeType] = [
        .integer16, .integer32, .integer64, .boolean, .float, .double, .decimal, .string, .date, .uuid, .uri, .binary,
    ]

    private static let model: ManagedObjectModel = {
        var attributes = types.map { Attribute(name: "\($0)Value", type: $0, isOptional: true) }
        attributes.append(Attribute(name: "size", type: .composite, isOptional: true, compositeName: "Size"))
        attributes.append(Attribute(name: "shape", type: .transformable, isOptional: true))
        return ManagedObjectModel(
            Model(
                name: "Things",
                entities: [
                    Entity(
                        name: "Thing", attributes: attributes,
                        relationships: [
                            Relationship(name: "next", isOptional: true, destinationName: "Thing"),
                            Relationship(name: "place", isOptional: true, destinationName: "Place"),
                            Relationship(name: "others", isOptional: true, isToMany: true, destinationName: "Thing"),
                        ]),
                    Entity(
                        name: "BigThing", parentName: "Thing",
                        attributes: [
                            Attribute(name: "weight", type: .integer64, isOptional: true),
                            Attribute(name: "madeAt", type: .date, isOptional: true),
                        ]),
                    Entity(name: "Place", attributes: [Attribute(name: "name", type: .string, isOptional: true)]),
                ],
                composites: [
                    Composite(
                        name: "Size", attributes: [Attribute(name: "width", type: .double, isOptional: true)])
                ]))
    }()

    /// Values that are copied otherwise than as a statement has them, or that are at the end of what a type holds.
    private static func values(_ name: String, _ index: Int) -> [AttributeValue] {
        let decimals = [
            "0", "1", "-1", "10000", "9999.9999", "0.0001", "-0.00001", "12345678901234567890.12345", "1e40", "-1e-40",
            "99999999999999999999999999999999999999",
        ]
        switch name {
        case "weight": return [.integer(Int64(index)), .null]
        case "madeAt": return [.date(Date(timeIntervalSinceReferenceDate: Double(index) / 7)), .null]
        case "size": return [.null, .composite(["width": .double(Double(index) / 3)]), .composite([:])]
        case "shape": return [.null, .binary(Data([0, 1, 255])), .string("[1,\"é\"]")]
        default: break
        }
        switch types.first(where: { name == "\($0)Value" }) {
        case .integer16: return [.null, .integer(-32_768), .integer(32_767)]
        case .integer32: return [.null, .integer(-2_147_483_648), .integer(Int64(index))]
        case .integer64: return [.null, .integer(.min), .integer(.max)]
        case .boolean: return [.null, .boolean(true), .boolean(false)]
        case .float: return [.null, .float(-1.5), .float(.infinity)]
        case .double: return [.null, .double(Double(index) / 3), .double(-.infinity)]
        case .decimal:
            return [.null, .decimal(.nan)] + decimals.compactMap { Decimal(string: $0).map(AttributeValue.decimal) }
        case .string: return [.null, .string(""), .string("a\0b\u{1}é"), .string(String(repeating: "ü", count: index))]
        case .date:
            return [
                .null, .date(Date(timeIntervalSinceReferenceDate: Double(index) / 7)),
                .date(Date(timeIntervalSinceReferenceDate: .infinity)),
                .date(Date(timeIntervalSinceReferenceDate: 1.5)),
            ]
        case .uuid: return [.null, .uuid(UUID())]
        case .uri: return [.null] + (URL(string: "https://example.com/é").map { [.uri($0)] } ?? [])
        case .binary:
            return [.null, .binary(Data()), .binary(Data((0..<index % 300).map { UInt8(truncatingIfNeeded: $0) }))]
        default: return [.null]
        }
    }

    /// Things, big things and places, which lead to one another.
    private func changes(_ count: Int, in store: PostgreSQLStore) throws -> StoreChanges {
        let first = try store.reserveNumbers(count, forRootEntityNamed: "Thing")
        let place = ObjectID(
            storeIdentifier: store.identifier, entityName: "Place",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Place"))
        let objectIDs = (0..<count).map { index in
            ObjectID(
                storeIdentifier: store.identifier, entityName: index % 3 == 0 ? "BigThing" : "Thing",
                number: first + Int64(index))
        }
        var changes = StoreChanges()
        for (index, objectID) in objectIDs.enumerated() {
            let entity = try #require(Self.model.entitiesByName[objectID.entityName])
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID,
                    values: entity.attributes.map { attribute in
                        let values = Self.values(attribute.name, index)
                        return values[index % values.count]
                    },
                    destinations: entity.relationships.map { relationship in
                        switch relationship.name {
                        case "next": index % 5 == 0 ? [] : [objectIDs[(index * 7 + 1) % count]]
                        case "place": index % 2 == 0 ? [place] : []
                        default: index % 100 == 0 ? [objectIDs[count - 1 - index]] : []
                        }
                    }))
        }
        changes.inserted.append(
            StoreChanges.Insertion(objectID: place, values: [.string("here")], destinations: []))
        return changes
    }

    @Test("Copied values and relationships of every type are read back the same")
    func valuesAndRelationships() throws {
        let server = try #require(TestServer.shared)
        let engine = try SharedFeatureEngine(on: server, refusing: [])
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: engine.connection, model: Self.model, options: options)
        let changes = try changes(InsertionWriter.leastCopiedCount + 500, in: store)
        _ = try store.commit(changes)
        #expect(engine.account.statements["COPY"] != nil)
        #expect(engine.refusals.isEmpty)
        let found = try store.openView().rows(of: changes.inserted.map(\.objectID))
        let rows = Dictionary(uniqueKeysWithValues: found.map { ($0.objectID, $0) })
        for insertion in changes.inserted {
            let row = try #require(rows[insertion.objectID])
            #expect(row.values == insertion.values)
            let entity = try #require(Self.model.entitiesByName[insertion.objectID.entityName])
            for relationship in entity.relationships where !relationship.isToMany {
                #expect(row.destinations[relationship.index] == insertion.destinations[relationship.index])
            }
        }
        #expect(
            try PostgreSQLStore.check(connectionString: server.connection, model: Self.model, options: options) == [])
        // The server takes numbers for what they are.
        let schema = options.schemaName ?? ""
        let sum = "SELECT COUNT(*) FROM \(schema).thing WHERE decimal_value = 9999.9999 AND scale(decimal_value) = 4"
        #expect(Int(try server.run(sum)) ?? 0 > 0)
    }

    @Test("A URI that Foundation writes as another text is a finding, and can be read")
    func otherTextsOfURIs() throws {
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
        let changes = try changes(4, in: store)
        _ = try store.commit(changes)
        func findings() throws -> [StoreFinding] {
            try PostgreSQLStore.check(connectionString: server.connection, model: Self.model, options: options)
        }
        #expect(try findings() == [])
        let objectID = try #require(changes.inserted.first { $0.objectID.entityName == "Thing" }?.objectID)
        let set = "UPDATE \(options.schemaName ?? "").thing SET uri_value ="
        for text in ["https://example.com/a b", "https://bücher.example/", "50%"] {
            try server.run("\(set) '\(text)' WHERE id = \(objectID.number)")
            let found = try findings()
            #expect(found.map(\.row) == [objectID.number] && found.first?.table == "thing")
            #expect(found.first?.message == "the column of 'uriValue' contains a value that is not a valid URI")
            #expect(try store.openView().rows(of: [objectID]).count == 1)
        }
    }

    @Test("A value that does not fit its column ends a `COPY`, and nothing is committed")
    func unsuitableValues() throws {
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
        var changes = try changes(InsertionWriter.leastCopiedCount, in: store)
        let entity = try #require(Self.model.entitiesByName["Thing"])
        let shape = try #require(entity.attributes.firstIndex { $0.name == "shape" })
        let place = try #require(changes.inserted.lastIndex { $0.objectID.entityName == "Thing" })
        let value = changes.inserted[place].values[shape]
        changes.inserted[place].values[shape] = .string("\"a\0\"")
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(error?.code == .unusableValue)
        #expect(error?.outcome == .notCommitted)
        #expect(try server.run("SELECT COUNT(*) FROM \(options.schemaName ?? "").thing") == "0")
        changes.inserted[place].values[shape] = value
        _ = try store.commit(changes)
        #expect(
            try server.run("SELECT COUNT(*) FROM \(options.schemaName ?? "").thing")
                == "\(InsertionWriter.leastCopiedCount)")
    }
}
