import Foundation
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Contexts of one container that save while another one's save is written share a transaction.
@Suite(.serialized)
final class GroupCommitTests: Sendable {
    private let file: SQLiteFile
    private let container: PersistentContainer

    init() throws {
        file = try SQLiteFile(
            ManagedObjectModel(
                Model(
                    name: "Tasks",
                    entities: [
                        Entity(
                            name: "Task",
                            attributes: [
                                Attribute(name: "title", type: .string),
                                Attribute(name: "rank", type: .integer64, isOptional: true),
                            ],
                            relationships: [
                                Relationship(
                                    name: "list", isOptional: true, maximumCount: 1, destinationName: "List",
                                    inverseName: "tasks", inverseEntityName: "List")
                            ],
                            uniquenessConstraints: [UniquenessConstraint(["title"])]),
                        Entity(
                            name: "List",
                            attributes: [
                                Attribute(
                                    name: "count", type: .integer64, isOptional: true, isDerived: true,
                                    derivationExpression: "tasks.@count")
                            ],
                            relationships: [
                                Relationship(
                                    name: "tasks", isOptional: true, isToMany: true, destinationName: "Task",
                                    inverseName: "list", inverseEntityName: "Task")
                            ]),
                    ])))
        container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url))
        // Reserves numbers, which would wait for the lock of the tests.
        let context = container.newContext()
        let names = ["Task", "List"]
        try context.obtainPermanentIDs(for: names.map { context.insertNewObject(forEntityName: $0) })
    }

    /// Saves in contexts of their own at the same time: one of them is written, and all others wait for it.
    ///
    /// - Parameters:
    ///   - changes: Change a new context each.
    ///   - statement: What another program does to the file before that save is written.
    /// - Returns: What each save has thrown, and the number of transactions.
    private func saveTogether(
        _ changes: [@Sendable (ManagedObjectContext) throws -> Void], afterDoing statement: String? = nil
    ) throws -> (errors: [(any Error)?], transactionCount: Int) {
        let coordinator = container.persistentStoreCoordinator
        let before = coordinator.commitCount
        let outcomes = Mutex<[Int: Result<Void, any Error>]>([:])
        let lock = try DatabaseFile(file.url)
        _ = try lock.rows("BEGIN IMMEDIATE")
        for (place, change) in changes.enumerated() {
            Thread.detachNewThread {
                let outcome = Result {
                    let context = self.container.newContext()
                    try change(context)
                    try context.save()
                    #expect(!context.hasChanges)
                }
                outcomes.withLock { $0[place] = outcome }
            }
        }
        #expect(eventually(within: .seconds(60)) { coordinator.waitingCommitCount == changes.count - 1 })
        if let statement { _ = try lock.rows(statement) }
        _ = try lock.rows("COMMIT")
        try #require(eventually(within: .seconds(60)) { outcomes.withLock { $0.count } == changes.count })
        let errors = outcomes.withLock { outcomes in
            changes.indices.map { place -> (any Error)? in
                if case .failure(let error) = outcomes[place] { error } else { nil }
            }
        }
        return (errors, coordinator.commitCount - before)
    }

    @discardableResult
    private func insert(
        _ entityName: String, _ values: [String: Any] = [:], in context: ManagedObjectContext
    ) throws -> ManagedObject {
        let object = context.insertNewObject(forEntityName: entityName)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    private func insertion(of title: String) -> @Sendable (ManagedObjectContext) throws -> Void {
        { try self.insert("Task", ["title": title], in: $0) }
    }

    private func titles(in context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Task")).compactMap {
            $0.value(forKey: "title") as? String
        }.sorted()
    }

    private func expectSound() throws {
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    @Test("All saves that wait are written in one transaction, and contexts that follow see all of them")
    func together() throws {
        let follower = container.newContext()
        follower.automaticallyMergesChangesFromParent = true
        #expect(try titles(in: follower) == [])
        let names = (1...9).map { "task \($0)" }
        let (errors, transactionCount) = try saveTogether(names.map(insertion))
        #expect(errors.allSatisfy { $0 == nil })
        #expect(transactionCount == 2)
        var insertedCount = 0
        let observation = follower.observe { event in
            if case .objectsDidChange(let change) = event { insertedCount += change.inserted.count }
        }
        withExtendedLifetime(observation) { follower.processPendingChanges() }
        #expect(insertedCount == 9)
        #expect(try titles(in: follower) == names)
        #expect(try titles(in: file.openContext()) == names)
        try expectSound()
    }

    @Test("Each saver has its object with the ID that is stored, and can change it again")
    func savingAgain() throws {
        let saved = Mutex<[ObjectID: String]>([:])
        let container = container
        let names = (1...5).map { "\($0)" }
        let (errors, _) = try saveTogether(
            names.map { name in
                { (context: ManagedObjectContext) throws in
                    let task = try self.insert("Task", ["title": name], in: context)
                    try context.save()
                    task.setValue(name + "!", forKey: "title")
                    saved.withLock { $0[task.objectID] = name + "!" }
                    withExtendedLifetime(container) {}
                }
            })
        #expect(errors.allSatisfy { $0 == nil })
        let context = try file.openContext()
        for (objectID, title) in saved.withLock({ $0 }) {
            #expect(try context.existingObject(with: objectID).value(forKey: "title") as? String == title)
        }
        try expectSound()
    }

    @Test("Of several saves with the same unique value, one succeeds, and each other has its own conflict")
    func conflictingValues() throws {
        let (errors, _) = try saveTogether(["same", "same", "other", "same", "last"].map(insertion))
        #expect(errors.count { $0 is ConstraintConflictError } == 2)
        #expect(errors.count { $0 == nil } == 3)
        #expect(try titles(in: file.openContext()) == ["last", "other", "same"])
        try expectSound()
    }

    @Test("Saves with one unique value in several spellings, which the file does not compare, are not written together")
    func conflictingSpellings() throws {
        let names = ["Caf\u{E9}", "Cafe\u{301}", "\u{212A}elvin", "Kelvin", "a", "b"]
        let (errors, _) = try saveTogether(names.map(insertion))
        #expect(errors.count { $0 is ConstraintConflictError } == 2)
        #expect(try titles(in: file.openContext()).count == 4)
        try expectSound()
    }

    @Test("A save of an object whose row somebody has damaged fails alone")
    func damagedRows() throws {
        let context = container.newContext()
        let damaged = try insert("Task", ["title": "damaged"], in: context)
        try context.save()
        let objectID = damaged.objectID
        let (errors, _) = try saveTogether(
            [
                insertion(of: "a"), insertion(of: "b"),
                { try $0.existingObject(with: objectID).setValue(Int64(1), forKey: "rank") }, insertion(of: "c"),
            ],
            afterDoing: "UPDATE ZTASK SET Z_OPT = 99999999999 WHERE Z_PK = \(objectID.number)")
        #expect(errors.map { $0 == nil } == [true, true, false, true])
        #expect((errors[2] as? StoreError)?.code == .malformed)
        #expect(try DatabaseFile(file.url).rows("SELECT COUNT(*) FROM ZTASK") == [["4"]])
    }

    @Test("Canceling the task of one saver does not cancel the others")
    func canceled() async throws {
        let lock = try DatabaseFile(file.url)
        _ = try lock.rows("BEGIN IMMEDIATE")
        let coordinator = container.persistentStoreCoordinator
        let tasks = (0..<6).map { number in
            Task {
                try await self.container.performBackgroundTask { context in
                    try self.insert("Task", ["title": "\(number)"], in: context)
                    try context.save()
                }
            }
        }
        for _ in 0..<6_000 where coordinator.waitingCommitCount < tasks.count - 1 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(coordinator.waitingCommitCount == tasks.count - 1)
        tasks[0].cancel()
        _ = try lock.rows("COMMIT")
        var failureCount = 0
        for (number, task) in tasks.enumerated() {
            let result = await task.result
            if number > 0 { #expect(throws: Never.self) { try result.get() } }
            if case .failure = result { failureCount += 1 }
        }
        #expect(failureCount <= 1)
        #expect(try titles(in: file.openContext()).count == tasks.count - failureCount)
        try expectSound()
    }

    @Test("Of several saves that change the same object, one succeeds, and those of other objects do")
    func conflictingChanges() throws {
        let context = container.newContext()
        let (shared, own) = try (
            insert("Task", ["title": "a"], in: context), insert("Task", ["title": "b"], in: context)
        )
        try context.save()
        func change(_ object: ManagedObject, _ rank: Int64) -> @Sendable (ManagedObjectContext) throws -> Void {
            let objectID = object.objectID
            return { try $0.existingObject(with: objectID).setValue(rank, forKey: "rank") }
        }
        let (errors, _) = try saveTogether([
            change(shared, 1), change(shared, 2), change(own, 3), change(shared, 4), insertion(of: "c"),
        ])
        #expect(errors.count { $0 is MergeConflictError } == 2)
        #expect(errors[2] == nil && errors[4] == nil)
        let rank = try file.openContext().existingObject(with: own.objectID).value(forKey: "rank") as? Int64
        #expect(rank == 3)
        try expectSound()
    }

    @Test("Saves that add to the same list are stored with all members, and their derived count")
    func sharedOwner() throws {
        let context = container.newContext()
        let lists = try (0..<2).map { _ in try insert("List", in: context) }
        try context.save()
        let (errors, _) = try saveTogether(
            (0..<8).map { number in
                let objectID = lists[number % 2].objectID
                return { (context: ManagedObjectContext) throws in
                    context.mergePolicy = .mergeByPropertyObjectTrump
                    let list = try context.existingObject(with: objectID)
                    try self.insert("Task", ["title": "\(number)", "list": list], in: context)
                }
            })
        #expect(errors.allSatisfy { $0 == nil })
        let reader = try file.openContext()
        for list in lists {
            let stored = try reader.existingObject(with: list.objectID)
            #expect(stored.objectIDs(forRelationshipNamed: "tasks").count == 4)
            #expect(stored.value(forKey: "count") as? Int64 == 4)
        }
        try expectSound()
    }

    @Test("Saves are written one by one if a history is recorded")
    func history() throws {
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        let (errors, transactionCount) = try saveTogether((1...4).map { insertion(of: "\($0)") })
        #expect(errors.allSatisfy { $0 == nil })
        #expect(transactionCount == 4)
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).count == 4)
    }
}
