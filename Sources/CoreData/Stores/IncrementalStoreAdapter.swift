import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph

/// Adapts a custom incremental store to the runtime, which queries it on demand.
// Unchecked: the lock admits one caller of the store at a time, and guards what changes.
final class IncrementalStoreAdapter: CustomStoreAdapter, @unchecked Sendable {
    let identifier: UUID
    let storeURL: URL?
    let systemName: String
    private let model: ManagedObjectModel
    // The coordinator owns it, and with it this.
    private weak var store: NSIncrementalStore?
    private let lock = NSRecursiveLock()
    private var versions: [ObjectID: ObjectVersion] = [:]
    /// For reads without a known context. Weak, as its coordinator refers back to this.
    private weak var ownContext: NSManagedObjectContext?

    init(_ store: NSIncrementalStore, model: ManagedObjectModel) {
        self.store = store
        self.model = model
        identifier = store.graphIdentifier
        storeURL = store.url
        systemName = store.type
    }

    /// Runs work with exclusive access to the store.
    func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        guard let coordinator = store?.persistentStoreCoordinator else { return try body() }
        let turn = StoreTurn(of: coordinator)
        defer { turn.end() }
        return try StoreCall.$turn.withValue(turn, operation: body)
    }

    private var present: NSIncrementalStore {
        get throws {
            guard let store else { throw NSError(removedStoreWith: identifier) }
            return store
        }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try present.references.reserve(count, rootName: name)
    }

    func openView() -> any StoreView { IncrementalStoreView(self) }

    // MARK: - New objects

    func numbers(for objects: [ManagedObject]) throws -> [Int64] {
        let store = try present
        return try inTurn {
            let objects = objects.compactMap { $0 as? NSManagedObject }
            let objectIDs = try store.obtainPermanentIDs(for: objects).map(\.graphID)
            guard objectIDs.count == objects.count else {
                throw NSError(
                    store, "obtainPermanentIDs(for:) returned \(objectIDs.count) of \(objects.count) IDs")
            }
            var seen: Set<ObjectID> = []
            for (objectID, object) in zip(objectIDs, objects) {
                guard store.references.reference(of: objectID) != nil, objectID.storeIdentifier == identifier,
                    objectID.entityName == object.entity.name
                else {
                    let name = object.entity.name ?? ""
                    throw NSError(store, "obtainPermanentIDs(for:) returned \(objectID) for a new object of '\(name)'")
                }
                guard versions[objectID]?.isGone ?? true, seen.insert(objectID).inserted else {
                    throw NSError(store, "obtainPermanentIDs(for:) returned \(objectID) for two objects")
                }
            }
            return objectIDs.map(\.number)
        }
    }

    // MARK: - Saving

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        let store = try present
        return try inTurn {
            if store.isReadOnly { throw NSError(readOnly: store) }
            let saving = try SavingContext(of: store)
            try check(changes)
            let updated = changes.updated.map(\.objectID) + changes.indirectlyUpdated
            let request = NSSaveChangesRequest(
                inserted: Set(try saving.objects(changes.inserted.map(\.objectID))),
                updated: Set(try saving.objects(updated)),
                deleted: Set(try saving.objects(changes.deleted.map(\.objectID))),
                locked: Set(try saving.objects(changes.expectedVersions.map(\.objectID))))
            do {
                _ = try store.execute(request, with: saving.context)
            } catch {
                throw conflict(in: error as NSError, of: saving.context) ?? error
            }
            store.hasUnsavedMetadata = false
            return receipt(changes)
        }
    }

    func saveMetadata(for context: NSManagedObjectContext) throws {
        let store = try present
        try inTurn {
            if store.isReadOnly { throw NSError(readOnly: store) }
            let nothing = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
            _ = try store.execute(nothing, with: context)
            store.hasUnsavedMetadata = false
        }
    }

    /// Refuses changes to objects that another context has saved, or that were read again since.
    private func check(_ changes: StoreChanges) throws {
        var stale = changes.updated.filter { (versions[$0.objectID]?.number ?? $0.version) != $0.version }
            .map(\.objectID)
        for expected in changes.deleted + changes.expectedVersions {
            guard let version = expected.version, let known = versions[expected.objectID] else { continue }
            if known.number != version { stale.append(expected.objectID) }
        }
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
    }

    /// The conflict that a store reports, for a context that has a policy for it; nil for any other error.
    private func conflict(in error: NSError, of context: NSManagedObjectContext) -> MergeConflictError? {
        guard error.domain == NSCocoaErrorDomain, error.code == NSManagedObjectMergeError,
            !context.ownMergePolicy.isError,
            let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict], !conflicts.isEmpty
        else { return nil }
        let objectIDs = conflicts.map { ($0.sourceObject as ManagedObject).objectID }
        // The store's values are now another version than any that was read.
        for objectID in objectIDs { versions[objectID]?.advance() }
        return MergeConflictError(objectIDs: Set(objectIDs).sorted())
    }

    private func receipt(_ changes: StoreChanges) -> StoreReceipt {
        var numbers: [ObjectID: Int] = [:]
        for insertion in changes.inserted {
            // An object that had vanished, and is created again, continues from its last version.
            let number = (versions[insertion.objectID]?.number ?? 0) + 1
            versions[insertion.objectID] = ObjectVersion(number: number)
            numbers[insertion.objectID] = number
        }
        for update in changes.updated {
            let number = max(versions[update.objectID]?.number ?? 0, update.version) + 1
            versions[update.objectID] = ObjectVersion(number: number)
            numbers[update.objectID] = number
        }
        // A store may count these as changed, although nobody else changed them.
        for objectID in changes.indirectlyUpdated { versions[objectID]?.forget() }
        for deletion in changes.deleted { versions[deletion.objectID] = nil }
        return StoreReceipt(versions: numbers)
    }

    // MARK: - Reading

    /// The context with the request.
    private func context(of store: NSIncrementalStore) -> NSManagedObjectContext {
        if let call = StoreCall.current { return call.context }
        let coordinator = store.persistentStoreCoordinator
        if let running = ContextQueue.currentContext, running.persistentStoreCoordinator === coordinator {
            return running
        }
        if let ownContext { return ownContext }
        let made = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        made.persistentStoreCoordinator = coordinator
        ownContext = made
        return made
    }

    private func entity(of objectID: ObjectID) throws -> EntityDescription {
        guard let entity = model.entitiesByName[objectID.entityName] else {
            throw NSError(code: NSCoreDataError, "the model has no entity '\(objectID.entityName)'")
        }
        return entity
    }

    /// The store's values of an object; nil if it has no such object.
    func row(of objectID: ObjectID) throws -> StoreRow? {
        let store = try present
        return try inTurn { () throws -> StoreRow? in
            guard let node = try node(of: objectID, in: store) else {
                versions[objectID]?.vanish()
                return nil
            }
            guard node.objectID.graphID == objectID else {
                let answered = node.objectID.graphID
                throw NSError(
                    store, "newValuesForObject(with:with:) returned \(answered), but \(objectID) was requested")
            }
            let entity = try entity(of: objectID)
            let properties = NSEntityDescription.description(of: entity).propertiesByName
            let values = try entity.attributes.map { attribute -> AttributeValue in
                guard !attribute.isTransient, let property = properties[attribute.name] else { return .null }
                return try NodeValue(store: store, objectID: objectID, key: attribute.name).value(
                    node.value(for: property), of: attribute, entity)
            }
            let destinations = try entity.relationships.map { relationship -> [ObjectID]? in
                guard let value = properties[relationship.name].flatMap({ node.value(for: $0) }) else { return nil }
                return try self.destinations(value, of: relationship, from: objectID, in: store)
            }
            return StoreRow(
                objectID: objectID, version: number(of: objectID, node.version), values: values,
                destinations: destinations)
        }
    }

    private func node(of objectID: ObjectID, in store: NSIncrementalStore) throws -> NSIncrementalStoreNode? {
        do {
            return try store.newValuesForObject(with: NSManagedObjectID(objectID), with: context(of: store))
        } catch let error as NSError {
            let isMissing = error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectReferentialIntegrityError
            guard isMissing else { throw error }
            return nil
        }
    }

    /// The runtime's number of a store's version of an object: a greater one each time that the store reports another
    /// version.
    private func number(of objectID: ObjectID, _ version: UInt64) -> Int {
        var known = versions[objectID] ?? ObjectVersion(number: 1)
        known.take(version)
        versions[objectID] = known
        return known.number
    }

    private func destinations(
        _ value: Any, of relationship: RelationshipDescription, from objectID: ObjectID, in store: NSIncrementalStore
    ) throws -> [ObjectID] {
        let place = NodeValue(store: store, objectID: objectID, key: relationship.name)
        return try place.members(value, isToMany: relationship.isToMany).map { member in
            guard let destination = member as? NSManagedObjectID else {
                throw place.error("expected object IDs as destinations, got \(Swift.type(of: member))")
            }
            return destination.graphID
        }
    }

    /// The destinations of a relationship of an object.
    func destinations(of relationship: RelationshipDescription, from objectID: ObjectID) throws -> [ObjectID] {
        let store = try present
        return try inTurn {
            let description = NSEntityDescription.description(of: try entity(of: objectID))
            guard let property = description.propertiesByName[relationship.name] as? NSRelationshipDescription else {
                return []
            }
            let value = try store.newValue(
                forRelationship: property, forObjectWith: NSManagedObjectID(objectID), with: context(of: store))
            return try destinations(value, of: relationship, from: objectID, in: store)
        }
    }

    /// The objects that match a query, and the part of the query that remains to be evaluated.
    func execute(_ query: StoreQuery) throws -> StoreResult {
        let store = try present
        return try inTurn {
            let (request, isWhole) = try request(for: query)
            let result = try store.execute(request, with: context(of: store))
            let objectIDs = try objectIDs(in: result, request, store)
            guard isWhole else {
                let wanted = Set(query.entityNames)
                return StoreResult(
                    .objectIDs(objectIDs.filter { wanted.contains($0.entityName) }), remainingParts: .range)
            }
            return StoreResult(.objectIDs(objectIDs))
        }
    }

    /// The number of objects that match a query; nil if the store cannot count them.
    func count(_ query: StoreQuery) throws -> Int? {
        let store = try present
        return try inTurn {
            let (request, isWhole) = try request(for: query)
            guard isWhole else { return nil }
            request.resultType = .countResultType
            let result = try store.execute(request, with: context(of: store))
            let counts = (result as? [Any]) ?? [result]
            guard counts.count == 1, let count = (counts[0] as? NSNumber)?.intValue ?? counts[0] as? Int, count >= 0
            else {
                let given = Swift.type(of: result)
                throw NSError(store, "execute(_:with:) must return an array of one number, but returned \(given)")
            }
            return count
        }
    }

    /// The request for a query, and whether it covers the whole query.
    private func request(
        for query: StoreQuery
    ) throws -> (request: NSFetchRequest<any NSFetchRequestResult>, isWhole: Bool) {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let call = StoreCall.current?.request as? any AnyFetchRequest { call.passOn(to: request) }
        request.entity = NSEntityDescription.description(of: query.entity)
        request.predicate = query.predicate.map { NSPredicate(tree: $0) }
        request.sortDescriptors = query.order.isEmpty ? nil : query.order.map { NSSortDescriptor(graphKey: $0) }
        let isFamily = Set(query.entityNames) == Set(query.entity.concreteFamilyNames)
        let isAlone = query.entityNames == [query.entity.name]
        request.includesSubentities = !isAlone || isFamily
        guard isFamily || isAlone else { return (request, false) }
        request.fetchLimit = query.limit
        request.fetchOffset = query.offset
        return (request, true)
    }

    private func objectIDs(
        in result: Any, _ request: NSFetchRequest<any NSFetchRequestResult>, _ store: NSIncrementalStore
    ) throws -> [ObjectID] {
        let wanted = "execute(_:with:) must return an array of objects or object IDs for a fetch"
        let members: [Any]? =
            switch result {
            case let array as NSArray: (0..<array.count).map { array.object(at: $0) }
            case let array as [Any]: array
            default: nil
            }
        guard let members else { throw NSError(store, "\(wanted), but returned \(Swift.type(of: result))") }
        return try members.map { member in
            switch member {
            case let object as ManagedObject: return object.objectID
            case let objectID as NSManagedObjectID: return objectID.graphID
            default: throw NSError(store, "\(wanted), but returned \(Swift.type(of: member))")
            }
        }
    }
}

