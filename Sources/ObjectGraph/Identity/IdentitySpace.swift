public import Foundation

/// The objects of one entity in one store, or the new objects of one entity: what the numbers of identities count in.
///
/// Identities share it, so that each is two words long.
public final class IdentitySpace: Sendable {
    /// The store; nil for objects that have not been saved.
    public let storeIdentifier: UUID?
    /// The objects' own entity, not an ancestor's.
    public let entityName: String
    /// Sets the hashes of identities of different spaces apart.
    let hashSeed: Int

    /// What the objects of an entity count in: of a store, or new ones where there is none.
    public init(storeIdentifier: UUID?, entityName: String) {
        self.storeIdentifier = storeIdentifier
        self.entityName = entityName
        var hasher = Hasher()
        hasher.combine(storeIdentifier)
        hasher.combine(entityName)
        hashSeed = hasher.finalize()
    }
}

extension IdentitySpace: Hashable {
    public static func == (left: IdentitySpace, right: IdentitySpace) -> Bool {
        left === right
            || left.hashSeed == right.hashSeed && left.storeIdentifier == right.storeIdentifier
                && left.entityName == right.entityName
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(hashSeed)
    }
}
