public import Foundation

// Swift's typed notifications, which Apple's framework has since the SDKs 27. Foundation off Apple's platforms does not
// turn notifications into messages, so that both are posted. What a message contains is found in its notification when
// it is asked for: most saves have no observer.

extension NSManagedObjectContext {
    /// Posts a notification, and then the message with the same contents.
    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any] = [:]) {
        let notification = Notification(name: name, object: self, userInfo: userInfo)
        NotificationCenter.default.post(notification)
        #if compiler(>=6.2)
            if concurrencyType == .mainQueueConcurrencyType {
                // Used on another queue against the rules, the context posts notifications only.
                guard ContextQueue.isOnMainQueue else { return }
                // Safe: the closure runs at once, on this thread.
                nonisolated(unsafe) let notification = notification
                MainActor.assumeIsolated { postOnMainActor(notification) }
            } else if name == .NSManagedObjectContextDidSaveObjectIDs {
                post(DidSaveObjectIDsAsyncMessage.makeMessage(notification))
            } else if name == .NSManagedObjectContextDidMergeChangesObjectIDs {
                post(DidMergeChangesAsyncMessage.makeMessage(notification))
            }
        #endif
    }

    #if compiler(>=6.2)
        @MainActor
        private func postOnMainActor(_ notification: Notification) {
            switch notification.name {
            case .NSManagedObjectContextObjectsDidChange: post(ObjectsDidChangeMessage.makeMessage(notification))
            case .NSManagedObjectContextWillSave: post(WillSaveMessage.makeMessage(notification))
            case .NSManagedObjectContextDidSave: post(DidSaveMessage.makeMessage(notification))
            case .NSManagedObjectContextDidSaveObjectIDs: post(DidSaveObjectIDsMessage.makeMessage(notification))
            case .NSManagedObjectContextDidMergeChangesObjectIDs:
                post(DidMergeChangesMessage.makeMessage(notification))
            default: break
            }
        }

        @MainActor
        private func post<Message: NotificationCenter.MainActorMessage>(_ message: Message?)
        where Message.Subject == NSManagedObjectContext {
            if let message { NotificationCenter.default.post(message, subject: self) }
        }

        private func post<Message: NotificationCenter.AsyncMessage>(_ message: Message?)
        where Message.Subject == NSManagedObjectContext {
            if let message { NotificationCenter.default.post(message, subject: self) }
        }
    #endif
}

