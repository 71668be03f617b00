public import Foundation

// The names and keys of Core Data's notifications (rules NTF-1 to NTF-6), for code that was written against them.

extension Notification.Name {
    /// A context has processed changes; see ``ManagedObjectContext/notificationCenter``.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// A context begins to save.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSManagedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// A context has saved.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSManagedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    /// A context has saved. The user info contains IDs.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// A context has merged what others saved. The user info contains IDs.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension ManagedObjectContext {
    /// Posted when changes have been processed.
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    /// Posted before a save.
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    /// Posted after a save.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// Posted after a save. The user info contains IDs.
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Posted after a merge. The user info contains IDs.
    public static let didMergeChangesObjectIDsNotification =
        Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

    /// The keys in the user info of a context's notifications. A key is present only if it has a value.
    public enum NotificationKey: String, Sendable, CaseIterable {
        /// A `Set<ManagedObject>` of new objects.
        case insertedObjects = "inserted"
        /// A `Set<ManagedObject>` of changed objects.
        case updatedObjects = "updated"
        /// A `Set<ManagedObject>` of objects that are deleted, or that the next save deletes.
        case deletedObjects = "deleted"
        /// A `Set<ManagedObject>` of objects that took different values.
        case refreshedObjects = "refreshed"
        /// A `Set<ManagedObject>` of objects that you must no longer use.
        case invalidatedObjects = "invalidated"
        /// `true` if the context discarded all of its objects. In this case, there are no other keys.
        case invalidatedAllObjects = "invalidatedAll"
        /// A `Set<ObjectID>` of new objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// A `Set<ObjectID>` of changed objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// A `Set<ObjectID>` of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
    }
}

extension ContextEvent {
    /// The notifications for the event, in the order in which they are posted.
    func notifications(of context: ManagedObjectContext) -> [Notification] {
        switch self {
        case .objectsDidChange(let change):
            [Notification(name: .NSManagedObjectContextObjectsDidChange, object: context, userInfo: change.userInfo)]
        case .willSave: [Notification(name: .NSManagedObjectContextWillSave, object: context)]
        // Core Data has none.
        case .didFailToRead: []
        case .didSave(let saved):
            [
                Notification(name: .NSManagedObjectContextDidSave, object: context, userInfo: saved.userInfo),
                Notification(
                    name: .NSManagedObjectContextDidSaveObjectIDs, object: context,
                    userInfo: saved.objectIDs.userInfo),
            ]
        }
    }
}

extension ObjectChanges {
    fileprivate var userInfo: [AnyHashable: Any] {
        if invalidatedAllObjects { return [ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue: true] }
        return userInfoOfSets([
            (.insertedObjects, inserted), (.updatedObjects, updated), (.deletedObjects, deleted),
            (.refreshedObjects, refreshed), (.invalidatedObjects, invalidated),
        ])
    }
}

extension SavedObjects {
    fileprivate var userInfo: [AnyHashable: Any] {
        userInfoOfSets([(.insertedObjects, inserted), (.updatedObjects, updated), (.deletedObjects, deleted)])
    }
}

extension SavedObjectIDs {
    /// The IDs by the keys of notifications.
    var userInfo: [AnyHashable: Any] {
        userInfoOfSets([(.insertedObjectIDs, inserted), (.updatedObjectIDs, updated), (.deletedObjectIDs, deleted)])
    }
}

private func userInfoOfSets<Element: Hashable>(
    _ sets: [(key: ManagedObjectContext.NotificationKey, members: Set<Element>)]
) -> [AnyHashable: Any] {
    Dictionary(uniqueKeysWithValues: sets.filter { !$0.members.isEmpty }.map { ($0.key.rawValue, $0.members) })
}
