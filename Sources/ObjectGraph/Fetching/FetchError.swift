import ModelDiagnostics

/// A fetch that the model does not allow.
public struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a request; codes stay the same, messages may get better.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name for logs.
        public var rawValue: String

        /// - Parameter rawValue: A short name.
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
        /// A path to prefetch that does not lead along relationships.
        public static let noRelationship = Code(rawValue: "no-relationship")
        /// A condition on groups where there are none (rule FET-17).
        public static let havingWithoutGroups = Code(rawValue: "having-without-groups")
        /// A fetched results controller without an order, or whose order does not keep sections together.
        public static let missingOrder = Code(rawValue: "missing-order")
        /// The order of a fetched results controller does not keep the objects of a section together.
        public static let sectionOrder = Code(rawValue: "section-order")
    }

    /// What is wrong.
    public var code: Code
    /// A sentence that names what the model does not have.
    public var description: String

    /// - Parameters:
    ///   - code: What is wrong.
    ///   - description: A sentence that says of what.
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

    static func noRelationship(_ key: String, in keyPath: String, of entity: EntityDescription) -> FetchError {
        let nearest = NearestName.to(key, among: entity.relationshipNames).map { "; did you mean '\($0)'?" } ?? ""
        return FetchError(
            code: .noRelationship,
            description: "'\(keyPath)' cannot be prefetched: '\(entity.name)' has no relationship '\(key)'\(nearest)")
    }
}