/// The version of an object that a store was found to have, as the runtime counts.
private struct ObjectVersion {
    /// A number that grows with each version.
    private(set) var number: Int
    /// The store's own version number; nil if it has not given one since the object was saved.
    private var version: UInt64?
    /// Whether the store had no such object at the last request.
    private(set) var isGone = false

    init(number: Int) { self.number = number }

    mutating func take(_ other: UInt64) {
        if let version, version != other { number += 1 }
        version = other
        isGone = false
    }

    /// Records that the store has the same version under another number.
    mutating func forget() { version = nil }

    /// Records that the store has no such object. If it has one again, that is another version.
    mutating func vanish() {
        if !isGone { advance() }
        isGone = true
    }

    /// Records that the store has another version, whatever its number.
    mutating func advance() {
        number += 1
        version = nil
    }
}

/// Asks an incremental store, which answers with its state at that moment.
private final class IncrementalStoreView: StoreView {
    private let adapter: IncrementalStoreAdapter

    init(_ adapter: IncrementalStoreAdapter) { self.adapter = adapter }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try objectIDs.compactMap(adapter.row) }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        StoreDestinations(try objectIDs.map { try adapter.destinations(of: relationship, from: $0) })
    }

    func execute(_ query: StoreQuery) throws -> StoreResult { try adapter.execute(query) }

    func count(_ query: StoreQuery) throws -> Int? { try adapter.count(query) }
}
