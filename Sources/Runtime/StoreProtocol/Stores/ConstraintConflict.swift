/// Objects that a uniqueness constraint does not allow to be equal.
public struct ConstraintConflict: Sendable, Hashable {
    /// The attributes and to-one relationships whose values must be unique together.
    public var constraint: [String]
    /// The values, in that order. A relationship is represented by the URI of its destination.
    public var values: [AttributeValue]
    /// The stored object that has the values; nil if only new ones share them (rule UNQ-5).
    public var databaseObjectID: ObjectID?
    /// The objects to save with the values.
    public var conflictingObjectIDs: [ObjectID]
    /// The reference of ``databaseObjectID``; nil if there is none, or until it is looked up.
    package var databaseReference: ObjectReference?
    /// The references of ``conflictingObjectIDs``; empty until they are looked up.
    package var references: [ObjectReference]

    /// Creates a conflict that a store has found.
    public init(
        constraint: [String], values: [AttributeValue], databaseObjectID: ObjectID?, conflictingObjectIDs: [ObjectID]
    ) {
        self.constraint = constraint
        self.values = values
        self.databaseObjectID = databaseObjectID
        self.conflictingObjectIDs = conflictingObjectIDs
        databaseReference = nil
        references = []
    }
}

/// An error that occurs if a save would violate a uniqueness constraint. Nothing was written (rule UNQ-1).
public struct ConstraintConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 133021
    /// The conflicts. There is at least one.
    public var conflicts: [ConstraintConflict]

    /// - Parameter conflicts: At least one.
    public init(conflicts: [ConstraintConflict]) { self.conflicts = conflicts }

    public var description: String { conflicts.map(\.description).joined(separator: "\n") }
}

extension ConstraintConflict: CustomStringConvertible {
    /// The properties, their shortened values, and the objects.
    public var description: String {
        let objects = ([databaseObjectID].compactMap { $0 } + conflictingObjectIDs).map(\.description)
        return
            "\(requirement), but \(constraint.count == 1 ? "is" : "are") the same in \(objects.joined(separator: ", "))"
    }

    /// The requirement of the constraint: `the value "Batman" of 'name' must be unique`.
    package var requirement: String { Self.requirement(constraint, values: values.map(\.shortText)) }

    /// Returns the requirement of a constraint.
    ///
    /// - Parameter values: The values of the properties, as text.
    package static func requirement(_ constraint: [String], values: [String]) -> String {
        let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
        let values = values.joined(separator: " and ")
        return constraint.count == 1
            ? "the value \(values) of \(names) must be unique"
            : "the values \(values) of \(names) must be unique together"
    }
}

/// An error that occurs if another context saved the same objects in the meantime. Nothing was written.
public struct MergeConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The objects, in order.
    public var objectIDs: [ObjectID]

    /// - Parameter objectIDs: At least one, in order.
    public init(objectIDs: [ObjectID]) { self.objectIDs = objectIDs }

    public var description: String {
        let list = objectIDs.map(\.description).joined(separator: ", ")
        return "changed or deleted by another context since they were read: \(list)"
    }
}
