public import Foundation

// Core Data's notification of stores that come and go (rule NTF-14).

extension Notification.Name {
    /// Stores have been added to a coordinator, or removed; see ``PersistentStoreCoordinator/notificationCenter``.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
}

extension PersistentStoreCoordinator {
    /// The keys of what ``Foundation/Notification/Name/NSPersistentStoreCoordinatorStoresDidChange`` tells: arrays of
    /// ``PersistentStore``. A key is there only where there is something to tell.
    public enum NotificationKey: String, Sendable, CaseIterable {
        /// The stores that were added.
        case addedStores = "added"
        /// The stores that were removed.
        case removedStores = "removed"
        /// Of each store that has another identity, the one before and the one now.
        case uuidChangedStores = "UUIDChanged"
    }

    /// Tells those who watch, here and through the centre.
    func tell(_ change: StoresChange) {
        storeObservers.tell { change }
        notificationCenter?.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: change.userInfo)
    }
}

extension StoresChange {
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
