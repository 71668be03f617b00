import Foundation
public import ObjectGraph

/// A version of the model on a store's way to a newer one, with what code does there.
///
/// Everything that follows from the two models is inferred; policies add to that.
///
/// ```swift
/// let stage = MigrationStage(
///     to: .library2,
///     policies: [
///         "Person": EntityMigrationPolicy { old, new in
///             new["fullName"] = .string("\(old[String.self, "firstName"] ?? "") \(old[String.self, "lastName"] ?? "")")
///         }
///     ])
/// ```
public struct MigrationStage: Sendable {
    /// The version that the objects are of afterwards.
    public var model: ManagedObjectModel
    /// What code does with the objects of an entity, by the entity's name in ``model``. A policy is for the entity alone, not
    /// for its descendants.
    public var policies: [String: EntityMigrationPolicy]

    /// A stage; without policies, all of it is inferred.
    public init(to model: ManagedObjectModel, policies: [String: EntityMigrationPolicy] = [:]) {
        self.model = model
        self.policies = policies
    }
}

/// What code does with each object of an entity when it is migrated.
///
/// With a policy, an attribute that is gone, or of another type, is no obstacle: the policy has had its value.
public struct EntityMigrationPolicy: Sendable {
    let migrate: @Sendable (SourceObject, inout DestinationValues) throws -> Void

    /// - Parameter migrate: Is given the object as it was, and the values that were inferred, to be changed. What it throws
    ///   ends the migration, and the store stays as it was.
    public init(_ migrate: @escaping @Sendable (_ old: SourceObject, _ new: inout DestinationValues) throws -> Void) {
        self.migrate = migrate
    }
}

/// An object as it was before the migration.
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

    /// The object's identity: its number stays.
    public var objectID: ObjectID { snapshot.layout.objectID(for: row.reference) }

    /// The value of an attribute of the older entity.
    ///
    /// - Precondition: The entity has the attribute.
    public subscript(name: String) -> AttributeValue {
        guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the entity '\(entity.name)' of the older model has no attribute '\(name)'")
        }
        return row.value(at: index)
    }

    /// The value of an attribute of the older entity as a Swift type; nil where there is none, or one of another type.
    ///
    /// - Precondition: The entity has the attribute.
    public subscript<Value: RequiredAttributeRepresentable>(type: Value.Type, name: String) -> Value? {
        Value.read(self[name])
    }

    /// The objects that a relationship of the older entity leads to, in its order.
    ///
    /// - Precondition: The entity has the relationship.
    public func destinations(of name: String) -> [SourceObject] {
        guard let relationship = entity.relationship(named: name) else {
            preconditionFailure("the entity '\(entity.name)' of the older model has no relationship '\(name)'")
        }
        return row.links(at: relationship.index).references.compactMap { reference in
            snapshot.row(of: reference).map {
                SourceObject($0, of: snapshot.layout.entities[reference.entityOrdinal], in: snapshot)
            }
        }
    }
}

/// The values that an object has after the migration.
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
            precondition(
                newValue.isNull || !column.isMissing(at: 0),
                "'\(name)' of '\(entity.name)' cannot hold the value, which is of another type")
            values[index] = newValue
        }
    }

    private func index(of name: String) -> Int {
        guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the entity '\(entity.name)' of the newer model has no attribute '\(name)'")
        }
        return index
    }
}
