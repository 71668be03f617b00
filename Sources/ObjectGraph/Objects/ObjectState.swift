import Observation

/// All that an object holds at one moment, for going back to it.
struct ObjectState {
    var state: ManagedObject.State
    var values: [AttributeValue]
    var links: [Links]
}

/// What few objects have.
final class ObjectDetails {
    /// The values of transient attributes that no store keeps, by index.
    var transientValues: [Int: AttributeValue] = [:]
    /// Which relationship was last found to refer to no deleted object.
    var livingReferences: LivingReferences?
    /// Fetched properties, kept until the object is refreshed (rule DRV-7).
    var fetchedObjects: [String: [FetchedDestination]] = [:]
    /// Tells Swift's observation of reads and changes.
    var registrar = ObservationRegistrar()
}
