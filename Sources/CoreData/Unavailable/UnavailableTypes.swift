public import Foundation

// Types of Apple's framework that this module does not have. The compiler says why, and what to use instead.

// Unchecked, as the class above it is. There are no objects of it.
/// A container that mirrors its stores to CloudKit.
@available(*, unavailable, message: "CloudKit is available only on Apple's platforms, so use NSPersistentContainer.")
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
    /// An event of the mirroring.
    public typealias Event = NSPersistentCloudKitContainerEvent

    /// The name of the notification about an event.
    public static let eventChangedNotification = Notification.Name("NSPersistentCloudKitContainerEventChanged")
    /// The key of the event in the notification.
    public static let eventNotificationUserInfoKey = "event"

    /// Creates the schema in CloudKit.
    public final func initializeCloudKitSchema() throws {}
}

/// The options of a container that mirrors its stores to CloudKit.
@available(*, unavailable, message: "CloudKit is available only on Apple's platforms.")
open class NSPersistentCloudKitContainerOptions: NSObject {
    /// Creates the options.
    public init(containerIdentifier: String) {}
}

/// An event of mirroring stores to CloudKit.
@available(*, unavailable, message: "CloudKit is available only on Apple's platforms.")
open class NSPersistentCloudKitContainerEvent: NSObject {}

/// A request for events of mirroring stores to CloudKit.
@available(*, unavailable, message: "CloudKit is available only on Apple's platforms.")
open class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest {}

/// The result of a request for events of mirroring stores to CloudKit.
@available(*, unavailable, message: "CloudKit is available only on Apple's platforms.")
open class NSPersistentCloudKitContainerEventResult: NSPersistentStoreResult {}

/// An exporter of objects to Spotlight.
@available(*, unavailable, message: "Spotlight is available only on Apple's platforms.")
open class NSCoreDataCoreSpotlightDelegate: NSObject {
    /// Creates an exporter for a store.
    public convenience init(
        forStoreWith description: NSPersistentStoreDescription, coordinator psc: NSPersistentStoreCoordinator
    ) {
        self.init()
    }

    /// Starts the export.
    public final func startSpotlightIndexing() {}
    /// Stops the export.
    public final func stopSpotlightIndexing() {}
}

/// An expression whose value is the result of a fetch.
@available(*, unavailable, message: "Fetch first, and use the result as a constant.")
open class NSFetchRequestExpression: NSObject {
    /// Creates an expression for the result of a fetch.
    public class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression { fetch }
}
