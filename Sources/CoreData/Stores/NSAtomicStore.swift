public import Foundation
import ObjectGraph

// Unchecked: once it is open, its methods are called one at a time.
/// A custom store that reads and writes all of its objects at once, such as a property list.
///
/// A subclass overrides ``load()``, ``save()`` and ``newReferenceObject(for:)``, returns its type in
/// ``NSPersistentStore/type``, and is registered with
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. The values of a node are read when the store
/// is loaded; from then on, objects are kept in memory as those of any other store are, and nodes are what is saved.
///
/// ```swift
/// final class NameStore: NSAtomicStore, @unchecked Sendable {
///     override var type: String { "Names" }
///     override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }
///
///     override func load() throws { addCacheNodes(Set(try Self.records(in: url).map(node))) }
///
///     override func save() throws {
///         guard let url else { return }  // A store without a URL is in memory.
///         try JSONEncoder().encode(cacheNodes().map(record)).write(to: url, options: .atomic)
///     }
/// }
/// ```
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
    private var nodes: [ObjectID: NSAtomicStoreCacheNode] = [:]
    let references = StoreReferences()

    deinit {
        // Nodes lead to one another and back.
        for node in nodes.values { node.propertyCache = nil }
    }

    // MARK: - Overridden by subclasses

    /// Reads the file, and creates a node for each object with ``objectID(for:withReferenceObject:)`` and
    /// ``addCacheNodes(_:)``.
    ///
    /// - Throws: An error if the file cannot be read. Adding the store throws it.
    open func load() throws {
        endProgram("\(Swift.type(of: self)) must override load()")
    }

    /// Writes the nodes and the metadata to the file. The context's save throws the error that this throws, and nothing
    /// has changed. A store that was added without a URL, or at `/dev/null`, has none, and writes no file.
    ///
    /// It is not called if a device, a pipe, or a socket is in the place of the file, because a file that is written
    /// atomically would replace it: the save throws an error with the code 134080.
    ///
    /// - Throws: An error if the file cannot be written.
    open func save() throws {
        endProgram("\(Swift.type(of: self)) must override save()")
    }

    /// Returns the reference object of a new object: a string, a number, or another hashable value; unique among the
    /// objects of the entity. It is called once for each object, before the first save of the object.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        endProgram("\(Swift.type(of: self)) must override newReferenceObject(for:)")
    }

    /// Returns a node for a new object, with the object's values. Nodes of objects that are saved for the first time
    /// together may not exist yet: relationships to such objects are set by ``updateCacheNode(_:from:)``, which is
    /// called for the node afterward.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        updateCacheNode(node, from: managedObject)
        return node
    }

    /// Copies an object's values to its node.
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        let entity = (managedObject as ManagedObject).entity
        for attribute in entity.attributes where !attribute.isTransient {
            node.setValue(managedObject.primitiveValue(forKey: attribute.name), forKey: attribute.name)
        }
        for relationship in entity.relationships where !relationship.schema.isTransient {
            let destinations = managedObject.destinationIDs(of: relationship).compactMap { nodes[$0] }
            let value: Any? =
                if relationship.isOrdered {
                    NSMutableOrderedSet(array: destinations)
                } else if relationship.isToMany {
                    NSMutableSet(array: destinations)
                } else {
                    destinations.first
                }
            node.setValue(value, forKey: relationship.name)
        }
    }

    /// Called before the nodes of deleted objects are removed.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: - Called by subclasses

    /// The nodes of all objects.
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

    /// Adds nodes to the store.
    ///
    /// - Precondition: Each is of another object, and this store made the IDs.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        for node in cacheNodes {
            let objectID = node.objectID.graphID
            require(
                references.reference(of: objectID) != nil && objectID.storeIdentifier == graphIdentifier,
                "the store did not create the object ID of the node; use objectID(for:withReferenceObject:)")
            require(
                nodes[objectID] == nil || nodes[objectID] === node,
                "two cache nodes have the object ID \(objectID)")
            nodes[objectID] = node
        }
    }

    /// The node of an object; nil for none.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? { nodes[objectID.graphID] }

    /// Returns the ID of the object with a reference object: always the same one.
    ///
    /// - Precondition: The entity is one of the coordinator's model, and the reference object can be hashed.
    open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        NSManagedObjectID(references.objectID(for: data, of: entity.graphEntity, in: graphIdentifier))
    }

    /// Returns the reference object of an object.
    ///
    /// - Precondition: This store made the ID.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        referenceObject(of: objectID, in: references)
    }

    // MARK: - Saving

    /// Copies saved objects to the nodes, and writes them.
    ///
    /// - Throws: The errors of ``save()``. The nodes are unchanged then.
    final func write(_ objects: SavedManagedObjects) throws {
        let before = nodes
        let changed = objects.updated.compactMap { nodes[($0 as ManagedObject).objectID] }
        let values = changed.map { $0.propertyCache?.mutableCopy() as? NSMutableDictionary }
        do {
            try takeObjects(objects)
            try save()
        } catch {
            nodes = before
            for (node, values) in zip(changed, values) { node.propertyCache = values }
            throw error
        }
    }

    private func takeObjects(_ objects: SavedManagedObjects) throws {
        let new = objects.inserted.map { newCacheNode(for: $0) }
        for (node, object) in zip(new, objects.inserted) where node.objectID != object.objectID {
            let (made, wanted) = (node.objectID.graphID, object.objectID.graphID)
            throw NSError(self, "newCacheNode(for:) returned a node with the object ID \(made) instead of \(wanted)")
        }
        addCacheNodes(Set(new))
        let own = Set(new.map(\.objectID.graphID))
        for (node, object) in zip(new, objects.inserted) where object.leads(to: own) {
            updateCacheNode(node, from: object)
        }
        for object in objects.updated {
            guard let node = cacheNode(for: object.objectID) else {
                throw NSError(self, "the object \(object.objectID.graphID) has no cache node")
            }
            updateCacheNode(node, from: object)
        }
        let removed = Set(objects.deletedIDs.compactMap { nodes[$0] })
        if !removed.isEmpty { willRemoveCacheNodes(removed) }
        for objectID in objects.deletedIDs { nodes[objectID] = nil }
    }
}

