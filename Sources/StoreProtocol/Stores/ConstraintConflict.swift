/// Objects that a uniqueness constraint says may not be equal.
public struct ConstraintConflict: Sendable, Hashable {
    /// The attributes and to-one relationships whose values must be unique together.
    public var constraint: [String]
    /// Their values, in that order; of a relationship the URI of its destination's identity.
    public var values: [AttributeValue]
    /// The stored object that has the values; nil when only new ones share them (rule UNQ-5).
    public var databaseObjectID: ObjectID?
    /// The objects to save with the values.
    public var conflictingObjectIDs: [ObjectID]

    /// What the engine calls ``databaseObjectID``; nil for none, and as long as it has not been looked up.
    package var databaseReference: ObjectReference?
    /// What the engine calls ``conflictingObjectIDs``; empty as long as they have not been looked up.
    package var references: [ObjectReference]

    /// A conflict that a store has found itself.
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

/// A save would have made objects equal that a uniqueness constraint keeps apart. Nothing was written (rule UNQ-1).
public struct ConstraintConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 133021
    /// Not empty.
    public var conflicts: [ConstraintConflict]

    /// - Parameter conflicts: At least one.
    public init(conflicts: [ConstraintConflict]) { self.conflicts = conflicts }

    public var description: String { conflicts.map(\.description).joined(separator: "\n") }
}

extension ConstraintConflict: CustomStringConvertible {
    /// The properties, their values cut short, and the objects.
    public var description: String {
        let objects = ([databaseObjectID].compactMap { $0 } + conflictingObjectIDs).map(\.description)
        return
            "\(requirement), but \(constraint.count == 1 ? "is" : "are") the same in \(objects.joined(separator: ", "))"
    }

    /// What the constraint asks for: `the value "Batman" of 'name' must be unique`.
    package var requirement: String { Self.requirement(constraint, values: values.map(\.shortText)) }

    /// What a constraint asks for.
    ///
    /// - Parameter values: Those that the properties are to have, as text.
    package static func requirement(_ constraint: [String], values: [String]) -> String {
        let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
        let values = values.joined(separator: " and ")
        return constraint.count == 1
            ? "the value \(values) of \(names) must be unique"
            : "the values \(values) of \(names) must be unique together"
    }
}