#if compiler(>=6.2)
    // Unchecked: notifications with IDs contain nothing else, and the rest is the context, which is sendable.
    /// What the messages of contexts have in common: the notification.
    struct ContextNotification: @unchecked Sendable {
        let context: NSManagedObjectContext
        let userInfo: [AnyHashable: Any]
        /// The state that the context read when it posted.
        let queryGeneration: NSQueryGenerationToken?

        init?(_ notification: Notification, named name: Notification.Name) {
            guard notification.name == name, let context = notification.object as? NSManagedObjectContext else {
                return nil
            }
            self.context = context
            userInfo = notification.userInfo ?? [:]
            queryGeneration = context.queryGenerationToken
        }

        func notification(named name: Notification.Name) -> Notification {
            Notification(name: name, object: context, userInfo: userInfo)
        }

        func objects(_ key: String) -> Set<NSManagedObject> {
            (userInfo[key] as? any Sequence).map { Set(Array<Any>(erasing: $0).compactMap { $0 as? NSManagedObject }) }
                ?? []
        }

        func objectIDs(_ key: String) -> Set<NSManagedObjectID> { userInfo[key] as? Set<NSManagedObjectID> ?? [] }

        /// The position of the history after the save; nil without a coordinator or a history.
        var historyToken: NSPersistentHistoryToken? {
            context.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
        }
    }

    extension NSManagedObjectContext {
        /// A main-queue context has processed changes of objects.
        public struct ObjectsDidChangeMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The new objects.
            public var inserted: Set<NSManagedObject> { notification.objects(NSInsertedObjectsKey) }
            /// The changed objects.
            public var updated: Set<NSManagedObject> { notification.objects(NSUpdatedObjectsKey) }
            /// The deleted objects.
            public var deleted: Set<NSManagedObject> { notification.objects(NSDeletedObjectsKey) }
            /// The refreshed objects.
            public var refreshed: Set<NSManagedObject> { notification.objects(NSRefreshedObjectsKey) }
            /// The invalidated objects.
            public var invalidated: Set<NSManagedObject> { notification.objects(NSInvalidatedObjectsKey) }
            /// True if all objects of the context were invalidated; nil otherwise.
            public var invalidatedAll: Bool? { notification.userInfo[NSInvalidatedAllObjectsKey] == nil ? nil : true }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextObjectsDidChange }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> ObjectsDidChangeMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: ObjectsDidChangeMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A main-queue context is about to save.
        public struct WillSaveMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextWillSave }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> WillSaveMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: WillSaveMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A main-queue context has saved.
        public struct DidSaveMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The objects that were new.
            public var inserted: Set<NSManagedObject> { notification.objects(NSInsertedObjectsKey) }
            /// The objects that had changes.
            public var updated: Set<NSManagedObject> { notification.objects(NSUpdatedObjectsKey) }
            /// The objects that were deleted.
            public var deleted: Set<NSManagedObject> { notification.objects(NSDeletedObjectsKey) }
            /// The position of the history after it; nil if the stores keep none.
            public var historyToken: NSPersistentHistoryToken? { notification.historyToken }
            /// The state that the context reads; nil if it reads the latest one.
            public var queryGeneration: NSQueryGenerationToken? { notification.queryGeneration }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextDidSave }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> DidSaveMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: DidSaveMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A main-queue context has saved: the IDs of its objects.
        public struct DidSaveObjectIDsMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The IDs of the objects that were inserted.
            public var insertedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSInsertedObjectIDsKey) }
            /// The IDs of the objects that were updated.
            public var updatedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSUpdatedObjectIDsKey) }
            /// The IDs of the objects that were deleted.
            public var deletedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSDeletedObjectIDsKey) }
            /// The position of the history after it; nil if the stores keep none.
            public var historyToken: NSPersistentHistoryToken? { notification.historyToken }
            /// The state that the context reads; nil if it reads the latest one.
            public var queryGeneration: NSQueryGenerationToken? { notification.queryGeneration }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> DidSaveObjectIDsMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: DidSaveObjectIDsMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A private-queue context has saved: the IDs of its objects.
        public struct DidSaveObjectIDsAsyncMessage: NotificationCenter.AsyncMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The IDs of the objects that were inserted.
            public var insertedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSInsertedObjectIDsKey) }
            /// The IDs of the objects that were updated.
            public var updatedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSUpdatedObjectIDsKey) }
            /// The IDs of the objects that were deleted.
            public var deletedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSDeletedObjectIDsKey) }
            /// The position of the history after it; nil if the stores keep none.
            public var historyToken: NSPersistentHistoryToken? { notification.historyToken }
            /// The state that the context reads; nil if it reads the latest one.
            public var queryGeneration: NSQueryGenerationToken? { notification.queryGeneration }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> DidSaveObjectIDsAsyncMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: DidSaveObjectIDsAsyncMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A main-queue context has merged changes: the IDs of their objects.
        public struct DidMergeChangesMessage: NotificationCenter.MainActorMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The IDs of the objects that were inserted.
            public var insertedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSInsertedObjectIDsKey) }
            /// The IDs of the objects that were updated.
            public var updatedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSUpdatedObjectIDsKey) }
            /// The IDs of the objects that were deleted.
            public var deletedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSDeletedObjectIDsKey) }
            /// The IDs of the objects that were refreshed.
            public var refreshedIDs: Set<NSManagedObjectID> { notification.objectIDs("refreshed_objectIDs") }
            /// The IDs of the objects that were invalidated.
            public var invalidatedIDs: Set<NSManagedObjectID> { notification.objectIDs("invalidated_objectIDs") }
            /// The position of the history after it; nil if the stores keep none.
            public var historyToken: NSPersistentHistoryToken? { notification.historyToken }
            /// The state that the context reads; nil if it reads the latest one.
            public var queryGeneration: NSQueryGenerationToken? { notification.queryGeneration }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextDidMergeChangesObjectIDs }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> DidMergeChangesMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: DidMergeChangesMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }

        /// A private-queue context has merged changes: the IDs of their objects.
        public struct DidMergeChangesAsyncMessage: NotificationCenter.AsyncMessage {
            /// What posts the message.
            public typealias Subject = NSManagedObjectContext

            let notification: ContextNotification

            /// The context.
            public var context: NSManagedObjectContext { notification.context }
            /// The IDs of the objects that were inserted.
            public var insertedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSInsertedObjectIDsKey) }
            /// The IDs of the objects that were updated.
            public var updatedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSUpdatedObjectIDsKey) }
            /// The IDs of the objects that were deleted.
            public var deletedIDs: Set<NSManagedObjectID> { notification.objectIDs(NSDeletedObjectIDsKey) }
            /// The IDs of the objects that were refreshed.
            public var refreshedIDs: Set<NSManagedObjectID> { notification.objectIDs("refreshed_objectIDs") }
            /// The IDs of the objects that were invalidated.
            public var invalidatedIDs: Set<NSManagedObjectID> { notification.objectIDs("invalidated_objectIDs") }
            /// The position of the history after it; nil if the stores keep none.
            public var historyToken: NSPersistentHistoryToken? { notification.historyToken }
            /// The state that the context reads; nil if it reads the latest one.
            public var queryGeneration: NSQueryGenerationToken? { notification.queryGeneration }

            /// The name of the notification with the same contents.
            public static var name: Notification.Name { .NSManagedObjectContextDidMergeChangesObjectIDs }

            /// Returns the message of a notification; nil for one with another name.
            public static func makeMessage(_ notification: Notification) -> DidMergeChangesAsyncMessage? {
                ContextNotification(notification, named: name).map { Self(notification: $0) }
            }

            /// Returns the notification with the contents of a message.
            public static func makeNotification(_ message: DidMergeChangesAsyncMessage) -> Notification {
                message.notification.notification(named: name)
            }
        }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.ObjectsDidChangeMessage> {
        /// The name of ``NSManagedObjectContext/ObjectsDidChangeMessage`` where an observer is added.
        public static var objectsDidChange: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.WillSaveMessage> {
        /// The name of ``NSManagedObjectContext/WillSaveMessage`` where an observer is added.
        public static var willSave: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidSaveMessage> {
        /// The name of ``NSManagedObjectContext/DidSaveMessage`` where an observer is added.
        public static var didSave: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidSaveObjectIDsMessage> {
        /// The name of ``NSManagedObjectContext/DidSaveObjectIDsMessage`` where an observer is added.
        public static var didSaveObjectIDs: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidSaveObjectIDsAsyncMessage> {
        /// The name of ``NSManagedObjectContext/DidSaveObjectIDsAsyncMessage`` where an observer is added.
        public static var didSaveObjectIDsAsync: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidMergeChangesMessage> {
        /// The name of ``NSManagedObjectContext/DidMergeChangesMessage`` where an observer is added.
        public static var didMergeChanges: Self { .init() }
    }

    extension NotificationCenter.MessageIdentifier
    where Self == NotificationCenter.BaseMessageIdentifier<NSManagedObjectContext.DidMergeChangesAsyncMessage> {
        /// The name of ``NSManagedObjectContext/DidMergeChangesAsyncMessage`` where an observer is added.
        public static var didMergeChangesAsync: Self { .init() }
    }
#endif
