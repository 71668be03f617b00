import Foundation
import ObjectGraph
import Synchronization

/// Adapts a custom atomic store to the runtime: its objects are in memory as those of any resident store, and each
/// commit goes to the nodes and the file.
// Unchecked: the lock admits one caller of the store at a time.
final class AtomicStoreAdapter: ResidentStore, CustomStoreAdapter, @unchecked Sendable {
    let identifier: UUID
    let storeURL: URL?
    let systemName: String
    // The coordinator owns it, and with it this.
    private weak var store: NSAtomicStore?
    private let latest: Mutex<GraphSnapshot>
    private let lock = NSRecursiveLock()

    /// Loads the store.
    ///
    /// - Throws: The errors of ``NSAtomicStore/load()``, or an error about nodes that do not fit the model.
    init(_ store: NSAtomicStore, model: ManagedObjectModel) throws {
        self.store = store
        storeURL = store.url
        systemName = store.type
        try store.load()
        identifier = store.graphIdentifier
        let contents = InMemoryStore(model: model, identifier: identifier)
        let changes = try CacheNodeReading(store, model).changes()
        if !changes.inserted.isEmpty {
            // A file can lack values that derivations have, or contain other ones.
            _ = try contents.commit(changes.withDerivedValues(of: model, storeIdentifier: identifier))
        }
        latest = Mutex(contents.snapshot)
    }

    var snapshot: GraphSnapshot { latest.withLock { $0 } }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try present.references.reserve(count, rootName: name)
    }

    private var present: NSAtomicStore {
        get throws {
            guard let store else { throw NSError(removedStoreWith: identifier) }
            return store
        }
    }

    func numbers(for objects: [ManagedObject]) throws -> [Int64] {
        let store = try present
        return try lock.withLock {
            var seen: Set<ObjectID> = []
            return try objects.compactMap { $0 as? NSManagedObject }.map { object in
                let reference = store.newReferenceObject(for: object)
                let objectID = store.objectID(for: object.entity, withReferenceObject: reference)
                guard store.cacheNode(for: objectID) == nil, seen.insert(objectID.graphID).inserted else {
                    let name = object.entity.name ?? ""
                    throw NSError(store, "newReferenceObject(for:) returned '\(reference)' for two '\(name)' objects")
                }
                return objectID.graphID.number
            }
        }
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        let store = try present
        return try lock.withLock {
            if store.isReadOnly { throw NSError(readOnly: store) }
            if let url = store.url { try StoreFile(url, ofType: store.type).checkIsReplaceable() }
            let before = snapshot
            let next = try before.applying(changes)
            let saving = try SavingContext(of: store)
            let objectID = { (reference: ObjectReference) in before.layout.objectID(for: reference) }
            try store.write(
                SavedManagedObjects(
                    inserted: try saving.objects(changes.inserted.map { objectID($0.reference) }),
                    updated: try saving.objects(
                        (changes.updated.map(\.reference) + changes.indirectlyUpdated).map(objectID)),
                    deletedIDs: changes.deleted.map { objectID($0.reference) }))
            latest.withLock { $0 = next }
            store.hasUnsavedMetadata = false
            return next
        }
    }

    func saveMetadata(for context: NSManagedObjectContext) throws {
        let store = try present
        try lock.withLock {
            if store.isReadOnly { throw NSError(readOnly: store) }
            try store.save()
            store.hasUnsavedMetadata = false
        }
    }
}

/// The context that saves, whose objects a custom store receives.
struct SavingContext {
    let context: NSManagedObjectContext
    private let store: NSPersistentStore

    /// - Throws: An error with the code 134091 if no context saves, as for a batch request.
    init(of store: NSPersistentStore) throws {
        guard let call = StoreCall.current, call.isSave else { throw NSError(notASaveTo: store) }
        context = call.context
        self.store = store
    }

    /// The context's objects with some IDs.
    func objects(_ objectIDs: [ObjectID]) throws -> [NSManagedObject] {
        try objectIDs.map { objectID in
            guard let object = context.graph.registeredObject(for: objectID) as? NSManagedObject else {
                throw NSError(notASaveTo: store)
            }
            return object
        }
    }
}

/// Reads the nodes of an atomic store as changes to commit.
private struct CacheNodeReading {
    private let store: NSAtomicStore
    private let model: ManagedObjectModel
    /// The destinations of the stored relationships, by the index of the relationship.
    private var destinations: [ObjectID: [[ObjectID]]] = [:]
    private let nodes: [ObjectID: NSAtomicStoreCacheNode]

