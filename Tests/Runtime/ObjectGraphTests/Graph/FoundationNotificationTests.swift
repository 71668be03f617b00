import Foundation
import ObjectGraph
import Synchronization
import Testing

/// Rules NTF-1 to NTF-9, NTF-13 and NTF-14 as Core Data's notifications, which are posted where a program asks for it.
struct FoundationNotificationTests {
    typealias Key = ManagedObjectContext.NotificationKey

    let center = NotificationCenter()
    let container: PersistentContainer
    let context: ManagedObjectContext
    let note: ManagedObject

    init() throws {
        container = try Office.container()
        container.persistentStoreCoordinator.notificationCenter = center
        context = container.newContext()
        note = context.insert("Note", ["content": "one"])
        try context.save()
    }

    /// The notifications that are posted while something is done, in order.
    private func posted(_ object: AnyObject? = nil, _ body: () throws -> Void) rethrows -> [Notification] {
        final class Log: @unchecked Sendable { var notifications: [Notification] = [] }
        let log = Log()
        let token = center.addObserver(forName: nil, object: object, queue: nil) { log.notifications.append($0) }
        defer { center.removeObserver(token) }
        try body()
        return log.notifications
    }

    private func objects(_ notification: Notification?, _ key: Key) -> Set<ManagedObject>? {
        notification?.userInfo?[key.rawValue] as? Set<ManagedObject>
    }

    private func objectIDs(_ notification: Notification?, _ key: Key) -> Set<ObjectID>? {
        notification?.userInfo?[key.rawValue] as? Set<ObjectID>
    }

