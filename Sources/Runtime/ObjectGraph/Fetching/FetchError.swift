import ModelDiagnostics

/// An error that occurs if the model does not allow a fetch.
///
/// ```swift
/// do {
///     return try context.count(for: FetchRequest<ManagedObject>(entityName: name))
/// } catch let error as FetchError where error.code == .unknownEntity {
///     print(error)  // the model 'App' has no entity 'Heroe'; did you mean 'Hero'?
///     return nil
/// }
/// ```
public struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Codes are stable, but messages can change.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name for logs.
        public var rawValue: String

        /// - Parameter rawValue: A short name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The model has no such entity.
        public static let unknownEntity = Code(rawValue: "unknown-entity")
        /// The model has no entity with the class, or several.
        public static let entityNotFoundByClass = Code(rawValue: "entity-not-found-by-class")
        /// The model has no fetch request template with the name.
        public static let unknownTemplate = Code(rawValue: "unknown-template")
        /// A property to fetch, or a fetched property, does not exist.
        public static let unknownProperty = Code(rawValue: "unknown-property")
        /// A dictionary cannot contain a to-many or transient property.
        public static let unfetchableProperty = Code(rawValue: "unfetchable-property")
        /// A request with groups fetches a property that does not define the groups (rule FET-16).
        public static let ungroupedProperty = Code(rawValue: "ungrouped-property")
        /// A key path for prefetching does not consist of relationships.
        public static let notARelationship = Code(rawValue: "not-a-relationship")
        /// A request has a condition on groups, but no groups (rule FET-17).
        public static let havingWithoutGroups = Code(rawValue: "having-without-groups")
        /// A fetched results controller has no order.
        public static let missingSortDescriptors = Code(rawValue: "missing-sort-descriptors")
        /// The order of a fetched results controller does not keep the objects of a section together.
        public static let sectionOrderMismatch = Code(rawValue: "section-order-mismatch")
    }

    /// The kind of error.
    public var code: Code
    /// A message that names what the model does not have.
    public var description: String

    /// - Parameters:
    ///   - code: The kind of error.
    ///   - description: The message.
    public init(code: Code, description: String) {
        self.code = code
        self.description = description
    }

    static func unknownProperty(_ name: String, of entity: EntityDescription) -> FetchError {
        let error = QueryError.unknownKey(name, of: entity.name, among: entity.propertyNames)
        return FetchError(code: .unknownProperty, description: error.description)
    }

    static func unknownEntity(_ name: String?, in model: ManagedObjectModel) -> FetchError {
        let hint = NearestName.to(name ?? "", among: model.entities.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        return FetchError(
            code: .unknownEntity, description: "the model '\(model.name)' has no entity '\(name ?? "")'\(hint)")
    }

    static func notARelationship(_ key: String, in keyPath: String, of entity: EntityDescription) -> FetchError {
        let nearest = NearestName.to(key, among: entity.relationshipNames).map { "; did you mean '\($0)'?" } ?? ""
        return FetchError(
            code: .notARelationship,
            description: "'\(keyPath)' cannot be prefetched: '\(entity.name)' has no relationship '\(key)'\(nearest)")
    }
}
