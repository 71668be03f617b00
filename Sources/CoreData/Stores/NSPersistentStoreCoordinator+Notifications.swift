// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import ObjectGraph

/// The key of added stores in a coordinator's notifications.
public let NSAddedPersistentStoresKey = "added"
/// The key of removed stores in a coordinator's notifications.
public let NSRemovedPersistentStoresKey = "removed"
/// The key of stores whose UUID has changed. Stores keep theirs, so it is never present.
public let NSUUIDChangedPersistentStoresKey = "UUIDChanged"
/// The key of a store's URL in the notification of a change to it.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the latest token of a store's history in the notification of a change to it.
public let NSPersistentHistoryTokenKey = "historyToken"

// Notifications about stores that are added and removed, and about changes to them (rules NTF-14 and NTF-15).
extension NSPersistentStoreCoordinator {
    /// Posts which stores were added or removed.
    final func post(_ stores: [NSPersistentStore], _ key: String) {
        let notification = Notification(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: [key: stores])
        NotificationCenter.default.post(notification)
        #if compiler(>=6.2)
            if ContextQueue.isOnMainQueue {
                // Safe: the closure runs at once, on this thread.
                nonisolated(unsafe) let notification = notification
                MainActor.assumeIsolated {
                    guard let message = StoresDidChangeMessage.makeMessage(notification) else { return }
                    NotificationCenter.default.post(message, subject: self)
                }
            } else if let message = StoresDidChangeAsyncMessage.makeMessage(notification) {
                NotificationCenter.default.post(message, subject: self)
            }
        #endif
    }

    /// Starts posting each change to the stores that were opened with the option for it.
    final func tellRemoteChanges() {
        guard graphCoordinator.notificationCenter == nil else { return }
        // A center of its own: the runtime's notifications contain the runtime's objects.
        let center = NotificationCenter()
        graphCoordinator.notificationCenter = center
        _ = center.addObserver(forName: .NSPersistentStoreRemoteChange, object: nil, queue: nil) { [weak self] change in
            self?.postRemoteChange(change.userInfo ?? [:])
        }
        graphCoordinator.observeExternalChanges()
    }

    private func postRemoteChange(_ change: [AnyHashable: Any]) {
        typealias Key = PersistentStoreCoordinator.RemoteChangeKey
        let identifier = change[Key.storeUUID.rawValue] as? UUID
        guard let store = persistentStores.first(where: { $0.graphStore.identifier == identifier }),
            store.tellsRemoteChanges
        else { return }
        var userInfo: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier as Any]
        userInfo[NSPersistentStoreURLKey] = store.url
        userInfo[NSPersistentHistoryTokenKey] = (change[Key.historyToken.rawValue] as? PersistentHistoryToken)
            .map(NSPersistentHistoryToken.init)
        let notification = Notification(name: .NSPersistentStoreRemoteChange, object: self, userInfo: userInfo)
        NotificationCenter.default.post(notification)
        #if compiler(>=6.2)
            if let message = RemoteChangeMessage.makeMessage(notification) {
                NotificationCenter.default.post(message, subject: self)
            }
        #endif
    }
}

extension NSPersistentStore {
    /// Whether the store was opened with notifications about changes to it.
    final var tellsRemoteChanges: Bool {
        (options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber)?.boolValue ?? false
    }
}
