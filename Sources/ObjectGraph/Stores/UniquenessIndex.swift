/// Finds objects by the values of uniqueness constraints, in the latest committed state.
///
/// A constraint's index is made when it is first needed, in O(*n*); keeping it costs what changes.
struct UniquenessIndex {
    /// A constraint of an entity, which holds in its whole family (rule UNQ-8).
    struct Constraint: Sendable {
        var entity: EntityDescription
        /// The places of the family's concrete entities.
        var ordinals: [Int]
        var attributes: [Int]
        var names: [String]
    }

    struct Edit {
        var constraint: Int
        var key: [AttributeValue]
        /// nil where the values are free now.
        var reference: ObjectReference?
    }

    private let constraints: [Constraint]
    /// The places of the constraints of each entity.
    private let constraintsByEntity: [[Int]]
    private var indexes: [Int: [[AttributeValue]: ObjectReference]] = [:]

    init(layout: GraphLayout) {
        constraints = layout.entities.flatMap { entity in
            entity.schema.uniquenessConstraints.compactMap { Self.constraint($0.propertyNames, of: entity, in: layout) }
        }
        var byEntity = Array(repeating: [Int](), count: layout.entities.count)
        for (index, constraint) in constraints.enumerated() {
            for ordinal in constraint.ordinals { byEntity[ordinal].append(index) }
        }
        constraintsByEntity = byEntity
    }

    /// What a change set does to the indexes.
    ///
    /// - Throws: ``ConstraintConflicts`` when it would make two objects equal that may not be.
    mutating func edits(for changes: ChangeSet, in snapshot: GraphSnapshot) throws -> [Edit] {
        guard !constraints.isEmpty else { return [] }
        var freed: [Edit] = []
        var taken: [Edit] = []
        for deletion in changes.deleted {
            freed += keys(of: deletion.reference, in: snapshot)
        }
        for update in changes.updated {
            let changed = Dictionary(uniqueKeysWithValues: update.values.map { ($0.index, $0.value) })
            for index in constraintsByEntity[update.reference.entityOrdinal]
            where constraints[index].attributes.contains(where: { changed[$0] != nil }) {
                guard let row = snapshot.row(of: update.reference) else { continue }
                let old = constraints[index].attributes.map(row.value)
                let new = zip(constraints[index].attributes, old).map { changed[$0] ?? $1 }
                if let key = Self.key(old) { freed.append(Edit(constraint: index, key: key, reference: nil)) }
                if let key = Self.key(new) {
                    taken.append(Edit(constraint: index, key: key, reference: update.reference))
                }
            }
        }
        for insertion in changes.inserted {
            for index in constraintsByEntity[insertion.reference.entityOrdinal] {
                guard let key = Self.key(constraints[index].attributes.map { insertion.values[$0] }) else { continue }
                taken.append(Edit(constraint: index, key: key, reference: insertion.reference))
            }
        }
        try check(taken, freed: freed, in: snapshot)
        return freed + taken
    }

    mutating func apply(_ edits: [Edit]) {
        for edit in edits { indexes[edit.constraint]?[edit.key] = edit.reference }
    }

    private mutating func check(_ taken: [Edit], freed: [Edit], in snapshot: GraphSnapshot) throws {
        struct Slot: Hashable {
            var constraint: Int
            var key: [AttributeValue]
        }
        let free = Set(freed.map { Slot(constraint: $0.constraint, key: $0.key) })
        let claims = Dictionary(grouping: taken) { Slot(constraint: $0.constraint, key: $0.key) }
        var conflicts: [ConstraintConflict] = []
        for (slot, edits) in claims {
            let present = free.contains(slot) ? nil : index(of: slot.constraint, in: snapshot)[slot.key]
            let claimants = edits.compactMap(\.reference).filter { $0 != present }
            guard claimants.count > (present == nil ? 1 : 0) else { continue }
            conflicts.append(
                ConstraintConflict(
                    constraint: constraints[slot.constraint].names, values: slot.key,
                    databaseReference: present, references: claimants, layout: snapshot.layout))
        }
        guard conflicts.isEmpty else {
            throw ConstraintConflicts(conflicts: conflicts.sorted { $0.references[0] < $1.references[0] })
        }
    }

    private mutating func index(of constraint: Int, in snapshot: GraphSnapshot) -> [[AttributeValue]: ObjectReference] {
        if let index = indexes[constraint] { return index }
        var index: [[AttributeValue]: ObjectReference] = [:]
        for ordinal in constraints[constraint].ordinals {
            for chunk in snapshot.tables[ordinal].chunks {
                for row in 0..<chunk.count {
                    let values = constraints[constraint].attributes.map { chunk.contents.columns[$0][row] }
                    if let key = Self.key(values) { index[key] = chunk.contents.references[row] }
                }
            }
        }
        indexes[constraint] = index
        return index
    }

    private func keys(of reference: ObjectReference, in snapshot: GraphSnapshot) -> [Edit] {
        guard let row = snapshot.row(of: reference) else { return [] }
        return constraintsByEntity[reference.entityOrdinal].compactMap { index in
            Self.key(constraints[index].attributes.map(row.value)).map {
                Edit(constraint: index, key: $0, reference: nil)
            }
        }
    }

    /// nil where a value is nil, which is equal to no other (rule UNQ-7).
    private static func key(_ values: [AttributeValue]) -> [AttributeValue]? {
        values.contains { $0.isNull } ? nil : values
    }

    private static func constraint(
        _ names: [String], of entity: EntityDescription, in layout: GraphLayout
    ) -> Constraint? {
        let attributes = names.compactMap { entity.attributeIndexes[$0] }
        guard attributes.count == names.count, !names.isEmpty else { return nil }
        let ordinals = entity.concreteFamilyNames.compactMap { layout.ordinal(ofEntityNamed: $0) }
        return Constraint(entity: entity, ordinals: ordinals, attributes: attributes, names: names)
    }
}
