/// Objects that a uniqueness constraint says may not be equal.
public struct ConstraintConflict: Sendable, Hashable {
    /// The attributes and to-one relationships whose values must be unique together.
    public var constraint: [String]
    /// Their values, in that order; of a relationship the URI of its destination's identity.
    public var values: [AttributeValue]
    /// The stored object that has the values; nil when only new ones share them (rule UNQ-5).
    public var databaseObjectID: ObjectID?
    /// The objects that were to be saved with the values.
    public var conflictingObjectIDs: [ObjectID]

    private(set) var databaseReference: ObjectReference?
    private(set) var references: [ObjectReference]

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

    /// The same conflict of the objects of a store.
    fileprivate func located(in layout: GraphLayout) -> ConstraintConflict {
        var conflict = self
        conflict.databaseReference = databaseObjectID.flatMap(layout.reference)
        conflict.references = conflictingObjectIDs.compactMap(layout.reference)
        return conflict
    }

    init(
        constraint: [String], values: [AttributeValue], databaseReference: ObjectReference?,
        references: [ObjectReference], layout: GraphLayout
    ) {
        self.constraint = constraint
        self.values = values
        self.databaseReference = databaseReference
        self.references = references
        databaseObjectID = databaseReference.map(layout.objectID)
        conflictingObjectIDs = references.map(layout.objectID)
    }
}

/// A save would have made objects equal that a uniqueness constraint keeps apart. Nothing was written (rule UNQ-1).
public struct ConstraintConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 133021
    /// Not empty.
    public var conflicts: [ConstraintConflict]

    /// - Parameter conflicts: At least one.
    public init(conflicts: [ConstraintConflict]) {
        self.conflicts = conflicts
    }

    public var description: String {
        conflicts.map { conflict in
            let names = conflict.constraint.joined(separator: ", ")
            let objects = (([conflict.databaseObjectID].compactMap { $0 }) + conflict.conflictingObjectIDs)
                .map(\.description).joined(separator: ", ")
            return "the values of '\(names)' must be unique, and are the same in \(objects)"
        }.joined(separator: "\n")
    }
}

extension ConstraintConflicts {
    /// The same conflicts of the objects of a store, which may have found them itself.
    func located(in layout: GraphLayout) -> ConstraintConflicts {
        ConstraintConflicts(conflicts: conflicts.map { $0.located(in: layout) })
    }
}
