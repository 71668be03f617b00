public import Foundation

// Merging saves from notifications.
extension ManagedObjectContext {
    /// Merges the changes that another context saved, like ``mergeChanges(from:)``, from a
    /// `Notification.Name.NSManagedObjectContextDidSave` or `Notification.Name.NSManagedObjectContextDidSaveObjectIDs`
    /// notification, or one from a transaction of the history. Other notifications have no effect.
    ///
    /// Merge a notification with objects only in the isolation of the context that saved them. You can merge one with
    /// IDs in any isolation.
    public func mergeChanges(fromContextDidSave notification: Notification) {
        mergeChanges(from: SavedObjectIDs(notification.userInfo ?? [:], coordinator: persistentStoreCoordinator))
    }

    /// Merges changes that were saved elsewhere into several contexts, like ``mergeChanges(from:)`` (rule NTF-13).
    ///
    /// - Parameters:
    ///   - changes: Collections of IDs, or of their URIs, by the keys of notifications.
    ///   - contexts: The contexts, all in the same isolation domain. Parents come before their children, which read
    ///     from them, whatever the order here.
    public static func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [ManagedObjectContext]
    ) {
        for context in contexts.sorted(by: { $0.ancestorCount < $1.ancestorCount }) {
            context.mergeChanges(from: SavedObjectIDs(changes, coordinator: context.persistentStoreCoordinator))
        }
    }

    /// The number of contexts between this one and the stores.
    private var ancestorCount: Int { sequence(first: self, next: \.parent).reduce(-1) { count, _ in count + 1 } }
}

extension PersistentHistoryTransaction {
    /// The objects of the transaction as a notification that contexts can merge (rule HIS-7).
    public func objectIDNotification() -> Notification {
        Notification(name: .NSManagedObjectContextDidSaveObjectIDs, userInfo: objectIDs.userInfo)
    }
}

extension SavedObjectIDs {
    /// Creates the IDs from a notification with objects, IDs, or URIs.
    fileprivate init(_ userInfo: [AnyHashable: Any], coordinator: PersistentStoreCoordinator) {
        func objectIDs(_ keys: ManagedObjectContext.NotificationKey...) -> Set<ObjectID> {
            keys.reduce(into: []) { found, key in
                found.formUnion(Self.objectIDs(in: userInfo[key.rawValue], coordinator))
            }
        }
        self.init(
            inserted: objectIDs(.insertedObjects, .insertedObjectIDs),
            updated: objectIDs(.updatedObjects, .updatedObjectIDs),
            deleted: objectIDs(.deletedObjects, .deletedObjectIDs))
    }

    private static func objectIDs(in value: Any?, _ coordinator: PersistentStoreCoordinator) -> [ObjectID] {
        guard let members = value as? any Collection else { return [] }
        return members.compactMap { member in
            switch member {
            case let objectID as ObjectID: objectID
            case let object as ManagedObject: object.objectID
            case let uri as URL: coordinator.managedObjectID(forURIRepresentation: uri)
            default: nil
            }
        }
    }
}
