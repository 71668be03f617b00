public import Foundation

// The typed notifications of coordinators, as those of contexts.

#if compiler(>=6.2)
    // Unchecked: stores and the values of the notification are sendable.
    /// What the messages of coordinators have in common: the notification.
    struct CoordinatorNotification: @unchecked Sendable {
        let persistentStoreCoordinator: NSPersistentStoreCoordinator
        let userInfo: [AnyHashable: Any]

        init?(_ notification: Notification, named name: Notification.Name) {
            guard notification.name == name, let coordinator = notification.object as? NSPersistentStoreCoordinator
            else { return nil }
            persistentStoreCoordinator = coordinator
            userInfo = notification.userInfo ?? [:]
        }

        func notification(named name: Notification.Name) -> Notification {
            Notification(name: name, object: persistentStoreCoordinator, userInfo: userInfo)
        }

        func stores(_ key: String) -> [NSPersistentStore] { userInfo[key] as? [NSPersistentStore] ?? [] }

        var changedStores: (oldValue: NSPersistentStore, newValue: NSPersistentStore)? {
            let stores = stores(NSUUIDChangedPersistentStoresKey)
            return stores.count < 2 ? nil : (stores[0], stores[1])
        }
    }

    extension NSPersistentStoreCoordinator {
        /// Stores were added or removed on the main queue.
        public struct StoresDidChangeMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSPersistentStoreCoordinator

            let notification: CoordinatorNotification

            /// The coordinator.
            public var persistentStoreCoordinator: NSPersistentStoreCoordinator {
                notification.persistentStoreCoordinator
            }
            /// The stores that were added.
            public var addedStores: [NSPersistentStore] { notification.stores(NSAddedPersistentStoresKey) }
            /// The stores that were removed.
            public var removedStores: [NSPersistentStore] { notification.stores(NSRemovedPersistentStoresKey) }
            /// The store whose UUID has changed, before and after; nil if none has.
            public var uuidChangedStores: (oldValue: NSPersistentStore, newValue: NSPersistentStore)? {
                notification.changedStores
            }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSPersistentStoreCoordinatorStoresDidChange }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> StoresDidChangeMessage? {
                CoordinatorNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: StoresDidChangeMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// Stores were added or removed on another queue.
        public struct StoresDidChangeAsyncMessage: NotificationCenter.AsyncMessage {
            /// What posts the message.
            public typealias Subject = NSPersistentStoreCoordinator

            let notification: CoordinatorNotification

            /// The coordinator.
            public var persistentStoreCoordinator: NSPersistentStoreCoordinator {
                notification.persistentStoreCoordinator
            }
            /// The stores that were added.
            public var addedStores: [NSPersistentStore] { notification.stores(NSAddedPersistentStoresKey) }
            /// The stores that were removed.
            public var removedStores: [NSPersistentStore] { notification.stores(NSRemovedPersistentStoresKey) }
            /// The store whose UUID has changed, before and after; nil if none has.
            public var uuidChangedStores: (oldValue: NSPersistentStore, newValue: NSPersistentStore)? {
                notification.changedStores
            }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSPersistentStoreCoordinatorStoresDidChange }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> StoresDidChangeAsyncMessage? {
                CoordinatorNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: StoresDidChangeAsyncMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A store has changed, by this process or another one.
        public struct RemoteChangeMessage: NotificationCenter.AsyncMessage {
            /// What posts the message.
            public typealias Subject = NSPersistentStoreCoordinator

            let notification: CoordinatorNotification

            /// The coordinator.
            public var persistentStoreCoordinator: NSPersistentStoreCoordinator {
                notification.persistentStoreCoordinator
            }
            /// The file of the store.
            public var storeURL: URL {
                notification.userInfo[NSPersistentStoreURLKey] as? URL ?? URL(filePath: "/dev/null")
            }
            /// The identifier of the store.
            public var storeUUID: String { notification.userInfo[NSStoreUUIDKey] as? String ?? "" }
            /// The position of the history after the change; nil if the store keeps none.
            public var historyToken: NSPersistentHistoryToken? {
                notification.userInfo[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
            }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSPersistentStoreRemoteChange }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> RemoteChangeMessage? {
                CoordinatorNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: RemoteChangeMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSPersistentStoreCoordinator.StoresDidChangeMessage> {
        /// The name of ``NSPersistentStoreCoordinator/StoresDidChangeMessage`` where an observer is added.
        public static var storesDidChange: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSPersistentStoreCoordinator.StoresDidChangeAsyncMessage> {
        /// The name of ``NSPersistentStoreCoordinator/StoresDidChangeAsyncMessage`` where an observer is added.
        public static var storesDidChangeAsync: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSPersistentStoreCoordinator.RemoteChangeMessage> {
        /// The name of ``NSPersistentStoreCoordinator/RemoteChangeMessage`` where an observer is added.
        public static var remoteChange: Self { .init() }
    }
#endif
