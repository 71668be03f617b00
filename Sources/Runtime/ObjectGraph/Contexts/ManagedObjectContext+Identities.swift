extension ManagedObjectContext {
    /// Returns the object for an ID, without checking whether it exists in the store (rule ID-8).
    ///
    /// ```swift
    /// let hero = context.object(with: heroID)  // A fault: nothing is read yet.
    /// print(hero.isFault)  // true
    /// ```
    ///
    /// - Precondition: The ID belongs to the context's store, and the model has its entity.
    public func object(with objectID: ObjectID) -> ManagedObject {
        guard let reference = reference(for: objectID) else {
            require(
                managedObjectModel.entitiesByName[objectID.entityName] != nil,
                "the model '\(managedObjectModel.name)' has no entity '\(objectID.entityName)'")
            endProgram("\(objectID) is not an object ID of this context's store")
        }
        return object(for: reference)
    }

    /// Returns the reference to an object, also in a store that the context has not noticed yet;
    /// nil for an unknown store.
    private func reference(for objectID: ObjectID) -> ObjectReference? {
        if let reference = layout.reference(for: objectID) { return reference }
        followStores()
        return layout.reference(for: objectID)
    }

    /// Returns the object for an ID if it is registered with the context (rule ID-10).
    ///
    /// ```swift
    /// if let hero = context.registeredObject(for: heroID) as? Hero {  // Without reading it
    ///     names.append(hero.name)
    /// }
    /// ```
    public func registeredObject(for objectID: ObjectID) -> ManagedObject? {
        layout.reference(for: objectID).flatMap { registry[$0] }
    }

    /// Returns the object for an ID if it exists.
    ///
    /// An object that the context has not read has the latest committed state. To read it, the call waits for the
    /// store.
    ///
    /// ```swift
    /// let stored = try context.existingObject(with: heroID) as? Hero  // Throws an error if there is none.
    /// ```
    ///
    /// - Throws: ``ObjectNotFoundError`` if neither this context nor the store has it (rule ID-9), or the context has
    ///   deleted it; or the store's error.
    public func existingObject(with objectID: ObjectID) throws -> ManagedObject {
        guard let reference = reference(for: objectID) else { throw ObjectNotFoundError(objectID: objectID) }
        catchUp()
        guard let object = livingObject(for: reference) else { throw ObjectNotFoundError(objectID: objectID) }
        try loadValues(of: [object])
        // Never a fault (rule FLT-11).
        if !object.hasPending, object.isInaccessibleFault { throw ObjectNotFoundError(objectID: objectID) }
        return object
    }

    /// Assigns permanent IDs to new objects, without saving them (rule ID-7).
    ///
    /// A child also obtains the IDs of objects that it has saved to its parent, and that are not in the store yet. The
    /// call waits for the store, which reserves numbers. ``saveAsynchronously(isolation:)`` doesn't need it.
    ///
    /// ```swift
    /// let note = Note(context: context)
    /// try context.obtainPermanentIDs(for: [note])
    /// let link = note.objectID.uriRepresentation()  // Stays valid after the save.
    /// ```
    ///
    /// - Throws: The store's error if it has no numbers left. In this case, nothing has changed.
    public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
        completeSaveInProgress()
        try assignPermanentIDs(to: objects)
        notifyOfOtherIDs()
    }

    /// Does the same for a save, which notifies observers at its end.
    func assignPermanentIDs(to objects: [ManagedObject]) throws {
        let temporary = objects.filter { $0.reference.isTemporary && $0.context === self }
        let own = temporary.filter(\.isInserted)
        try givePermanentReferences(to: own)
        // Others are those of a parent that has not saved them. It also gives its children the IDs.
        if let parent, own.count < temporary.count {
            let theirs = temporary.filter { !$0.isInserted }.compactMap { parent.livingObject(for: $0.reference) }
            try parent.obtainPermanentIDs(for: theirs)
        }
        takePermanentReferences(of: own)
    }

    private func takePermanentReferences(of objects: [ManagedObject]) {
        let names = Dictionary(
            objects.map { ($0.reference, $0.permanentReference) }, uniquingKeysWith: { first, _ in first })
        let sources = changedObjects(leadingTo: objects)
        for object in objects {
            takePermanentReference(object)
            object.flags.insert(.wasIdentifiedEarly)
        }
        renameLinks(of: sources, as: names)
        renameInChildren(as: names)
    }

    /// The changed objects that may lead to some new ones: their destinations, so that a program can obtain the IDs of
    /// objects one by one, or all if some may lead to an object that does not lead back.
    private func changedObjects(leadingTo objects: [ManagedObject]) -> [ManagedObject] {
        let changed = changed
        guard objects.count < changed.count / 8, parent == nil, undoHistory == nil, !changes.areOneSided,
            !changes.havePrimitiveLinks, objects.allSatisfy({ knowsItsSources($0.entity) })
        else { return changed }
        var found = objects
        var seen = Set(objects)
        for object in objects {
            for reference in object.pendingLinks.lazy.flatMap(\.references) {
                guard let other = registry[reference], other.hasChanges, seen.insert(other).inserted else { continue }
                found.append(other)
            }
        }
        return found
    }

    /// Reserves IDs for new objects that are about to be committed. Objects get the numbers of a
    /// `NumberAllocatingStore` immediately, because such a store looks at the objects.
    func identify(_ objects: [ManagedObject]) throws {
        try givePermanentReferences(to: objects)
        guard !objects.isEmpty,
            persistentStoreCoordinator.persistentStores.contains(where: { $0 is any NumberAllocatingStore })
        else { return }
        let given = try byStore(objects).filter { $0.store is any NumberAllocatingStore }
        takePermanentReferences(of: given.flatMap(\.objects))
    }

    /// Reserves IDs for new objects, which get them when the save succeeds. They keep the IDs from an earlier save that
    /// may have succeeded.
    ///
    /// - Throws: ``CoordinatorError`` for an object without a store, ``ObjectNumbersExhaustedError``, or a store's
    ///   error.
    func givePermanentReferences(to objects: [ManagedObject]) throws {
        let layout = layout
        let objects = objects.filter { lacksPermanentReference($0, in: layout) }
        guard !objects.isEmpty else { return }
        for (store, objects) in try byStore(objects) {
            if let store = store as? any NumberAllocatingStore {
                try give(store.numbers(for: objects), to: objects, in: layout)
                continue
            }
            for (rootName, members) in families(of: objects) {
                let first = try requesting {
                    try store.reserveNumbers(members.count, forRootEntityNamed: rootName)
                }
                try give(first, to: members, ofRootEntityNamed: rootName, in: layout)
            }
        }
    }

    /// Reserves IDs for new objects as ``givePermanentReferences(to:)`` does, but without blocking the context's actor
    /// while the store assigns numbers. Meanwhile, the context can change.
    ///
    /// - Returns: Whether the context waited.
    func givePermanentReferencesAsynchronously(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        let layout = layout
        let objects = insertedByIdentity().new.filter { lacksPermanentReference($0, in: layout) }
        guard parent == nil, isQueried, !objects.isEmpty else { return false }
        var hasWaited = false
        for (store, objects) in try byStore(objects) where !(store is any NumberAllocatingStore) {
            for (rootName, members) in families(of: objects) {
                let first = try await StoreThreads.run(for: requestingName) { [count = members.count] in
                    try store.reserveNumbers(count, forRootEntityNamed: rootName)
                }
                hasWaited = true
                // Meanwhile, some may have been deleted or have received other numbers, which leaves a gap.
                let missing = members.filter { object in
                    object.context === self && object.state == .inserted && object.reference.isTemporary
                        && lacksPermanentReference(object, in: layout)
                }
                try give(first, to: missing, ofRootEntityNamed: rootName, in: layout)
            }
        }
        return hasWaited
    }

    /// Whether a new object has no permanent ID, or one of another store.
    private func lacksPermanentReference(_ object: ManagedObject, in layout: GraphLayout) -> Bool {
        object.permanentReference.isNone || object.permanentReference.entityOrdinal != table(of: object, in: layout)
    }

    private func give(
        _ first: Int64, to objects: [ManagedObject], ofRootEntityNamed rootName: String, in layout: GraphLayout
    ) throws {
        guard first > 0 else { throw StoreContractError(rule: .number) }
        guard first <= ObjectReference.maximumNumber - Int64(objects.count) else {
            throw ObjectNumbersExhaustedError(entityName: rootName)
        }
        var lastTable: Int?
        var checkedTables: Set<Int> = []
        for (offset, object) in objects.enumerated() {
            guard let table = table(of: object, in: layout) else { throw noStore(for: object) }
            if table != lastTable {
                // Objects of several tables can alternate.
                if checkedTables.insert(table).inserted {
                    try checkAreFree(from: ObjectReference(entity: table, number: first), objects.count)
                }
                lastTable = table
            }
            object.permanentReference = ObjectReference(entity: table, number: first + Int64(offset))
        }
    }

    private func give(_ numbers: [Int64], to objects: [ManagedObject], in layout: GraphLayout) throws {
        guard numbers.count == objects.count else { throw StoreContractError(rule: .count) }
        var taken: Set<ObjectReference> = []
        for (object, number) in zip(objects, numbers) {
            guard let table = table(of: object, in: layout) else { throw noStore(for: object) }
            guard number > 0 else { throw StoreContractError(rule: .number) }
            guard number <= ObjectReference.maximumNumber else {
                throw ObjectNumbersExhaustedError(entityName: object.entity.name)
            }
            let reference = ObjectReference(entity: table, number: number)
            guard taken.insert(reference).inserted else {
                throw StoreContractError(rule: .number, objectID: layout.objectID(for: reference))
            }
            try checkAreFree(from: reference, 1)
            object.permanentReference = reference
        }
    }

    /// - Throws: ``StoreContractError`` if an object of the context has one of some consecutive references, which
    ///   a new one would take. Something else is a fault that nothing has been read for: its ID may be made up.
    private func checkAreFree(from first: ObjectReference, _ count: Int) throws {
        for object in registry.objects(from: first, count: count)
        where object.hasChanges || !object.heldRow.isNone && !object.flags.contains(.isInaccessible) {
            throw StoreContractError(rule: .number, objectID: object.objectID)
        }
    }

    /// Returns objects by the names of their root entities, in the order of the names.
    private func families(of objects: [ManagedObject]) -> [(key: String, value: [ManagedObject])] {
        let entity = objects[0].entity
        // Usually all are of one entity, so this avoids asking each for its name.
        if objects.allSatisfy({ $0.entity === entity }) { return [(entity.rootName, objects)] }
        return Dictionary(grouping: objects, by: \.entity.rootName).sorted { $0.key < $1.key }
    }

    /// Returns new objects by their stores, in the order of the stores.
    private func byStore(_ objects: [ManagedObject]) throws -> [(store: any PersistentStore, objects: [ManagedObject])]
    {
        let stores = persistentStoreCoordinator.persistentStores
        if stores.count == 1 { return [(stores[0], objects)] }
        let groups = try Dictionary(grouping: objects) { object in
            guard let table = table(of: object), let index = layout.storeIndex(ofTable: table) else {
                throw noStore(for: object)
            }
            return layout.stores[index].identifier
        }
        return stores.compactMap { store in groups[store.identifier].map { (store, $0) } }
    }

    /// Discards the reserved IDs of new objects after a failed save.
    func forgetReservedReferences() {
        for object in changed where object.reference.isTemporary { object.permanentReference = .none }
    }

    private func noStore(for object: ManagedObject) -> CoordinatorError {
        object.details?.assignedStoreIdentifier == nil
            ? .noStore(forEntityNamed: object.entity.name) : .storeRemoved(of: [object.objectID])
    }

    /// Gives an object its permanent ID.
    func takePermanentReference(_ object: ManagedObject) {
        guard object.reference.isTemporary, !object.permanentReference.isNone else { return }
        undoHistory?.note(object.permanentReference, replacing: object.reference)
        rename(object, to: object.permanentReference)
        object.permanentReference = .none
    }

    /// Updates the references in changed objects.
    func renameLinks(as names: [ObjectReference: ObjectReference]) { renameLinks(of: changed, as: names) }

    private func renameLinks(of objects: [ManagedObject], as names: [ObjectReference: ObjectReference]) {
        for object in objects where object.hasPending {
            for relationship in object.entity.relationships {
                let links = object.pendingLinks[relationship.index]
                let base = parent == nil ? object.baseLinks(at: relationship.index) : nil
                let (isOrdered, index) = (relationship.isOrdered, relationship.index)
                object.pendingLinks[index] = links.mapping(since: base, isOrdered: isOrdered) { names[$0] ?? $0 }
            }
        }
    }
}

