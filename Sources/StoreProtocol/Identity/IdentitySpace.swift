public import Foundation

/// The space of object numbers: the objects of one entity in one store, or the new objects of one entity.
///
/// IDs share it, so each ID takes two words.
public final class IdentitySpace: Sendable {
    /// The store; nil for unsaved objects.
    public let storeIdentifier: UUID?
    /// The objects' own entity, not an ancestor's.
    public let entityName: String
    /// Sets the hashes of identities of different spaces apart.
    let hashSeed: Int

    /// What the objects of an entity count in: of a store, or new ones if there is none.
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

    public func hash(into hasher: inout Hasher) { hasher.combine(hashSeed) }
}