    init(_ store: NSAtomicStore, _ model: ManagedObjectModel) throws {
        self.store = store
        self.model = model
        nodes = Dictionary(
            store.cacheNodes().map { ($0.objectID.graphID, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// All objects as new ones, in the order of their numbers.
    func changes() throws -> StoreChanges {
        let objectIDs = nodes.keys.sorted()
        var reading = self
        for objectID in objectIDs { try reading.readLinks(of: objectID) }
        for objectID in objectIDs { try reading.readBackLinks(of: objectID) }
        var changes = StoreChanges()
        for objectID in objectIDs {
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID, values: try values(of: objectID),
                    destinations: reading.destinations[objectID] ?? []))
        }
        return changes
    }

    private func entity(of objectID: ObjectID) throws -> EntityDescription {
        guard let entity = model.entitiesByName[objectID.entityName], !entity.isAbstract else {
            throw NSError(
                store, "a cache node has the entity '\(objectID.entityName)', which is abstract or not in the model")
        }
        return entity
    }

    private func values(of objectID: ObjectID) throws -> [AttributeValue] {
        try entity(of: objectID).attributes.map { attribute in
            guard !attribute.isTransient else { return .null }
            return try NodeValue(store: store, objectID: objectID, key: attribute.name).value(
                nodes[objectID]?.value(forKey: attribute.name), of: attribute, entity(of: objectID))
        }
    }

    /// The destinations of a node's relationship; nil if the node has no value for it.
    private func links(of objectID: ObjectID, _ relationship: RelationshipDescription) throws -> [ObjectID]? {
        guard let value = nodes[objectID]?.value(forKey: relationship.name) else { return nil }
        let place = NodeValue(store: store, objectID: objectID, key: relationship.name)
        return try place.members(value, isToMany: relationship.isToMany).map { member in
            guard let node = member as? NSAtomicStoreCacheNode, nodes[node.objectID.graphID] === node else {
                throw place.error("expected cache nodes of the store as destinations, got \(Swift.type(of: member))")
            }
            return node.objectID.graphID
        }
    }

    private mutating func readLinks(of objectID: ObjectID) throws {
        destinations[objectID] = try entity(of: objectID).relationships.map { relationship in
            guard relationship.isStored, !relationship.schema.isTransient else { return [] }
            return try links(of: objectID, relationship) ?? []
        }
    }

    /// Takes the links that only the side has that is not stored: a file may have either.
    private mutating func readBackLinks(of objectID: ObjectID) throws {
        for relationship in try entity(of: objectID).relationships where !relationship.isStored {
            guard let inverseName = relationship.inverseName else { continue }
            for destination in try links(of: objectID, relationship) ?? [] {
                guard let inverse = try entity(of: destination).relationship(named: inverseName),
                    try links(of: destination, inverse) == nil
                else { continue }
                destinations[destination]?[inverse.index].append(objectID)
            }
        }
    }
}

/// The value of an object's property in a custom store.
struct NodeValue {
    let store: NSPersistentStore
    let objectID: ObjectID
    let key: String

    /// - Throws: An error for a value that the attribute cannot have.
    func value(_ value: Any?, of attribute: Attribute, _ entity: EntityDescription) throws -> AttributeValue {
        guard let converted = entity.attributeValue(from: value, for: attribute) else {
            let given = value.map { "\(Swift.type(of: $0))" } ?? "nil"
            throw error("expected a valid \(attribute.type.rawValue), got \(given)")
        }
        return converted
    }

    /// The members of a relationship's value: none for `NSNull`.
    func members(_ value: Any, isToMany: Bool) throws -> [Any] {
        if value is NSNull { return [] }
        let members: [Any]? =
            switch value {
            case let set as NSSet: set.allObjects
            case let set as NSOrderedSet: set.array
            case let array as NSArray: (0..<array.count).map { array.object(at: $0) }
            case let members as [Any]: members
            case let members as any Sequence: Array(erasing: members)
            default: nil
            }
        guard isToMany == (members != nil) else {
            throw error(
                isToMany
                    ? "expected a collection for a to-many relationship, got \(Swift.type(of: value))"
                    : "expected one object for a to-one relationship, got a collection")
        }
        return members ?? [value]
    }

    func error(_ message: String) -> NSError { NSError(store, "'\(key)' of \(objectID): \(message)") }
}

extension NSError {
    /// The error for a request to a store without a coordinator.
    convenience init(removedStoreWith identifier: UUID) {
        self.init(code: NSPersistentStoreOperationError, "the store \(identifier) has been removed")
    }

    /// The error for writing to a read-only store.
    convenience init(readOnly store: NSPersistentStore) {
        self.init(
            code: CocoaError.Code.fileWriteNoPermission.rawValue, at: store.url, "the store is read-only")
    }

    /// The error for a write other than a context's save to a store that is given the context's objects.
    convenience init(notASaveTo store: NSPersistentStore) {
        self.init(
            code: NSPersistentStoreUnsupportedRequestTypeError,
            "\(Swift.type(of: store)): only a context's save() can write to a store of a registered class, not a batch "
                + "request or a copy")
    }
}
