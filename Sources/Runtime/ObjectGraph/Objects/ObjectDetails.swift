import Foundation
import Observation

/// Properties that only few objects have.
final class ObjectDetails {
    /// The values of transient attributes that no store keeps, by index.
    var transientValues: [Int: AttributeValue] = [:]
    /// The relationship that was last found to refer to no deleted object.
    var livingReferences: LivingReferences?
    /// Fetched properties, kept until the object is refreshed (rule DRV-7).
    var fetchedObjects: [String: [FetchedDestination]] = [:]
    /// The relationships that have been read, of those without a bit in the object itself.
    var otherReadRelationships: Set<Int> = []
    /// What the object retains of its relationships, by index: a destination, or a list of them.
    /// Empty if there is nothing.
    var retainedDestinations: [AnyObject?] = []
    /// The relationships that a custom accessor has begun to change, by index.
    var announcedChanges: [Int: AnnouncedChange] = [:]
    /// The store that the program assigned to a new object.
    var assignedStoreIdentifier: UUID?
    /// Informs Swift's observation of reads and changes.
    lazy var registrar = ObservationRegistrar()
}

/// A change of a relationship that a custom accessor has announced, and not ended.
struct AnnouncedChange {
    /// The links before it.
    let links: Links
    /// The collection in which the accessor changes the destinations; nil if it does not.
    var collection: AnyObject?
}

/// A note that a relationship had no reference to a deleted object after a number of departures. New references always
/// point to objects that exist, so it remains valid until the next departure.
struct LivingReferences: Equatable {
    var relationshipIndex: Int
    var departureCount: Int
}

/// An object of a fetched property. The reference is weak, because an object may be its own destination.
struct FetchedDestination {
    weak var object: ManagedObject?
    /// The reference at the time of the fetch.
    let reference: ObjectReference
}
