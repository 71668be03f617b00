import Foundation
import ObjectGraph

/// One store, opened and closed as a rule requires.
struct ConformanceSession {
    let reopens: Bool
    /// Whether the coordinator has another store before this one, without entities.
    let sharesCoordinator: Bool
    let description: any PersistentStoreDescription

    /// Runs work on the store in one session, then other work in another, or in the same one if the store is in memory.
    func twice(_ first: (PersistentContainer) throws -> Void, _ second: (PersistentContainer) throws -> Void) throws {
        if reopens {
            try once(first)
            try once(second)
        } else {
            try once { container in
                try first(container)
                try second(container)
            }
        }
    }

    func once(_ body: (PersistentContainer) throws -> Void) throws {
        let container = try makeContainer()
        try withExtendedLifetime(container) { try body(container) }
    }

    /// Runs work on the store without contexts.
    func withStore(_ body: (BareStore) throws -> Void) throws {
        try once { try body(BareStore(store: try store(of: $0))) }
    }

    /// Runs work on the store without contexts in one session, then other work in another.
    func withStoreTwice(_ first: (BareStore) throws -> Void, _ second: (BareStore) throws -> Void) throws {
        try twice(
            { try first(BareStore(store: try store(of: $0))) }, { try second(BareStore(store: try store(of: $0))) })
    }

    /// Runs work in a context of the store in one session, then other work in another.
    func withContextTwice(
        _ first: (ManagedObjectContext) throws -> Void, _ second: (ManagedObjectContext) throws -> Void
    ) throws {
        try twice({ try first($0.newContext()) }, { try second($0.newContext()) })
    }

    private func makeContainer() throws -> PersistentContainer {
        let model = ConformanceModel.model
        guard sharesCoordinator else { return try PersistentContainer(model: model, store: description) }
        return try PersistentContainer(
            model: model, stores: [(ConformanceModel.noEntities, .inMemory), (nil, description)])
    }

    func store(of container: PersistentContainer) throws -> any PersistentStore {
        guard let store = container.persistentStoreCoordinator.persistentStores.last else {
            throw StoreConformanceError(description: "the container has lost the store")
        }
        return store
    }

    /// Opens the store again, in a container that had it before.
    @discardableResult
    func addAgain(to container: PersistentContainer) throws -> any PersistentStore {
        try container.persistentStoreCoordinator.addPersistentStore(with: description)
    }

    func expect(_ isTrue: Bool, _ description: String) throws {
        guard isTrue else { throw StoreConformanceError(description: description) }
    }

    /// Expects a save to be rejected.
    func expectConflict(_ context: ManagedObjectContext, _ description: String) throws {
        do {
            try context.save()
        } catch is MergeConflictError {
            return
        }
        throw StoreConformanceError(description: description)
    }
}

extension ManagedObjectContext {
    func things(_ entityName: String = "Thing") throws -> [ManagedObject] {
        try fetch(FetchRequest<ManagedObject>(entityName: entityName))
    }
}

extension ManagedObject {
    func members(_ key: String) -> Set<ManagedObject> { value(forKey: key) as? Set<ManagedObject> ?? [] }
    func list(_ key: String) -> [ManagedObject] { value(forKey: key) as? [ManagedObject] ?? [] }
    func member(_ key: String) -> ManagedObject? { value(forKey: key) as? ManagedObject }
}

// The rules for opening and closing stores.
extension ConformanceSession {
    func storesCanBeAddedAgain() throws {
        try once { container in
            let objectID = try saveThingAndRemoveStore(of: container)
            let context = container.newContext()
            let state = context.persistentStoreCoordinator.committedState
            try expect(try !state.contains(objectID), "a removed store still shows an object")
            try expect(try context.things().isEmpty, "a fetch finds an object of a removed store")
            try addAgain(to: container)
            guard reopens else { return }
            let thing = try context.existingObject(with: objectID)
            try expect(thing.value(forKey: "stringValue") as? String == "kept", "an object has different values")
            try expect(thing.member("box")?.members("contents") == [thing], "an object has lost its relationships")
            thing.setValue("changed", forKey: "stringValue")
            try context.save()
            let fresh = container.newContext()
            let value = fresh.object(with: objectID).value(forKey: "stringValue") as? String
            try expect(value == "changed", "a change is not saved after the store was added again")
        }
    }

