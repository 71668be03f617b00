public import ColumnEngine
import Foundation
public import MappingModels

/// A stage of a migration: a version of the model, with policies.
///
/// The migration infers the changes from the two models. Policies compute additional values.
///
/// ```swift
/// let stage = MigrationStage(
///     to: .library2,
///     policies: [
///         "Person": EntityMigrationPolicy { old, new in
///             let names = [old["firstName", as: String.self], old["lastName", as: String.self]]
///             new["fullName"] = .string(names.compactMap { $0 }.joined(separator: " "))
///         }
///     ])
/// ```
public struct MigrationStage: Sendable {
    /// The version of the objects after the stage.
    public var model: ManagedObjectModel
    /// The policies, by the entity's name in ``model``. A policy applies only to the entity, and not to its
    /// descendants. With a mapping model, the policies, by the name of the class in the mapping model.
    public var policies: [String: EntityMigrationPolicy]
    /// The mapping model; nil to infer the stage.
    public var mappingModel: MappingModel?

    /// Creates a stage. Without policies, the whole stage is inferred.
    public init(to model: ManagedObjectModel, policies: [String: EntityMigrationPolicy] = [:]) {
        self.model = model
        self.policies = policies
    }

    /// Creates a stage that follows a mapping model.
    ///
    /// - Parameters:
    ///   - model: The version of the objects after the stage.
    ///   - mappingModel: The mapping model. Its hashes must be those of both versions.
    ///   - policies: The policies, by the name of the class in the mapping model. Each receives the values that the
    ///     mapping computes.
    public init(
        to model: ManagedObjectModel, following mappingModel: MappingModel,
        policies: [String: EntityMigrationPolicy] = [:]
    ) {
        self.model = model
        self.policies = policies
        self.mappingModel = mappingModel
    }
}

/// A policy that computes values of each object of an entity during a migration.
///
/// With a policy, a removed attribute, or one with a different type, is not an obstacle, because the policy receives
/// its value.
///
/// ```swift
/// let policy = EntityMigrationPolicy { old, new in
///     guard let title = old["title", as: String.self] else { throw MissingTitleError(objectID: old.objectID) }
///     new["rating"] = .string(title.hasSuffix("*") ? "good" : "unknown")
/// }
/// let stage = MigrationStage(to: .ratedLibrary, policies: ["Book": policy])
/// ```
public struct EntityMigrationPolicy: Sendable {
    let migrate: @Sendable (SourceObject, inout DestinationValues) throws -> Void

    /// - Parameter migrate: A closure that receives the old object, and the inferred values, which it can change. If it
    ///   throws an error, the migration ends, and the store stays unchanged.
    public init(_ migrate: @escaping @Sendable (_ old: SourceObject, _ new: inout DestinationValues) throws -> Void) {
        self.migrate = migrate
    }
}

/// An object before the migration.
///
/// ```swift
/// let title = old["title", as: String.self] ?? "Untitled"
/// let shelves = old.entity.relationshipsByName["shelves"].map { old.destinations(of: $0.name) } ?? []
/// print(old.objectID, title, shelves.map(\.objectID))  // Book/p1 Emma []
/// ```
public struct SourceObject {
    /// The entity in the older model.
    public let entity: EntityDescription
    private let row: Row
    private let snapshot: GraphSnapshot

    init(_ row: Row, of entity: EntityDescription, in snapshot: GraphSnapshot) {
        self.row = row
        self.entity = entity
        self.snapshot = snapshot
    }

    /// The ID of the object, which keeps its number.
    public var objectID: ObjectID { snapshot.layout.objectID(for: row.reference) }

    /// The value of an attribute of the older entity.
    ///
    /// - Precondition: The entity has the attribute.
    public subscript(name: String) -> AttributeValue {
        guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else {
            endProgram("the entity '\(entity.name)' of the older model has no attribute '\(name)'")
        }
        return row.value(at: index)
    }

    /// The value of an attribute of the older entity as a Swift type; nil if there is no value, or one of a different
    /// type.
    ///
    /// - Precondition: The entity has the attribute.
    public subscript<Value: RequiredAttributeRepresentable>(name: String, as type: Value.Type) -> Value? {
        Value.read(self[name])
    }

    /// The objects that a relationship of the older entity points to, in its order.
    ///
    /// - Precondition: The entity has the relationship.
    public func destinations(of name: String) -> [SourceObject] {
        guard let relationship = entity.relationship(named: name) else {
            endProgram("the entity '\(entity.name)' of the older model has no relationship '\(name)'")
        }
        return row.links(at: relationship.index).references.compactMap { reference in
            snapshot.row(of: reference).map {
                SourceObject($0, of: snapshot.layout.entities[reference.entityOrdinal], in: snapshot)
            }
        }
    }
}

/// The values of an object after the migration.
///
/// ```swift
/// if new["rating"].isNull, new.entity.attributesByName["rating"]?.isOptional == true {
///     new["rating"] = .string("unknown")  // The title keeps the value that the migration has inferred.
/// }
/// ```
public struct DestinationValues {
    /// The entity in the newer model.
    public let entity: EntityDescription
    /// In the order of the entity's attributes.
    private(set) var values: [AttributeValue]

    init(_ values: [AttributeValue], of entity: EntityDescription) {
        self.values = values
        self.entity = entity
    }

    /// The value of an attribute of the newer entity.
    ///
    /// - Precondition: The entity has the attribute, and its type can hold the value.
    public subscript(name: String) -> AttributeValue {
        get { values[index(of: name)] }
        set {
            let index = index(of: name)
            var column = Column(for: entity.attributes[index].type)
            column.append(newValue)
            require(
                newValue.isNull || !column.isMissing(at: 0),
                "'\(name)' of '\(entity.name)' cannot have the value, because it has a different type")
            values[index] = newValue
        }
    }

    private func index(of name: String) -> Int {
        guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else {
            endProgram("the entity '\(entity.name)' of the newer model has no attribute '\(name)'")
        }
        return index
    }
}
