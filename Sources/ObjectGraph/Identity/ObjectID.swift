public import Foundation

/// The identity of an object: the same in every context of a store, and safe to hand to any task.
///
/// A new object has a temporary identity until its first save.
public struct ObjectID: Sendable, Hashable {
    /// What the number counts in.
    public let space: IdentitySpace
    /// Unique among the objects of the store and the entity's family, never used again.
    public let number: Int64

    /// An identity in a space. A store that makes many keeps the spaces of its entities.
    public init(_ space: IdentitySpace, number: Int64) {
        self.space = space
        self.number = number
    }

    /// The identity of a stored object.
    public init(storeIdentifier: UUID, entityName: String, number: Int64) {
        self.init(IdentitySpace(storeIdentifier: storeIdentifier, entityName: entityName), number: number)
    }

    /// The store that holds the object; nil while the identity is temporary.
    public var storeIdentifier: UUID? { space.storeIdentifier }

    /// The object's own entity, not an ancestor's.
    public var entityName: String { space.entityName }

    /// Whether the object has not been saved since it was made, nor been given its permanent identity.
    public var isTemporaryID: Bool { storeIdentifier == nil }

    /// `x-coredata://<store>/<Entity>/p<number>`, or `x-coredata:///<Entity>/t<number>` while temporary.
    ///
    /// Source: rules ID-4 and ID-5.
    public func uriRepresentation() -> URL {
        var components = URLComponents()
        components.scheme = "x-coredata"
        components.host = storeIdentifier?.uuidString ?? ""
        components.path = "/\(entityName)/\(isTemporaryID ? "t" : "p")\(number)"
        return components.url ?? URL(filePath: "/\(entityName)/\(number)")
    }

    /// The permanent identity that a URI stands for, or nil when it stands for none.
    public init?(uriRepresentation uri: URL) {
        let parts = uri.pathComponents
        guard uri.scheme == "x-coredata", let store = uri.host().flatMap({ UUID(uuidString: $0) }), parts.count == 3,
            parts[2].hasPrefix("p"), let number = Int64(parts[2].dropFirst()), number > 0, parts[2] == "p\(number)"
        else { return nil }
        self.init(storeIdentifier: store, entityName: parts[1], number: number)
    }
}

extension ObjectID: CustomStringConvertible {
    public var description: String {
        "\(entityName)/\(isTemporaryID ? "t" : "p")\(number)"
    }
}

extension ObjectID: Comparable {
    /// By entity, stored before temporary, then by number: the order in which the objects of one store came to be. Those of
    /// several that have one number come by their stores' identities.
    public static func < (left: ObjectID, right: ObjectID) -> Bool {
        if left.entityName != right.entityName { return left.entityName < right.entityName }
        if left.isTemporaryID != right.isTemporaryID { return right.isTemporaryID }
        if left.number != right.number { return left.number < right.number }
        guard let store = left.storeIdentifier?.uuidString, let other = right.storeIdentifier?.uuidString else {
            return false
        }
        return store < other
    }
}
