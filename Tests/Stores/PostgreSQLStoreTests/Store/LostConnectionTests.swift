import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import TestSupport
import Testing

/// Connections that are cut in the middle of a save: nothing is saved twice,
/// and nobody is told that it was not where it was.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LostConnectionTests {
    private let tags: TagStore
    private let relay: Relay

    init() throws {
        tags = try TagStore()
        relay = try Relay(to: tags.server)
    }

    private func insertion(_ name: String, in store: PostgreSQLStore) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(
                objectID: try tags.newObjectID(in: store), values: [.string(name), .null], destinations: [])
        ]
        return changes
    }

    /// A context that saves through the relay, with a new tag called "a".
    private func contextWithTag() throws -> (ManagedObjectContext, ManagedObject) {
        var options = tags.options
        options.connectionTimeoutMilliseconds = 500
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: relay.connection, options: options))
        let context = container.newContext()
        let tag = context.insertNewObject(forEntityName: "Tag")
        tag.setValue("a", forKey: "name")
        return (context, tag)
    }

    @Test("A save whose connection is cut at its commit is committed once", arguments: [false, true])
    func cutCommits(_ serverHasCommitted: Bool) throws {
        let store = try tags.relayed(by: relay)
        let changes = try insertion("a", in: store)
        relay.cut(serverHasCommitted ? .after("COMMIT\u{0}") : .before("COMMIT\u{0}"))
        let receipt = try store.commit(changes)
        #expect(receipt.version(ofInserted: changes.inserted[0].objectID) == 1)
        #expect(!relay.forgetCut())
        #expect(try tags.names(in: tags.store) == ["a"])
    }

    /// Without a notification after it, the statement that inserts an object and records the save is sent alone.
    @Test(
        "A save of unknown outcome can be repeated to learn its outcome", arguments: [false, true], [false, true])
    func unknownOutcomeOfInsertion(_ serverHasCommitted: Bool, _ isAlone: Bool) throws {
        let store = try tags.relayed(by: relay, connectionTimeoutMilliseconds: 500, usesNotifications: !isAlone)
        let changes = try insertion("a", in: store)
        let text = isAlone ? "WITH added" : "COMMIT\u{0}"
        relay.cut(serverHasCommitted ? .after(text) : .before(text), isGoneThen: true)
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(error?.code == .connectionLost)
        #expect(error?.outcome == .unknown)
        let again = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(again?.outcome == .unknown)
        relay.comeBack()
        #expect(try store.commit(changes).version(ofInserted: changes.inserted[0].objectID) == 1)
        #expect(try tags.names(in: tags.store) == ["a"])
    }

    @Test("An update of unknown outcome can be repeated to learn its outcome", arguments: [false, true])
    func unknownOutcomeOfUpdate(_ serverHasCommitted: Bool) throws {
        let objectID = try tags.insert("a", in: tags.store)
        let store = try tags.relayed(by: relay, connectionTimeoutMilliseconds: 500)
        var changes = StoreChanges()
        changes.updated = [StoreChanges.Update(objectID: objectID, version: 1, values: [0: .string("b")])]
        relay.cut(serverHasCommitted ? .after("WITH changed") : .before("WITH changed"), isGoneThen: true)
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        #expect(error?.outcome == .unknown)
        relay.comeBack()
        #expect(try tags.names(in: tags.store) == [serverHasCommitted ? "b" : "a"])
        #expect(try store.commit(changes).versions == [objectID: 2])
        #expect(try tags.names(in: tags.store) == ["b"])
        #expect(try version(of: objectID) == 2)
    }

    @Test("A context that repeats a save of unknown outcome saves nothing twice")
    func repeatedSaves() throws {
        let (context, tag) = try contextWithTag()
        relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.outcome == .unknown)
        #expect(try tags.names(in: tags.store) == ["a"])
        // It fails before the store is asked to write, so this attempt is known to have written nothing.
        #expect(throws: StoreError.self) { try context.save() }
        relay.comeBack()
        try context.save()
        #expect(!context.hasChanges)
        #expect(try tags.names(in: tags.store) == ["a"])
        tag.setValue("b", forKey: "name")
        try context.save()
        #expect(try tags.names(in: tags.store) == ["b"])
    }

    @Test("A save of unknown outcome that another context's save has found out about succeeds when it is repeated")
    func aSaveThatAnotherHasFoundOutAbout() throws {
        var options = tags.options
        options.connectionTimeoutMilliseconds = 500
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: relay.connection, options: options))
        let contexts = (0..<2).map { _ in container.newContext() }
        for context in contexts { context.automaticallyMergesChangesFromParent = true }
        let tag = contexts[0].insertNewObject(forEntityName: "Tag")
        tag.setValue("a", forKey: "name")
        relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
        #expect(throws: StoreError.self) { try contexts[0].save() }
        relay.comeBack()
        contexts[1].insertNewObject(forEntityName: "Tag").setValue("b", forKey: "name")
        try contexts[1].save()
        try contexts[0].save()
        #expect(!contexts[0].hasChanges)
        #expect(try tags.names(in: tags.store).sorted() == ["a", "b"])
        tag.setValue("c", forKey: "name")
        try contexts[0].save()
        #expect(try tags.names(in: tags.store).sorted() == ["b", "c"])
    }

    @Test("Changing and saving an object after an unknown outcome is a conflict")
    func changesAfterUnknownOutcome() throws {
        let (context, tag) = try contextWithTag()
        relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
        #expect(throws: StoreError.self) { try context.save() }
        relay.comeBack()
        tag.setValue("b", forKey: "name")
        #expect(throws: MergeConflictError.self) { try context.save() }
        #expect(try tags.names(in: tags.store) == ["a"])
    }

    @Test("Other stores receive a save whose outcome was found out later")
    func lateOutcomes() throws {
        let store = try tags.relayed(by: relay, connectionTimeoutMilliseconds: 500)
        let changes = try insertion("a", in: store)
        relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
        #expect(throws: StoreError.self) { try store.commit(changes) }
        relay.comeBack()
        let other = try tags.insert("b", in: store)
        #expect(try store.externalChanges() == ExternalChanges(inserted: [changes.inserted[0].objectID]))
        #expect(try tags.names(in: tags.store).sorted() == ["a", "b"])
        #expect(other != changes.inserted[0].objectID)
    }

    /// Resets the sequence that numbers saves, as a restored or replicated database without its sequences has it.
    private func resetNumbers() throws {
        for number in 1...9 { try tags.insert("earlier \(number)", in: tags.store) }
        try tags.server.run(
            "ALTER SEQUENCE \(tags.options.schemaName ?? "").modelgen_transaction_number RESTART WITH 1")
    }

    @Test("A store whose saves got the numbers of earlier ones goes on after the greatest number")
    func usedNumbers() throws {
        try resetNumbers()
        for name in ["a", "b"] { try tags.insert(name, in: tags.store) }
        #expect(try tags.names(in: tags.store).count == 11)
        let table = "\(tags.options.schemaName ?? "").modelgen_transaction"
        #expect(try tags.server.run("SELECT COUNT(*) FROM \(table) WHERE number > 9") == "2")
    }

    @Test("Looking for the outcome of a save prevents it from taking place later, also if a number is used already")
    func outcomeWithUsedNumbers() throws {
        let store = try tags.relayed(by: relay, usesNotifications: false)
        let changes = try insertion("a", in: store)
        try resetNumbers()
        relay.cut(.before("WITH added"))
        _ = try store.commit(changes)
        #expect(!relay.forgetCut())
        #expect(try tags.names(in: tags.store).contains("a"))
        let table = "\(tags.options.schemaName ?? "").modelgen_transaction"
        #expect(try tags.server.run("SELECT COUNT(*) FROM \(table) WHERE is_void") == "1")
    }

    /// How many bytes lie between two cuts: all are tried where there is time.
    private static let step = runsLongTests ? 1 : 4

    @Test("A save whose request is cut at any byte is committed once")
    func aSaveThatIsCutAtAnyByteIsDoneOnce() throws {
        try saveOnce { .afterBytes($0) }
    }

    @Test("A save whose answer is cut at any byte is committed once")
    func answersCutAnywhere() throws {
        try saveOnce { .afterAnsweredBytes($0) }
    }

    /// Saves new tags, each while the connection is cut a little later, until a save is over before it is cut.
    private func saveOnce(cutting cut: (Int) -> Relay.Cut) throws {
        let store = try tags.relayed(by: relay)
        var names: [String] = []
        var byteCount = 0
        while true {
            let name = "tag \(byteCount)"
            relay.cut(cut(byteCount))
            try tags.insert(name, in: store)
            names.append(name)
            // The save was over before as many bytes were sent.
            if relay.forgetCut() { break }
            byteCount += Self.step
        }
        #expect(names.count > 10)
        #expect(try tags.names(in: tags.store).sorted() == names.sorted())
    }

    @Test("An update whose request or answer is cut at any byte is committed once")
    func updatesCutAnywhere() throws {
        let store = try tags.relayed(by: relay)
        let objectID = try tags.insert("0", in: store)
        for isAnswer in [false, true] {
            var byteCount = 0
            while true {
                let version = try version(of: objectID)
                // A save that notifies others has the longer answer, and does so only if the last one was some time
                // ago.
                if isAnswer { Thread.sleep(forTimeInterval: 0.06) }
                relay.cut(isAnswer ? .afterAnsweredBytes(byteCount) : .afterBytes(byteCount))
                try tags.rename(objectID, "\(isAnswer) \(byteCount)", version: version, in: store)
                #expect(try self.version(of: objectID) == version + 1)
                if relay.forgetCut() { break }
                byteCount += Self.step
            }
            #expect(byteCount > 10 * Self.step)
            #expect(try tags.names(in: tags.store) == ["\(isAnswer) \(byteCount)"])
        }
    }

    private func version(of objectID: ObjectID) throws -> Int {
        try #require(try tags.store.openView().rows(of: [objectID]).first).version
    }
}
