import Foundation
import ObjectGraph

// Unchecked: one call at a time is made of it once it is open.
/// A store of a program's own that reads and writes all of its objects at once, such as a property list.
///
/// A subclass overrides ``load()``, ``save()`` and ``newReferenceObject(for:)``, says its type in ``NSPersistentStore/type``, and is
/// registered with ``NSPersistentStoreCoordinator/registerStoreClass(_:forStoreType:)``. What a node holds is read when the store is
/// loaded; from then on, objects are kept in memory as those of any other store are, and nodes are what is saved.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
    private var nodes: [ObjectID: NSAtomicStoreCacheNode] = [:]
    let references = StoreReferences()

    deinit {
        // Nodes lead to one another and back.
        for node in nodes.values { node.propertyCache = nil }
    }

    // MARK: - What subclasses override

    /// Reads the file, and makes a node of each object: with ``objectID(for:withReferenceObject:)`` and ``addCacheNodes(_:)``.
    open func load() throws {
        preconditionFailure("\(Swift.type(of: self)) has to override load()")
    }

    /// Writes the nodes and the metadata to the file. What is thrown, the context's save throws, and nothing has changed.
    open func save() throws {
        preconditionFailure("\(Swift.type(of: self)) has to override save()")
    }

    /// What the store knows a new object by: a text, a number, or another value that can be hashed; unique among the objects of the
    /// entity. It is asked once for each object, before the object is saved for the first time.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        preconditionFailure("\(Swift.type(of: self)) has to override newReferenceObject(for:)")
    }

    /// A node for a new object, with the object's values. Nodes of objects that are saved for the first time together may not be
    /// there yet: relationships to such objects are set by ``updateCacheNode(_:from:)``, which is called for the node afterwards.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        updateCacheNode(node, from: managedObject)
        return node
    }

    /// Takes an object's values into its node.
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

    /// Called before nodes are removed whose objects are deleted.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: - What subclasses call

    /// The nodes of all objects.
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

    /// Makes nodes known to the store.
    ///
    /// - Precondition: Each is of another object, and the identities were made by this store.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        for node in cacheNodes {
            let objectID = node.objectID.graphID
            precondition(
                references.reference(of: objectID) != nil && objectID.storeIdentifier == graphIdentifier,
                "the identity of a node was not made by the store; use objectID(for:withReferenceObject:)")
            precondition(
                nodes[objectID] == nil || nodes[objectID] === node,
                "there are two cache nodes for the object \(objectID)")
            nodes[objectID] = node
        }
    }

    /// The node of an object; nil for none.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? { nodes[objectID.graphID] }

    /// The identity of the object that the store knows by a reference object: the same each time.
    ///
    /// - Precondition: The entity is one of the coordinator's model, and the reference object can be hashed.
    open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        NSManagedObjectID(references.objectID(for: data, of: entity.graphEntity, in: graphIdentifier))
    }

    /// What the store knows an object by.
    ///
    /// - Precondition: The identity was made by this store.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        referenceObject(of: objectID, in: references)
    }

    // MARK: - Saving

    /// Takes saved objects into the nodes, and writes them.
    ///
    /// - Throws: What ``save()`` throws. The nodes are as they were then.
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
            throw NSError(self, "newCacheNode(for:) made a node of \(made) for \(wanted)")
        }
        addCacheNodes(Set(new))
        let own = Set(new.map(\.objectID.graphID))
        for (node, object) in zip(new, objects.inserted) where object.leads(to: own) {
            updateCacheNode(node, from: object)
        }
        for object in objects.updated {
            guard let node = cacheNode(for: object.objectID) else {
                throw NSError(self, "there is no cache node for the object \(object.objectID.graphID)")
            }
            updateCacheNode(node, from: object)
        }
        let removed = Set(objects.deletedIDs.compactMap { nodes[$0] })
        if !removed.isEmpty { willRemoveCacheNodes(removed) }
        for objectID in objects.deletedIDs { nodes[objectID] = nil }
    }
}

/// The objects of a save, as a store of a program's own is handed them.
struct SavedManagedObjects {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deletedIDs: [ObjectID]
}

extension NSManagedObject {
    /// Where a relationship leads.
    final func destinationIDs(of relationship: RelationshipDescription) -> [ObjectID] {
        (self as ManagedObject).objectIDs(forRelationshipNamed: relationship.name)
    }

    /// Whether a relationship leads to one of some objects.
    fileprivate func leads(to objectIDs: Set<ObjectID>) -> Bool {
        (self as ManagedObject).entity.relationships.contains { relationship in
            destinationIDs(of: relationship).contains(where: objectIDs.contains)
        }
    }
}
