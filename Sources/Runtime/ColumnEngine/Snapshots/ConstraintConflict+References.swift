// Conflicts with the references that a layout has for the objects.
extension ConstraintConflict {
    /// A conflict that has been found among the objects of a store.
    init(
        constraint: [String], values: [AttributeValue], databaseReference: ObjectReference?,
        references: [ObjectReference], layout: GraphLayout
    ) {
        self.init(
            constraint: constraint, values: values, databaseObjectID: databaseReference.map(layout.objectID),
            conflictingObjectIDs: references.map(layout.objectID))
        self.databaseReference = databaseReference
        self.references = references
    }

    /// The same conflict of the objects of a store.
    fileprivate func located(in layout: GraphLayout) -> ConstraintConflict {
        var conflict = self
        conflict.databaseReference = databaseObjectID.flatMap(layout.reference)
        conflict.references = conflictingObjectIDs.compactMap(layout.reference)
        return conflict
    }
}

extension ConstraintConflictError {
    /// The same conflicts of the objects of a store, which may have detected them itself.
    func located(in layout: GraphLayout) -> ConstraintConflictError {
        ConstraintConflictError(conflicts: conflicts.map { $0.located(in: layout) })
    }
}
