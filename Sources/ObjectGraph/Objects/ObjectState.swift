import Foundation
import Observation

/// All that an object holds at one moment, for going back to it.
final class ObjectState {
    let state: ManagedObject.State
    let values: [AttributeValue]
    let links: [Links]

    init(state: ManagedObject.State, values: [AttributeValue], links: [Links]) {
        self.state = state
        self.values = values
        self.links = links
    }
}

/// What few objects have.
final class ObjectDetails {
    /// The values of transient attributes that no store keeps, by index.
    var transientValues: [Int: AttributeValue] = [:]
    /// Which relationship was last found to refer to no deleted object.
    var livingReferences: LivingReferences?
    /// Fetched properties, kept until the object is refreshed (rule DRV-7).
    var fetchedObjects: [String: [FetchedDestination]] = [:]
    /// Which relationships have been read of those that have no bit in the object itself.
    var otherReadRelationships: Set<Int> = []
    /// Where relationships led before an accessor written by hand began to change them, by index.
    var linksBeforeChange: [Int: Links] = [:]
    /// The store that a new object is to be saved to, where the program has said so.
    var assignedStoreIdentifier: UUID?
    /// Tells Swift's observation of reads and changes.
    var registrar = ObservationRegistrar()
}