/// An error that occurs if there is no object with an ID.
///
/// ```swift
/// do {
///     let hero = try context.existingObject(with: heroID)
///     print("Continue with", hero)
/// } catch is ObjectNotFoundError {
///     bookmarks.removeAll { $0 == heroID }  // It was deleted in the meantime.
/// }
/// ```
public struct ObjectNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 133000
    /// The ID of the missing object.
    public var objectID: ObjectID

    /// - Parameter objectID: The ID of the missing object.
    public init(objectID: ObjectID) { self.objectID = objectID }

    public var description: String { "the object \(objectID) does not exist" }
}

/// An error that occurs if a store has no numbers left for new objects.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as ObjectNumbersExhaustedError {
///     print("Copy the objects of \(error.entityName) into a new store, which numbers them from 1")
///     context.rollback()
/// }
/// ```
public struct ObjectNumbersExhaustedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The root of the entity hierarchy without numbers.
    public var entityName: String

    public var description: String { "the store has no numbers left for new objects of '\(entityName)'" }
}

/// A store that chooses the numbers of new objects, for a module with Core Data's names. The store receives the
/// objects, which have their permanent IDs when it commits them.
package protocol NumberAllocatingStore: PersistentStore {
    /// Returns the numbers of new objects, in their order. Never called twice for an object, unless it throws.
    func numbers(for objects: [ManagedObject]) throws -> [Int64]
}