    @Test("NTF-5 notifications have Core Data's names")
    func names() {
        #expect(
            Notification.Name.NSManagedObjectContextObjectsDidChange.rawValue
                == "NSObjectsChangedInManagingContextNotification")
        #expect(
            Notification.Name.NSManagedObjectContextWillSave.rawValue == "NSManagingContextWillSaveChangesNotification")
        #expect(
            Notification.Name.NSManagedObjectContextDidSave.rawValue == "NSManagingContextDidSaveChangesNotification")
        #expect(ManagedObjectContext.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
        #expect(ManagedObjectContext.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
        #expect(ManagedObjectContext.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
    }

    @Test("NTF-5, NTF-1, NTF-2, NTF-3 and NTF-6 a save posts at once, in Core Data's order and under its keys")
    func saving() throws {
        let new = context.insert("Note", ["content": "two"])
        note.setValue("three", forKey: "content")
        let notifications = try posted(context) { try context.save() }
        #expect(
            notifications.map(\.name) == [
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave,
                .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
            ])
        #expect(notifications.allSatisfy { $0.object as AnyObject? === context })
        for notification in [notifications[0], notifications[2]] {
            #expect(objects(notification, .insertedObjects) == [new])
            #expect(objects(notification, .updatedObjects) == [note])
            #expect(notification.userInfo?.count == 2)
        }
        #expect(notifications[1].userInfo?.isEmpty ?? true)
        #expect(objectIDs(notifications[3], .insertedObjectIDs) == [new.objectID])
        #expect(objectIDs(notifications[3], .updatedObjectIDs) == [note.objectID])
        context.delete(new)
        let deletion = try posted(context) { try context.save() }
        #expect(objects(deletion[0], .deletedObjects) == [new])
        #expect(objects(deletion[2], .deletedObjects) == [new])
        #expect(objectIDs(deletion[3], .deletedObjectIDs) == [new.objectID])
    }

    @Test("NTF-5 and NTF-4 a failed save posts only the notification that it begins")
    func failing() throws {
        let other = container.newContext()
        other.twin(note).setValue("theirs", forKey: "content")
        note.setValue("mine", forKey: "content")
        try context.save()
        let notifications = posted(other) { #expect(throws: MergeConflictError.self) { try other.save() } }
        #expect(
            notifications.map(\.name) == [.NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave])
    }

    @Test("NTF-5 and CTX-19 refreshing, and forgetting all objects")
    func refreshing() {
        let refreshed = posted {
            context.refresh(note, mergeChanges: true)
            context.processPendingChanges()
        }
        #expect(refreshed.map { objects($0, .refreshedObjects) } == [[note]])
        let reset = posted { context.reset() }
        #expect(reset.map { $0.userInfo?[Key.invalidatedAllObjects.rawValue] as? Bool } == [true])
        #expect(reset.first?.userInfo?.count == 1)
    }

    @Test("NTF-5 nothing is posted unless a centre is named, for a context or for all that are made later")
    func switching() throws {
        context.notificationCenter = nil
        note.setValue("two", forKey: "content")
        #expect(try posted(context) { try context.save() }.isEmpty)
        let child = ManagedObjectContext(parent: context)
        #expect(child.notificationCenter == nil)
        #expect(container.newContext().notificationCenter === center)
        #expect(try Office.context().notificationCenter == nil)
    }

    @Test(
        "NTF-7, NTF-8 and NTF-9 the notification of a save can be merged, by objects or by identities",
        arguments: [false, true])
    func merging(byIdentities: Bool) throws {
        let other = container.newContext()
        let theirs = other.twin(note)
        _ = theirs.text("content")
        let gone = context.insert("Note", ["content": "gone"])
        try context.save()
        let theirGone = other.twin(gone)
        _ = theirGone.text("content")
        theirs.setValue(Int32(7), forKey: "grams")
        note.setValue("two", forKey: "content")
        context.delete(gone)
        let new = context.insert("Note")
        let name: Notification.Name =
            byIdentities ? .NSManagedObjectContextDidSaveObjectIDs : .NSManagedObjectContextDidSave
        let saved = try #require(try posted { try context.save() }.first { $0.name == name })
        let notifications = posted(other) { other.mergeChanges(fromContextDidSave: saved) }
        #expect(theirs.text("content") == "two")
        #expect(theirs.number("grams") == 7)
        #expect(theirGone.isDeleted)
        let change = notifications.first
        #expect(change?.name == .NSManagedObjectContextObjectsDidChange)
        #expect(objects(change, .insertedObjects) == [other.twin(new)])
        #expect(objects(change, .deletedObjects) == [theirGone])
        let merged = notifications.last
        #expect(merged?.name == ManagedObjectContext.didMergeChangesObjectIDsNotification)
        #expect(objectIDs(merged, .updatedObjectIDs) == [note.objectID])
    }

    @Test("NTF-13 identities and URIs that come from elsewhere are merged into several contexts")
    func remoteChanges() throws {
        let contexts = [container.newContext(), container.newContext()]
        let theirs = contexts.map { $0.twin(note) }
        for object in theirs { _ = object.text("content") }
        note.setValue("two", forKey: "content")
        try context.save()
        ManagedObjectContext.mergeChanges(fromRemoteContextSave: ["updated": [note.objectID]], into: [contexts[0]])
        let uri = note.objectID.uriRepresentation()
        ManagedObjectContext.mergeChanges(fromRemoteContextSave: ["updated_objectIDs": [uri]], into: [contexts[1]])
        #expect(theirs.map { $0.text("content") } == ["two", "two"])
    }

    @Test("NTF-13 what comes from elsewhere is merged into a parent before its child, whatever their order")
    func remoteChangesInChildren() throws {
        let main = container.newContext()
        let child = ManagedObjectContext(parent: main)
        let theirs = [child, main].map { $0.twin(note) }
        #expect(theirs.map { $0.text("content") } == ["one", "one"])
        note.setValue("two", forKey: "content")
        try context.save()
        ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: ["updated": [note.objectID]], into: [child, main])
        #expect(theirs.map { $0.text("content") } == ["two", "two"])
    }

    @Test("HIS-7 a transaction of the history is merged as a notification")
    func transactions() throws {
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        let other = container.newContext()
        let theirs = other.twin(note)
        _ = theirs.text("content")
        note.setValue("two", forKey: "content")
        try context.save()
        let transaction = try #require(try coordinator.history(after: PersistentHistoryToken?.none).last)
        other.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        #expect(theirs.text("content") == "two")
    }

    @Test("NTF-15 each store that is written to is posted, with its identity and its history's token")
    func remoteChangesOfStores() throws {
        let coordinator = container.persistentStoreCoordinator
        let second = try coordinator.addPersistentStore(with: .tested)
        try coordinator.setTracksHistory(true, ofStores: [second])
        context.insert("Note")
        let first = try posted(coordinator) { try context.save() }
        let identifiers = coordinator.persistentStores.map(\.identifier)
        #expect(first.map(\.name) == [.NSPersistentStoreRemoteChange])
        #expect(first.first?.userInfo?["NSStoreUUID"] as? UUID == identifiers[0])
        #expect(first.first?.userInfo?["historyToken"] == nil)
        context.insert("Note")
        context.assign(context.insert("Note"), to: second)
        let both = try posted(coordinator) { try context.save() }
        #expect(both.map { $0.userInfo?["NSStoreUUID"] as? UUID } == identifiers)
        let token = both.last?.userInfo?["historyToken"] as? PersistentHistoryToken
        #expect(token != nil && token == coordinator.currentPersistentHistoryToken)
    }

    @Test("NTF-14 stores that come and go are posted, with the stores under Core Data's keys")
    func stores() throws {
        let coordinator = container.persistentStoreCoordinator
        var store: (any PersistentStore)?
        let added = try posted(coordinator) { store = try coordinator.addPersistentStore(with: .tested) }
        let own = try #require(store)
        let removed = try posted(coordinator) { try coordinator.remove(own) }
        func stores(_ notifications: [Notification], _ key: String) -> [UUID]? {
            (notifications.first?.userInfo?[key] as? [any PersistentStore])?.map(\.identifier)
        }
        #expect(
            (added + removed).map(\.name) == [
                .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreCoordinatorStoresDidChange,
            ])
        #expect(stores(added, "added") == [own.identifier])
        #expect(stores(removed, "removed") == [own.identifier])
        #expect(stores(added, "removed") == nil && stores(added, "UUIDChanged") == nil)
    }
}
