import Foundation
import ObjectGraph

/// One store, opened and closed as a rule asks for it.
struct ConformanceSession {
    let reopens: Bool
    /// Whether another store is there before it, which has no entities.
    let isBesideAnother: Bool
    let description: any PersistentStoreDescription

    /// Runs work on the store in one session, then other work in another one, or in the same where it is lost with it.
    func twice(
        _ first: (PersistentContainer) throws -> Void, _ second: (PersistentContainer) throws -> Void
    ) throws {
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

    private func makeContainer() throws -> PersistentContainer {
        let model = ConformanceModel.model
        guard isBesideAnother else { return try PersistentContainer(model: model, store: Opening(description)) }
        return try PersistentContainer(
            model: model, stores: [(ConformanceModel.noEntities, .inMemory), (nil, Opening(description))])
    }

    /// The store that is tested.
    func store(of container: PersistentContainer) throws -> any PersistentStore {
        guard let store = container.persistentStoreCoordinator.persistentStores.last else {
            throw ConformanceFailure(description: "the container has lost the store")
        }
        return store
    }

    /// Opens the store again, in a container that has had it.
    @discardableResult
    func addAgain(to container: PersistentContainer) throws -> any PersistentStore {
        try container.persistentStoreCoordinator.addPersistentStore(with: Opening(description))
    }

    func expect(_ isTrue: Bool, _ description: String) throws {
        guard isTrue else { throw ConformanceFailure(description: description) }
    }

    /// Expects a save to be refused.
    func expectConflict(_ context: ManagedObjectContext, _ description: String) throws {
        do {
            try context.save()
        } catch is MergeConflict {
            return
        }
        throw ConformanceFailure(description: description)
    }

    /// A description of any kind as one of its own.
    private struct Opening: PersistentStoreDescription {
        let description: any PersistentStoreDescription

        init(_ description: any PersistentStoreDescription) {
            self.description = description
        }

        func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
            try description.openStore(for: model)
        }
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
