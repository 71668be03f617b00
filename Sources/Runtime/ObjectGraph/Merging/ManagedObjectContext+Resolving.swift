import ColumnEngine

/// Objects that must not be equal, for a policy that resolves conflicts itself.
package struct EqualObjects {
    /// The properties whose values must be unique together.
    package var constraint: [String]
    /// The stored object with the values; nil if only new ones share them.
    package var databaseObject: ManagedObject?
    /// The objects to save with the values.
    package var conflictingObjects: [ManagedObject]

    /// Creates the description of a conflict.
    package init(constraint: [String], databaseObject: ManagedObject?, conflictingObjects: [ManagedObject]) {
        self.constraint = constraint
        self.databaseObject = databaseObject
        self.conflictingObjects = conflictingObjects
    }

    fileprivate var conflict: ConstraintConflict {
        var conflict = ConstraintConflict(
            constraint: constraint, values: [], databaseObjectID: databaseObject?.objectID,
            conflictingObjectIDs: conflictingObjects.map(\.objectID))
        conflict.databaseReference = databaseObject?.reference
        conflict.references = conflictingObjects.map(\.permanentOrOwnReference)
        return conflict
    }
}

extension ManagedObjectContext {
    /// Runs the decision of a policy on the conflicts of a save.
    func resolving<Result>(with resolver: ConflictResolver, _ decide: () throws -> Result) rethrows -> Result {
        let outer = conflictResolver
        conflictResolver = resolver
        defer { conflictResolver = outer }
        return try decide()
    }

    /// Merges the unsaved changes of objects with what others have saved or, in a child, with what the parent has.
    ///
    /// While a policy decides on the conflicts of a save, the save goes on with the result. At other times, the context
    /// has the result as unsaved changes.
    ///
    /// - Parameters:
    ///   - objects: Objects of this context.
    ///   - type: What counts if both have changed a property. For ``MergePolicy/MergeType/error``, nothing happens.
    /// - Throws: The error of a store that is queried. Nothing has changed then.
    package func resolveConflicts(of objects: [ManagedObject], by type: MergePolicy.MergeType) throws {
        let objects = objects.filter { $0.context === self }
        guard type != .error, !objects.isEmpty else { return }
        if let conflictResolver { return try conflictResolver.resolve(objects, type) }
        try mergingBetweenSaves {
            guard parent == nil else { return try mergeWithParent(objects, by: type) }
            let attempt = MergeAttempt(context: self)
            let latest = persistentStoreCoordinator.committedState
            let rows = try attempt.rows(of: objects.map(\.reference), in: latest)
            try attempt.merge(objects, by: type, onto: latest, rows, leavingOthers: true)
        }
    }

    /// Unites objects that must not be equal, as ``resolveConflicts(of:by:)`` merges the changes of objects. In a
    /// child, nothing happens, because constraints apply to what stores contain.
    ///
    /// - Throws: The error of a store that is queried. Nothing has changed then.
    package func resolveConflicts(among equals: [EqualObjects], by type: MergePolicy.MergeType) throws {
        guard type != .error, parent == nil, !equals.isEmpty else { return }
        let conflicts = equals.map(\.conflict)
        if let conflictResolver { return try conflictResolver.unite(conflicts, type) }
        try mergingBetweenSaves {
            let attempt = MergeAttempt(context: self)
            let latest = persistentStoreCoordinator.committedState
            let rows = try attempt.rows(of: conflicts.compactMap(\.databaseReference), in: latest)
            try attempt.unite(conflicts, by: type, onto: latest, rows)
        }
    }

    private func mergeWithParent(_ objects: [ManagedObject], by type: MergePolicy.MergeType) throws {
        let decision = MergeDecision(purpose: .following, type: type, conflicted: Set(objects.map(\.reference)))
        guard let merge = try rebasing(objects, deciding: decision) else { return }
        installRebased(merge)
        for object in objects where object.context === self && object.state != .clean {
            object.awake(fromSnapshotEvents: .mergePolicy)
        }
    }

    /// Runs a merge, and restores the context if it fails.
    private func mergingBetweenSaves(_ merge: () throws -> Void) throws {
        completeSaveInProgress()
        endEventBeforeMerging()
        moveOnToLatest()
        let isOwn = memento == nil
        let memento = rememberState()
        memento.keepChangedObjects()
        do {
            try requesting(merge)
        } catch {
            if isOwn {
                memento.restore()
                self.memento = nil
            }
            throw error
        }
        if isOwn {
            self.memento = nil
            replaceInChildren(memento.replacements, named: [:])
        }
        scheduleFirstChange()
    }
}

/// The objects that a save cannot store together, with the values that they had when that was found out.
struct ConstraintClaims {
    let conflict: ConstraintConflict
    private let context: ManagedObjectContext
    private let claims: [(object: ManagedObject, values: Values)]

    /// The values of the properties of a constraint, by their kind.
    private struct Values: Equatable {
        var attributes: [AttributeValue] = []
        var links: [Links] = []

        static func == (first: Self, second: Self) -> Bool {
            first.links == second.links && first.attributes.count == second.attributes.count
                && zip(first.attributes, second.attributes).allSatisfy { $0.isIdentical(to: $1) }
        }
    }

    /// The claims of conflicts, in their order. O(*n*) in the number of changed objects and of those in conflict.
    static func all(of conflicts: [ConstraintConflict], in context: ManagedObjectContext) -> [ConstraintClaims] {
        let changed = context.changedByPermanentReference
        return conflicts.map { conflict in
            ConstraintClaims(
                conflict: conflict, context: context,
                claims: conflict.references.compactMap { changed[$0] }
                    .map { ($0, values(of: conflict.constraint, in: $0)) })
        }
    }

    /// Whether a policy has left the conflict as it was.
    ///
    /// - Parameter united: The objects that the policy has united with others.
    func isUnresolved(leavingOut united: Set<ManagedObject>) -> Bool {
        let present = claims.filter { object, values in
            !united.contains(object) && object.context === context
                && (object.state == .inserted || object.state == .updated)
                && Self.values(of: conflict.constraint, in: object) == values
        }
        guard let first = present.first else { return false }
        guard let reference = conflict.databaseReference, isTaken(reference, first.values) else {
            return present.count > 1
        }
        return present.contains { $0.object.permanentOrOwnReference != reference }
    }

    /// Whether the stored object keeps the values.
    private func isTaken(_ reference: ObjectReference, _ values: Values) -> Bool {
        guard let stored = context.registry[reference], stored.hasPending else { return true }
        return stored.state != .deleted && Self.values(of: conflict.constraint, in: stored) == values
    }

    private static func values(of constraint: [String], in object: ManagedObject) -> Values {
        var values = Values()
        guard object.hasPending else { return values }
        for name in constraint {
            if let index = object.entity.attributeIndexes[name] {
                values.attributes.append(object.pendingValues[index])
            } else if let relationship = object.entity.relationship(named: name) {
                values.links.append(object.pendingLinks[relationship.index])
            }
        }
        return values
    }
}
