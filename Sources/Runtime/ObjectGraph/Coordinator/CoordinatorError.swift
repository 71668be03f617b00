import Foundation

/// An error that occurs if a coordinator cannot do something with its stores. Nothing has changed.
///
/// ```swift
/// do {
///     try coordinator.remove(archive)
/// } catch let error as CoordinatorError where error.code == .storeNotAdded {
///     return  // Someone else has removed it.
/// }
/// ```
public struct CoordinatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A name for it.
        public let rawValue: String

        /// - Parameter rawValue: A name for it.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The coordinator already has the store.
        public static let storeAlreadyAdded = Code(rawValue: "store-already-added")
        /// The coordinator does not have the store.
        public static let storeNotAdded = Code(rawValue: "store-not-added")
        /// The store was opened for another coordinator, so a store description must open it again.
        public static let storeOpenedElsewhere = Code(rawValue: "store-opened-elsewhere")
        /// The coordinator has too many stores to add another.
        public static let tooManyStores = Code(rawValue: "too-many-stores")
        /// No store has the entity of a new object.
        public static let noStoreForEntity = Code(rawValue: "no-store-for-entity")
        /// The model has a composite that contains itself.
        public static let invalidModel = Code(rawValue: "invalid-model")
        /// The store of changed objects has been removed.
        public static let storeRemoved = Code(rawValue: "store-removed")
    }

    /// The kind of error.
    public var code: Code
    public var description: String

    static func storeAlreadyAdded(_ identifier: UUID) -> CoordinatorError {
        CoordinatorError(
            code: .storeAlreadyAdded, description: "the coordinator already has the store \(identifier); use that one")
    }

    static func invalidModel(_ name: String, compositeInItself composite: String) -> CoordinatorError {
        CoordinatorError(
            code: .invalidModel,
            description: "the composite '\(composite)' of the model '\(name)' contains itself, directly or through "
                + "others; remove one of these attributes, or use a relationship")
    }

    static func storeNotAdded(_ identifier: UUID) -> CoordinatorError {
        CoordinatorError(code: .storeNotAdded, description: "the coordinator does not have the store \(identifier)")
    }

    static func storeOpenedElsewhere(_ identifier: UUID) -> CoordinatorError {
        CoordinatorError(
            code: .storeOpenedElsewhere,
            description: """
                the store \(identifier) was opened for another coordinator, or as the first of another; its \
                description must open it with the given model
                """)
    }

    static let tooManyStores = CoordinatorError(
        code: .tooManyStores, description: "the coordinator has too many stores; create another container")

    static func noStore(forEntityNamed name: String) -> CoordinatorError {
        CoordinatorError(
            code: .noStoreForEntity,
            description: "no store has objects of '\(name)'; add a store whose configuration contains the entity")
    }

    static func storeRemoved(of objectIDs: [ObjectID]) -> CoordinatorError {
        let list = objectIDs.sorted().map(\.description).joined(separator: ", ")
        return CoordinatorError(
            code: .storeRemoved, description: "the store of changed objects has been removed: \(list); roll back")
    }
}

/// An error that occurs if you open a store for a configuration that the model does not have.
///
/// ```swift
/// do {
///     return try PersistentContainer(model: model, stores: [(name, .inMemory)])
/// } catch let error as UnknownConfigurationError {
///     print(error.name, "is none of", model.schema.configurations.map(\.name))
///     return nil
/// }
/// ```
public struct UnknownConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requested name.
    public var name: String

    /// - Parameter name: The requested name.
    public init(name: String) { self.name = name }

    public var description: String { "the model has no configuration '\(name)'" }
}

extension ManagedObjectModel {
    /// Rejects a model with values that never end, before a store follows their members.
    ///
    /// - Throws: ``CoordinatorError``.
    func refuseCompositesInThemselves() throws(CoordinatorError) {
        guard let composite = schema.recursiveCompositeName else { return }
        throw .invalidModel(name, compositeInItself: composite)
    }
}
