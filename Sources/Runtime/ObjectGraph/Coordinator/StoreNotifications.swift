public import Foundation

// Core Data's notifications of added and removed stores, and of writes to stores (rules NTF-14 and NTF-15).

extension Notification.Name {
    /// Stores have been added to a coordinator, or removed; see ``PersistentStoreCoordinator/notificationCenter``.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Something was written to a store: by a context, posted on its thread; or by another process, posted on any
    /// thread when the change is found.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

extension PersistentStoreCoordinator {
    /// The keys in the user info of `Notification.Name.NSPersistentStoreRemoteChange`.
    public enum RemoteChangeKey: String, Sendable, CaseIterable {
        /// The identifier of the store, a `UUID`.
        case storeUUID = "NSStoreUUID"
        /// The location of the store, a `URL`; absent for a store in memory.
        case storeURL = "storeURL"
        /// The ``PersistentHistoryToken`` after the save; absent if the store records no history.
        case historyToken = "historyToken"
    }

    /// Posts a notification for each store that a save has written to.
    func postRemoteChanges(_ changes: ChangeSet) {
        guard notificationCenter != nil else { return }
        let references =
            changes.inserted.lazy.map(\.reference) + changes.updated.lazy.map(\.reference)
            + changes.deleted.lazy.map(\.reference)
        for member in members
        where references.contains(where: { member.tables.ordinals.contains($0.entityOrdinal) }) {
            postRemoteChange(of: member)
        }
    }

    /// Posts that a store has been written to.
    func postRemoteChange(of member: AttachedStore) {
        guard let notificationCenter else { return }
        var userInfo: [AnyHashable: Any] = [RemoteChangeKey.storeUUID.rawValue: member.store.identifier]
        userInfo[RemoteChangeKey.storeURL.rawValue] = member.store.storeURL
        userInfo[RemoteChangeKey.historyToken.rawValue] = currentPersistentHistoryToken(fromStores: [member.store])
        notificationCenter.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: userInfo)
    }

    /// The keys in the user info of `Notification.Name.NSPersistentStoreCoordinatorStoresDidChange`. The values are
    /// arrays of ``PersistentStore``. A key is present only if it has a value.
    public enum NotificationKey: String, Sendable, CaseIterable {
        /// The stores that were added.
        case addedStores = "added"
        /// The stores that were removed.
        case removedStores = "removed"
        /// The old and the new store for each changed identifier.
        case uuidChangedStores = "UUIDChanged"
    }

    /// Reports added and removed stores to observers and the notification center.
    func tell(_ change: StoreListChange) {
        storeObservers.tell { change }
        notificationCenter?.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: change.userInfo)
    }
}

extension StoreListChange {
    fileprivate var userInfo: [AnyHashable: Any] {
        typealias Key = PersistentStoreCoordinator.NotificationKey
        let stores: [(key: Key, stores: [any PersistentStore])] = [
            (.addedStores, added), (.removedStores, removed),
            (.uuidChangedStores, uuidChanged.flatMap { [$0.old, $0.new] }),
        ]
        let told = stores.filter { !$0.stores.isEmpty }
        return Dictionary(uniqueKeysWithValues: told.map { ($0.key.rawValue, $0.stores) })
    }
}
