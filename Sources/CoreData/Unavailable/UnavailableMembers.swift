public import Foundation

// Members of Apple's framework that this module does not have. The compiler says why, and what to use instead.

extension NSManagedObject {
    /// The observers of the object's values.
    @available(*, unavailable, message: "Key-value observing requires the Objective-C runtime.")
    public var observationInfo: UnsafeMutableRawPointer? {
        get { nil }
        set {}
    }

    /// Reports changes to SwiftUI.
    @available(*, unavailable, message: "Combine is available only on Apple's platforms.")
    public var objectWillChange: UnavailablePublisher { UnavailablePublisher() }
}

/// Stands for a publisher of Combine in messages of the compiler.
public struct UnavailablePublisher {
    /// Does nothing.
    public func send() {}
}

extension NSManagedObjectContext {
    /// Whether a secure operation is performed.
    @available(*, unavailable, message: "It belongs to services of Apple.")
    public var shouldPerformSecureOperation: Bool { false }
}

extension NSManagedObjectContext.NotificationKey {
    /// The IDs of refreshed objects.
    @available(*, unavailable, message: "Notifications with identities report only what was saved and merged.")
    public static var refreshedObjectIDs: NSManagedObjectContext.NotificationKey { .refreshedObjects }
    /// The IDs of invalidated objects.
    @available(*, unavailable, message: "Notifications with identities report only what was saved and merged.")
    public static var invalidatedObjectIDs: NSManagedObjectContext.NotificationKey { .invalidatedObjects }
}

extension NSManagedObjectModel {
    /// Returns the checksums of the versions of a model.
    @available(*, unavailable, message: "Models are part of the program, so use versionChecksum of each.")
    public class func checksumsForVersionedModel(at url: URL) throws -> [String: String] { [:] }
}

extension NSPersistentStoreDescription {
    /// The options for CloudKit.
    @available(*, unavailable, message: "CloudKit is available only on Apple's platforms.")
    public var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions? {
        get { nil }
        set {}
    }
}

extension NSPersistentStoreCoordinator {
    /// Changes the location of a store.
    @available(*, unavailable, message: "Remove the store, and add the store at the other location.")
    public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool { false }

    /// Completes a deferred migration.
    @available(*, unavailable, message: "Opening a store completes its migration.")
    public func finishDeferredLightweightMigration() throws {}

    /// Performs a step of a deferred migration.
    @available(*, unavailable, message: "Opening a store completes its migration.")
    public func finishDeferredLightweightMigrationTask() throws {}

    /// Returns the parts of the location of an external record.
    @available(*, unavailable, message: "It belongs to external records, which Apple has deprecated.")
    public class func elementsDerived(fromExternalRecordURL url: URL) -> [AnyHashable: Any] { [:] }

    /// Creates a store from external records.
    @available(*, unavailable, message: "It belongs to external records, which Apple has deprecated.")
    public func importStore(
        withIdentifier storeIdentifier: String?, fromExternalRecordsDirectory recordsURL: URL, to url: URL,
        options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        try addPersistentStore(ofType: storeType, configurationName: nil, at: url, options: options)
    }
}

extension NSPersistentStore {
    /// The exporter for Spotlight.
    @available(*, unavailable, message: "Spotlight is available only on Apple's platforms.")
    public var coreSpotlightExporter: NSCoreDataCoreSpotlightDelegate { NSCoreDataCoreSpotlightDelegate() }
}

extension NSPersistentHistoryTransaction {
    /// The identifier of the program's bundle.
    @available(*, unavailable, message: "Programs have no bundle, so use author.")
    public var bundleID: String { "" }
}

extension NSPersistentHistoryChange {
    /// The number of the change.
    @available(*, unavailable, message: "A transaction and an object identify a change.")
    public var changeID: Int64 { 0 }
}

extension Notification.Name {
    /// Stores of iCloud will change.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @available(*, unavailable, message: "It belongs to iCloud stores, which Apple has discontinued.")
    public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// A store is about to be removed.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @available(*, unavailable, message: "NSPersistentStoreCoordinatorStoresDidChange reports the removal.")
    public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
    /// Changes arrived from iCloud.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @available(*, unavailable, message: "It belongs to iCloud stores, which Apple has discontinued.")
    public static let NSPersistentStoreDidImportUbiquitousContentChanges = Notification.Name(
        "NSPersistentStoreDidImportUbiquitousContentChangesNotification")
}