    /// A separate function, so nothing retains the store when it is opened again.
    private func saveThingAndRemoveStore(of container: PersistentContainer) throws -> ObjectID {
        let context = container.newContext()
        let thing = context.insertNewObject(forEntityName: "Thing")
        thing.setValue("kept", forKey: "stringValue")
        thing.setValue(context.insertNewObject(forEntityName: "Box"), forKey: "box")
        try context.save()
        try container.persistentStoreCoordinator.remove(try store(of: container))
        return thing.objectID
    }
}

extension ConformanceSession {
    func historySurvivesReopening() throws {
        var expected: [PersistentHistoryTransaction] = []
        var deleted: PersistentHistoryToken?
        try twice(
            { container in
                guard try keepsHistory(container) else { return }
                let coordinator = container.persistentStoreCoordinator
                try coordinator.setTracksHistory(true)
                let context = container.newContext()
                context.transactionAuthor = "an \"author\""
                context.name = "a context"
                let thing = context.insertNewObject(forEntityName: "Thing")
                try context.save()
                deleted = coordinator.currentPersistentHistoryToken(fromStores: [try store(of: container)])
                thing.setValue("kept", forKey: "stringValue")
                thing.setValue(Int64(7), forKey: "integer64Value")
                try context.save()
                let kept = coordinator.currentPersistentHistoryToken(fromStores: [try store(of: container)])
                context.insertNewObject(forEntityName: "Box")
                let objectID = thing.objectID
                context.delete(thing)
                try context.save()
                if let kept { try coordinator.deleteHistory(before: kept) }
                expected = try coordinator.history(after: PersistentHistoryToken?.none)
                try expect(
                    expected.map { $0.changes.map(\.changeType) } == [[.update], [.insert, .delete]],
                    "a transaction is missing, or was not deleted")
                let own = expected.reversed().compactMap { $0.restricted(to: objectID) }
                try expect(
                    try own.count == 2 && coordinator.history(of: objectID, limit: 9) == own,
                    "the history of an object differs from the object's changes in the whole history")
                try expect(
                    try coordinator.history(of: objectID, limit: 1) == Array(own.prefix(1))
                        && coordinator.history(of: objectID, before: own.first?.token, limit: 9)
                            == Array(own.dropFirst()),
                    "the history of an object is not divided into the requested parts")
                try expect(
                    expected.first?.changes.first?.updatedProperties == ["integer64Value", "stringValue"],
                    "the changed properties differ")
                try expect(
                    expected.last?.changes.last?.tombstone == ["stringValue": .string("kept")],
                    "the preserved values of a deleted object are missing")
            },
            { container in
                guard try keepsHistory(container), let deleted else { return }
                let coordinator = container.persistentStoreCoordinator
                try expect(coordinator.tracksHistory, "the history no longer records saves")
                let found = try coordinator.history(after: deleted)
                try expect(found == expected, "the history differs")
                let context = container.newContext()
                context.insertNewObject(forEntityName: "Box")
                try context.save()
                let token = coordinator.currentPersistentHistoryToken(fromStores: [try store(of: container)])
                try expect(
                    token?.transactionNumber == deleted.transactionNumber + 3,
                    "the numbers of transactions do not continue")
                try expect(
                    try coordinator.history(after: expected.last?.token).count == 1,
                    "the history does not contain a later save")
            })
    }

    /// Whether the history must exist in another session, or there is only one session.
    private func keepsHistory(_ container: PersistentContainer) throws -> Bool {
        try !reopens || store(of: container).history != nil
    }
}
