/// One committed state of a store, which later commits do not change.
///
/// A store that cannot hold everything in memory answers from its own transaction; ``GraphSnapshot`` is the state of
/// one that can.
public protocol StoreSnapshot: Sendable {
    /// Rises with every commit of the store.
    var generation: Int { get }

    /// The identities of an entity's own objects, not of its descendants', in the order of their numbers.
    func objectIDs(ofEntityNamed name: String) throws -> [ObjectID]

    /// The state of an object, or nil when the store does not hold it.
    func record(for objectID: ObjectID) throws -> ObjectRecord?
}
