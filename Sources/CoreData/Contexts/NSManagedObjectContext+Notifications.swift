// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// The key of new objects in a context's notifications.
public let NSInsertedObjectsKey = "inserted"
/// The key of changed objects in a context's notifications.
public let NSUpdatedObjectsKey = "updated"
/// The key of deleted objects in a context's notifications.
public let NSDeletedObjectsKey = "deleted"
/// The key of refreshed objects.
public let NSRefreshedObjectsKey = "refreshed"
/// The key of invalidated objects.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key that indicates that the context was reset: an array with the IDs of the objects that it had.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The key of new objects' IDs.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The key of changed objects' IDs.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The key of deleted objects' IDs.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"

extension NSManagedObjectContext {
    /// Posted when changes have been processed.
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    /// Posted before a save.
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    /// Posted after a save.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// Posted after a save, with IDs.
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Posted after a merge, with IDs.
    public static let didMergeChangesObjectIDsNotification = Notification.Name
        .NSManagedObjectContextDidMergeChangesObjectIDs

    /// The keys in notifications of contexts. A notification contains a key only if there is a value for it.
    public enum NotificationKey: String, Sendable {
        /// The context that changes are merged from.
        case sourceContext = "managedObjectContext"
        /// The query generation.
        case queryGeneration = "newQueryGeneration"
        /// New objects.
        case insertedObjects = "inserted"
        /// Changed objects.
        case updatedObjects = "updated"
        /// Deleted objects.
        case deletedObjects = "deleted"
        /// Refreshed objects.
        case refreshedObjects = "refreshed"
        /// Invalidated objects.
        case invalidatedObjects = "invalidated"
        /// The mark that the context was reset.
        case invalidatedAllObjects = "invalidatedAll"
        /// The IDs of new objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// The IDs of changed objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// The IDs of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
    }

    /// Posts an event of the context.
    final func post(_ event: ContextEvent) {
        switch event {
        case .objectsDidChange(let change):
            let userInfo: [AnyHashable: Any] =
                change.invalidatedAllObjects
                ? [NSInvalidatedAllObjectsKey: change.discardedObjectIDs.map { NSManagedObjectID($0) }]
                : Self.userInfo(ofSets: [
                    (NSInsertedObjectsKey, change.inserted), (NSUpdatedObjectsKey, change.updated),
                    (NSDeletedObjectsKey, change.deleted), (NSRefreshedObjectsKey, change.refreshed),
                    (NSInvalidatedObjectsKey, change.invalidated),
                ])
            post(.NSManagedObjectContextObjectsDidChange, userInfo)
        case .willSave: post(.NSManagedObjectContextWillSave)
        // Core Data raises an exception instead, and has no notification.
        case .didFailToRead(let error):
            LaunchArguments.report(
                error: "the context \(name.map { "'\($0)' " } ?? "")left out an operation, because a store could not "
                    + "be read: \(ErrorAdapting(context: self).adapted(error))")
        case .didSave(let saved):
            hasPostedSave = true
            let userInfo = Self.userInfo(ofSets: [
                (NSInsertedObjectsKey, saved.inserted), (NSUpdatedObjectsKey, saved.updated),
                (NSDeletedObjectsKey, saved.deleted),
            ])
            post(.NSManagedObjectContextDidSave, userInfo)
            post(.NSManagedObjectContextDidSaveObjectIDs, Self.userInfo(ofIDs: saved))
        }
    }

    /// Returns sets of objects by the keys of notifications. They are the runtime's,
    /// which cast to sets of their classes.
    private static func userInfo(ofSets sets: [(key: String, members: Set<ManagedObject>)]) -> [AnyHashable: Any] {
        Dictionary(uniqueKeysWithValues: sets.filter { !$0.members.isEmpty }.map { ($0.key, $0.members) })
    }

    static func userInfo(of saved: SavedObjectIDs) -> [AnyHashable: Any] {
        userInfo(
            inserted: Set(saved.inserted.map { NSManagedObjectID($0) }),
            updated: Set(saved.updated.map { NSManagedObjectID($0) }),
            deleted: Set(saved.deleted.map { NSManagedObjectID($0) }))
    }

    private static func userInfo(ofIDs saved: SavedObjects) -> [AnyHashable: Any] {
        let written = saved.written
        func objectIDs(_ state: ManagedObject.State, count: Int) -> Set<NSManagedObjectID> {
            var members = Set<NSManagedObjectID>(minimumCapacity: count)
            // By index, because a copy of an element would retain the object.
            for index in written.indices where count > 0 && written[index].state == state {
                let objectID = written[index].objectID
                let object = written[index].object as? NSManagedObject
                members.insert(object?.keepID(objectID) ?? NSManagedObjectID(objectID))
            }
            return members
        }
        return userInfo(
            inserted: objectIDs(.inserted, count: saved.inserted.count),
            updated: objectIDs(.updated, count: saved.updated.count),
            deleted: objectIDs(.deleted, count: saved.deleted.count))
    }

    private static func userInfo(
        inserted: Set<NSManagedObjectID>, updated: Set<NSManagedObjectID>, deleted: Set<NSManagedObjectID>
    ) -> [AnyHashable: Any] {
        let sets = [
            (NSInsertedObjectIDsKey, inserted), (NSUpdatedObjectIDsKey, updated), (NSDeletedObjectIDsKey, deleted),
        ]
        return Dictionary(uniqueKeysWithValues: sets.filter { !$0.1.isEmpty })
    }

    /// The number of contexts between this one and the stores.
    final var ancestorCount: Int { sequence(first: self, next: \.parent).reduce(-1) { count, _ in count + 1 } }

    func merge(_ changes: [AnyHashable: Any]) {
        let saved = SavedObjectIDs(
            inserted: objectIDs(in: changes, NSInsertedObjectsKey, NSInsertedObjectIDsKey),
            updated: objectIDs(in: changes, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
            deleted: objectIDs(in: changes, NSDeletedObjectsKey, NSDeletedObjectIDsKey))
        graph.mergeChanges(from: saved)
        post(.NSManagedObjectContextDidMergeChangesObjectIDs, Self.userInfo(of: saved))
    }

    private func objectIDs(in changes: [AnyHashable: Any], _ keys: String...) -> Set<ObjectID> {
        let members = keys.flatMap { key in (changes[key] as? any Sequence).map { Array<Any>(erasing: $0) } ?? [] }
        return Set(
            members.compactMap { member in
                switch member {
                case let objectID as NSManagedObjectID: objectID.graphID
                case let object as ManagedObject: object.objectID
                case let uri as URL: ObjectID(uriRepresentation: uri)
                default: nil
                }
            })
    }
}
