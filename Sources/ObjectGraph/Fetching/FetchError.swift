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
        /// The model has no fetch request template of a name.
        public static let unknownTemplate = Code(rawValue: "unknown-template")
        /// A property that is to be fetched, or a fetched property, does not exist.
        public static let unknownProperty = Code(rawValue: "unknown-property")
        /// A property whose values no dictionary can hold: a to-many or a transient one.
        public static let unfetchableProperty = Code(rawValue: "unfetchable-property")
        /// A property beside groups that is not one of those they are made by (rule FET-16).
        public static let ungroupedProperty = Code(rawValue: "ungrouped-property")
        /// A condition on groups where there are none (rule FET-17).
        public static let havingWithoutGroups = Code(rawValue: "having-without-groups")
        /// A fetched results controller without an order, or whose order does not keep sections together.
        public static let missingOrder = Code(rawValue: "missing-order")
        public static let sectionOrder = Code(rawValue: "section-order")
    }

    public var code: Code
    public var description: String

    public init(code: Code, description: String) {
        self.code = code
        self.description = description
    }
}

extension FetchError {
    static func unknownEntity(_ name: String?, in model: ManagedObjectModel) -> FetchError {
        FetchError(
            code: .unknownEntity, description: "the model '\(model.name)' has no entity '\(name ?? "")'")
    }
}