/// The objects of a save, as a custom store receives them.
struct SavedManagedObjects {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deletedIDs: [ObjectID]
}

extension NSManagedObject {
    /// The destinations of a relationship.
    final func destinationIDs(of relationship: RelationshipDescription) -> [ObjectID] {
        (self as ManagedObject).objectIDs(forRelationshipNamed: relationship.name)
    }

    /// Whether one of some objects is a destination of a relationship.
    fileprivate func leads(to objectIDs: Set<ObjectID>) -> Bool {
        (self as ManagedObject).entity.relationships.contains { relationship in
            destinationIDs(of: relationship).contains(where: objectIDs.contains)
        }
    }
}

/// The values of an object in an atomic store.
///
/// ```swift
/// let heroID = objectID(for: entity, withReferenceObject: record.reference)
/// let node = NSAtomicStoreCacheNode(objectID: heroID)
/// node.setValue(record.name, forKey: "name")
/// ```
open class NSAtomicStoreCacheNode: NSObject {
    /// The object.
    public final let objectID: NSManagedObjectID
    /// The values by the names of properties: of an attribute its value, of a to-one relationship the destination's
    /// node, of a to-many one a set of nodes, or an ordered one. A property without a value is missing, or is `NSNull`.
    open var propertyCache: NSMutableDictionary?

    /// Creates a node without values.
    public init(objectID moid: NSManagedObjectID) { objectID = moid }

    /// The value of a property; nil for none.
    open func value(forKey key: String) -> Any? { propertyCache?[key] }

    /// Sets the value of a property; nil for none.
    open func setValue(_ value: Any?, forKey key: String) {
        let values = propertyCache ?? NSMutableDictionary()
        values[key] = value
        propertyCache = values
    }
}
