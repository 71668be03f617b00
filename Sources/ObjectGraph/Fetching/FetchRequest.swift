public import Foundation

/// Asks for objects of an entity.
public struct FetchRequest<Object: ManagedObject> {
    /// The entity; nil for the one whose class is `Object`.
    public var entityName: String?
    /// What objects must match; nil for all.
    public var predicate: Predicate<Object>?
    /// The order of the result, the most important first. Without any, objects come in the order of their making.
    public var sortDescriptors: [SortDescriptor<Object>]
    /// The greatest number of objects; 0 for no limit.
    public var fetchLimit: Int
    /// How many objects to leave out at the beginning.
    public var fetchOffset: Int
    /// Whether objects of descendant entities are part of the result.
    public var includesSubentities: Bool

    public init(
        entityName: String? = nil, predicate: Predicate<Object>? = nil, sortDescriptors: [SortDescriptor<Object>] = [],
        fetchLimit: Int = 0, fetchOffset: Int = 0, includesSubentities: Bool = true
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
        self.includesSubentities = includesSubentities
    }
}

/// What ``ManagedObject/fetchRequest()`` needs to be typed after the class it is called on.
public protocol Fetchable: AnyObject {}

extension Fetchable where Self: ManagedObject {
    /// A request for all objects of the class.
    public static func fetchRequest() -> FetchRequest<Self> {
        FetchRequest()
    }
}

/// A fetch that the model does not allow.
public struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The model has no such entity.
        public static let unknownEntity = Code(rawValue: "unknown-entity")
        /// The class is no entity's of the model, or several entities'.
        public static let entityNotFoundByClass = Code(rawValue: "entity-not-found-by-class")
    }

    public var code: Code
    public var description: String
}
