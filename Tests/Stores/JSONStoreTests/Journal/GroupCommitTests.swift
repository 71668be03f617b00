import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import Synchronization
import Testing

/// Contexts of one container that save while another one's save is written.
final class GroupCommitTests: Sendable {
    private let file: StoreFile
    private let medium = Medium()
    private let container: PersistentContainer
    private let outcomes = Mutex<[Int: Result<Void, any Error>]>([:])

    init() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Names",
                entities: [
                    Entity(
                        name: "Name", attributes: [Attribute(name: "text", type: .string)],
                        uniquenessConstraints: [UniquenessConstraint(["text"])])
                ]))
        file = try StoreFile()
        var operations = FileOperations.system
        operations.synchronizeData = { [medium] descriptor in
            try medium.pass()
            try FileOperations.system.synchronizeData(descriptor)
        }
        let store = try JSONStore(
            at: file.url, model: model, options: JSONStoreOptions(compaction: .manual), operations: operations,
            newIdentifier: StoreFile.identifier)
        container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
        try save(["first"], to: container.newContext())
    }

    @Test("STO-24 contexts that save at the same time wait for the disk together")
    func together() throws {
        let names = (1...10).map { "\($0)" }
        let errors = try saveDuringAnother(names.map { [$0] })
        #expect(errors.allSatisfy { $0 == nil })
        #expect(medium.passedCount == 2)
        #expect(try texts == Set(names + ["first", "gate"]))
        let coordinator = container.persistentStoreCoordinator
        #expect(coordinator.waitingCommitCount == 0)
    }

    @Test("All of them fail where the medium does, and none has changed anything")
    func failing() throws {
        medium.fail(at: 2)
        let names = (1...5).map { "\($0)" }
        let errors = try saveDuringAnother(names.map { [$0] })
        #expect(errors.allSatisfy { $0 is StoreError })
        #expect(try texts == ["first", "gate"])
        // Nobody has the names.
        for name in names { try save([name], to: container.newContext()) }
        #expect(try texts == Set(names + ["first", "gate"]))
        let conflict = try #require(throws: ConstraintConflictError.self) {
            try self.save(["3"], to: container.newContext())
        }
        #expect(conflict.conflicts.count == 1)
    }

    @Test("A conflict with one of them is told when that one is stored")
    func conflicting() throws {
        let errors = try saveDuringAnother([["same"], ["same"], ["same"], ["other"]])
        #expect(errors.count { $0 is ConstraintConflictError } == 2)
        #expect(errors.count { $0 == nil } == 2)
        #expect(errors[3] == nil)
        #expect(try texts == ["first", "gate", "same", "other"])
    }

    @Test("A conflict with one that fails is none")
    func conflictingWithAFailure() throws {
        medium.fail(at: 2)
        let errors = try saveDuringAnother([["same"], ["same"]])
        #expect(errors.count { $0 is StoreError } == 1)
        #expect(errors.count { $0 == nil } == 1)
        #expect(try texts == ["first", "gate", "same"])
    }

    @Test("They are written one by one where a history is kept")
    func history() throws {
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        let errors = try saveDuringAnother((1...3).map { ["\($0)"] })
        #expect(errors.allSatisfy { $0 == nil })
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).count == 4)
    }

    @Test("Change sets that were applied to another state are refused, and nothing is written")
    func otherState() throws {
        let store = try #require(container.persistentStore as? JSONStore)
        let ordinal = try #require(store.snapshot.layout.ordinal(ofEntityNamed: "Name"))
        let number = try store.reserveNumbers(1, forRootEntityNamed: "Name")
        var changes = ChangeSet()
        changes.inserted = [
            ChangeSet.Insertion(
                reference: ObjectReference(entity: ordinal, number: number), values: [.string("lost")], links: [])
        ]
        let state = try store.snapshot.applying(changes)
        try save(["second"], to: container.newContext())
        #expect(throws: MergeConflictError.self) { try store.commit([changes], resultingIn: [state]) }
        #expect(try texts == ["first", "second"])
    }

    // MARK: -

    private var texts: Set<String?> {
        get throws {
            let objects = try container.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Name"))
            return Set(objects.map { $0.value(forKey: "text") as? String })
        }
    }

    private func save(_ texts: [String], to context: ManagedObjectContext) throws {
        for text in texts {
            let entity = try #require(context.managedObjectModel.entitiesByName["Name"])
            ManagedObject(entity: entity, insertInto: context).setValue(text, forKey: "text")
        }
        try context.save()
    }

    /// Saves in contexts of their own, all of which come while the save of an object "gate" waits for the medium.
    ///
    /// - Returns: What each of them has thrown.
    private func saveDuringAnother(_ saves: [[String]]) throws -> [(any Error)?] {
        let coordinator = container.persistentStoreCoordinator
        medium.runAtNext {
            for (index, texts) in saves.enumerated() {
                Thread.detachNewThread {
                    let outcome = Result { try self.save(texts, to: self.container.newContext()) }
                    self.outcomes.withLock { $0[index] = outcome }
                }
                // One after the other, so that their order is known.
                while coordinator.waitingCommitCount <= index { sched_yield() }
            }
        }
        try save(["gate"], to: container.newContext())
        while outcomes.withLock({ $0.count }) < saves.count { sched_yield() }
        return outcomes.withLock { outcomes in
            saves.indices.map { index in
                guard case .failure(let error) = outcomes[index] else { return nil }
                return error
            }
        }
    }
}

/// What saves wait for, one after the other.
private final class Medium: Sendable {
    struct InjectedError: Error {}

    private struct State {
        var work: (@Sendable () -> Void)?
        var passedCount = 0
        var failing: Int?
    }

    private let state = Mutex(State())

    /// How many waits there have been since the count was begun anew.
    var passedCount: Int { state.withLock { $0.passedCount } }

    /// Does something in the next wait, which is counted as the first.
    func runAtNext(_ work: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.work = work
            $0.passedCount = 0
        }
    }

    /// Lets a wait fail, by its number.
    func fail(at number: Int) {
        state.withLock { $0.failing = number }
    }

    func pass() throws {
        let (work, isFailing) = state.withLock { state in
            state.passedCount += 1
            defer { state.work = nil }
            return (state.work, state.failing == state.passedCount)
        }
        work?()
        if isFailing { throw InjectedError() }
    }
}
