public import Foundation

/// The ID of an object, which is the same in every context of a store. You can pass it to any task.
///
/// A new object has a temporary ID until its first save.
///
/// ```swift
/// let link = hero.objectID.uriRepresentation()  // x-coredata://7B0C…/Hero/p1
/// let objectID = ObjectID(uriRepresentation: link)
/// let sameHero = try objectID.map { try context.existingObject(with: $0) }
/// ```
public struct ObjectID: Sendable, Hashable {
    /// The space of the number.
    public let space: IdentitySpace
    /// The number, which is unique among the objects of the store and the entity hierarchy, and never reused.
    public let number: Int64

    /// Creates an ID in a space. A store that creates many IDs keeps the spaces of its entities.
    @inlinable
    public init(_ space: IdentitySpace, number: Int64) {
        self.space = space
        self.number = number
    }

    /// Creates the ID of a stored object.
    public init(storeIdentifier: UUID, entityName: String, number: Int64) {
        self.init(IdentitySpace(storeIdentifier: storeIdentifier, entityName: entityName), number: number)
    }

    /// The store that contains the object; nil if the ID is temporary.
    public var storeIdentifier: UUID? { space.storeIdentifier }
    /// The object's own entity, not an ancestor's.
    public var entityName: String { space.entityName }
    /// Whether the ID is temporary, because the object was neither saved nor assigned a permanent ID.
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

    /// Creates the permanent ID for a URI; nil if the URI does not represent an ID.
    public init?(uriRepresentation uri: URL) {
        let parts = uri.pathComponents
        guard uri.scheme == "x-coredata", let store = uri.host().flatMap({ UUID(uuidString: $0) }), parts.count == 3,
            parts[2].hasPrefix("p"), let number = Int64(parts[2].dropFirst()), number > 0, parts[2] == "p\(number)"
        else { return nil }
        self.init(storeIdentifier: store, entityName: parts[1], number: number)
    }
}

extension ObjectID: CustomStringConvertible {
    public var description: String { "\(entityName)/\(isTemporaryID ? "t" : "p")\(number)" }
}

extension ObjectID: Comparable {
    /// Sorts by entity, with stored objects before temporary ones, and then by number, which is the order of creation
    /// in a store. Objects of several stores with the same number are sorted by store identifier.
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

extension ObjectID: Codable {
    /// Decodes the URI of a permanent ID.
    ///
    /// - Throws: `DecodingError` for anything but the URI of a stored object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uri = URL(string: try container.decode(String.self)),
            let objectID = ObjectID(uriRepresentation: uri)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the URI of a stored object")
        }
        self = objectID
    }

    /// Encodes ``uriRepresentation()``.
    ///
    /// - Throws: `EncodingError` for a temporary ID, which has no meaning outside of its process.
    public func encode(to encoder: any Encoder) throws {
        guard !isTemporaryID else {
            let reason = "\(self) is temporary; save the object before encoding its identity"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
        var container = encoder.singleValueContainer()
        try container.encode(uriRepresentation().absoluteString)
    }
}

/// The space of object numbers: the objects of one entity in one store, or the new objects of one entity.
///
/// IDs share it, so each ID takes two words.
///
/// ```swift
/// let heroes = IdentitySpace(storeIdentifier: identifier, entityName: "Hero")  // Once for each table
/// let objectIDs = numbers.map { ObjectID(heroes, number: $0) }
/// ```
public final class IdentitySpace: Sendable {
    /// The store; nil for unsaved objects.
    public let storeIdentifier: UUID?
    /// The objects' own entity, not an ancestor's.
    public let entityName: String
    /// Distinguishes the hashes of IDs in different spaces.
    let hashSeed: Int

    /// Creates a space for the objects of an entity in a store, or for new ones if there is no store.
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
