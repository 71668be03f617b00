import Foundation
import ModelExpressions

/// Finds objects by the values of a store's uniqueness constraints, in the latest committed state.
///
/// Of a store that is queried, it keeps nothing. Otherwise, a constraint's index is created when it is first needed, in
/// O(*n*). Its maintenance takes time in proportion to the changes.
package struct UniquenessIndex {
    /// A constraint of an entity, which applies to its whole family in one store (rule UNQ-8).
    struct Constraint: Sendable {
        var entity: EntityDescription
        /// The tables of the family's concrete entities.
        var ordinals: [Int]
        var members: [Member]
        var names: [String]
        /// The store if it enforces the constraint itself, for the values that it compares as the engine does.
        var enforcer: (any UniquenessEnforcingStore)?
    }

    /// A property of a constraint, by its index.
    enum Member: Sendable {
        case attribute(Int)
        case toOne(Int)
    }

    /// The value of an object for a member.
    enum Value: Hashable, Sendable {
        case attribute(AttributeValue)
        case destination(ObjectReference)

        var isNull: Bool {
            switch self {
            case .attribute(let value): value.isNull
            case .destination(let reference): reference.isNone
            }
        }

        fileprivate init(_ links: Links) {
            guard case .toOne(let reference) = links else {
                endProgram("a uniqueness constraint names a to-many relationship")
            }
            self = .destination(reference)
        }
    }

    /// The values of a constraint that one object can have.
    package struct Slot: Hashable, Sendable {
        var constraint: Int
        var key: [Value]
    }

    package struct Edit {
        var constraint: Int
        var key: [Value]
        /// Nil if no object has the values now.
        var reference: ObjectReference?
    }

    private let constraints: [Constraint]
    /// The indexes of the constraints of each table.
    private let constraintsByEntity: [[Int]]
    private var indexes: [Int: [[Value]: ObjectReference]] = [:]

    /// - Parameters:
    ///   - layout: The layout of the store, alone or with others.
    ///   - store: The store, which may enforce constraints itself.
    package init(layout: GraphLayout, of store: any PersistentStore) {
        let enforcer = store as? any UniquenessEnforcingStore
        let isAlone = layout.stores.count == 1
        let tables = layout.stores.filter { isAlone || $0.identifier == store.identifier }
        constraints = tables.flatMap { tables in
            layout.entities[tables.ordinals].flatMap { entity in
                entity.schema.uniquenessConstraints.compactMap { constraint in
                    var known = Self.constraint(
                        constraint.propertyNames, of: entity, inStore: tables.identifier, layout)
                    known?.enforcer = enforcer
                    return known
                }
            }
        }
        var byEntity = Array(repeating: [Int](), count: layout.entities.count)
        for (index, constraint) in constraints.enumerated() {
            for ordinal in constraint.ordinals { byEntity[ordinal].append(index) }
        }
        constraintsByEntity = byEntity
    }

    /// The edits of the indexes for a change set.
    ///
    /// - Parameter isRefused: Whether a store has refused the change set, so that what it enforces is checked as well,
    ///   to find all conflicts.
    /// - Throws: ``ConstraintConflictError`` if two objects would have the same unique values.
    package mutating func edits(
        for changes: ChangeSet, in state: CommittedState, isRefused: Bool = false
    ) throws -> [Edit] {
        guard !constraints.isEmpty else { return [] }
        var (freed, taken) = try claims(of: changes, in: state, isRefused: isRefused)
        // Those of stores that are queried would have to be read, so only if there is something to compare them with.
        let deleted = changes.deleted.map(\.reference).filter {
            !constraintsByEntity[$0.entityOrdinal].isEmpty && (!taken.isEmpty || state.reader(of: $0) == nil)
        }
        try state.readAhead(deleted)
        for reference in deleted { freed += try keys(of: reference, in: state) }
        do {
            try check(taken, freed: freed, in: state)
        } catch let conflicts as ConstraintConflictError where !isRefused {
            // Those that the store would find are found as well.
            _ = try edits(for: changes, in: state, isRefused: true)
            throw conflicts
        }
        return freed + taken
    }

    /// Returns the values that a change set takes or gives up if some of those that it takes have to be searched for,
    /// because its store does not enforce that they are unique, or because several of its own objects have them.
    /// Otherwise, there are none.
    package func valuesToClaim(for changes: ChangeSet, in state: CommittedState) throws -> Set<Slot> {
        guard !constraints.isEmpty else { return [] }
        let (freed, taken) = try claims(of: changes, in: state, isRefused: false)
        guard !taken.isEmpty else { return [] }
        return Set((freed + taken).map { Slot(constraint: $0.constraint, key: $0.key) })
    }

    /// The values that updates give up, and those that updates and insertions take and the index has to compare.
    private func claims(
        of changes: ChangeSet, in state: CommittedState, isRefused: Bool
    ) throws -> (freed: [Edit], taken: [Edit]) {
        var freed: [Edit] = []
        var taken: [Edit] = []
        // Those that their store enforces, which it does not compare with one another in a way that tells the objects.
        var enforced: [Edit] = []
        func take(_ edit: Edit) {
            if isRefused || !isEnforced(edit.key, edit.constraint, in: state) {
                taken.append(edit)
            } else {
                enforced.append(edit)
            }
        }
        for update in changes.updated {
            for index in constraintsByEntity[update.reference.entityOrdinal]
            where constraints[index].members.contains(where: { update.value(of: $0) != nil }) {
                // A store that is queried compares the version of the base.
                guard let row = try (state.isQueried ? update.base : nil) ?? state.row(of: update.reference) else {
                    continue
                }
                let old = try constraints[index].members.map(row.value)
                let new = zip(constraints[index].members, old).map { update.value(of: $0) ?? $1 }
                if let key = Self.key(old) { freed.append(Edit(constraint: index, key: key, reference: nil)) }
                if let key = Self.key(new) {
                    take(Edit(constraint: index, key: key, reference: update.reference))
                }
            }
        }
        for insertion in changes.inserted {
            for index in constraintsByEntity[insertion.reference.entityOrdinal] {
                guard let key = Self.key(constraints[index].members.map(insertion.value)) else { continue }
                take(Edit(constraint: index, key: key, reference: insertion.reference))
            }
        }
        if enforced.count > 1 {
            let groups = Dictionary(grouping: enforced) { Slot(constraint: $0.constraint, key: $0.key) }
            for group in groups.values where group.count > 1 { taken += group }
        }
        return (freed, taken)
    }

    /// Whether the store itself refuses a second object with the values of a constraint.
    private func isEnforced(_ key: [Value], _ index: Int, in state: CommittedState) -> Bool {
        guard let enforcer = constraints[index].enforcer else { return false }
        return enforcer.enforcesUniqueness(
            of: key.map { $0.attributeValue(in: state.layout) }, in: constraints[index].names,
            ofEntityNamed: constraints[index].entity.name)
    }

    package mutating func apply(_ edits: [Edit]) {
        for edit in edits { indexes[edit.constraint]?[edit.key] = edit.reference }
    }

    /// Forgets all values, which are read from the next state.
    package mutating func forgetValues() { indexes = [:] }

    private mutating func check(_ taken: [Edit], freed: [Edit], in state: CommittedState) throws {
        let free = Set(freed.map { Slot(constraint: $0.constraint, key: $0.key) })
        let claims = Dictionary(grouping: taken) { Slot(constraint: $0.constraint, key: $0.key) }
        var found: [(constraint: Int, conflict: ConstraintConflict)] = []
        for (slot, edits) in claims {
            let present = free.contains(slot) ? nil : try present(slot.key, slot.constraint, in: state)
            let claimants = edits.compactMap(\.reference).filter { $0 != present }
            guard claimants.count > (present == nil ? 1 : 0) else { continue }
            let conflict = ConstraintConflict(
                constraint: constraints[slot.constraint].names,
                values: slot.key.map { $0.attributeValue(in: state.layout) },
                databaseReference: present, references: claimants, layout: state.layout)
            found.append((slot.constraint, conflict))
        }
        guard found.isEmpty else {
            // By object, and those of one object in the order of the model.
            let sorted = found.sorted {
                ($0.conflict.references[0], $0.constraint) < ($1.conflict.references[0], $1.constraint)
            }
            throw ConstraintConflictError(conflicts: sorted.map(\.conflict))
        }
    }

    /// The stored object with the values of a constraint; nil if there is none.
    ///
    /// - Throws: The error of the store that is asked for it.
    private mutating func present(
        _ key: [Value], _ constraint: Int, in state: CommittedState
    ) throws -> ObjectReference? {
        // All tables of a constraint belong to one store. Answers are not kept, because others may change the objects.
        let ordinals = constraints[constraint].ordinals
        guard let first = ordinals.first, let reader = state.reader(ofTable: first) else {
            return try index(of: constraint, in: state)[key]
        }
        let entity = constraints[constraint].entity
        let members = zip(constraints[constraint].members, key).map { member, value in
            let name =
                switch member {
                case .attribute(let index): entity.attributeNames[index]
                case .toOne(let index): entity.relationshipNames[index]
                }
            return ModelPredicate.comparison(
                ModelComparison(
                    .keyPath(ModelKeyPath([.key(name)])), .equalTo, .constant(value.constant(in: state.layout))))
        }
        let query = StoreQuery(
            entity: entity, entityNames: ordinals.map { state.layout.entities[$0].name }, predicate: .and(members))
        let result = try reader.execute(query)
        // The part of the predicate that the store leaves over is evaluated here.
        return try result.rows.first { try constraints[constraint].members.map($0.value) == key }?.reference
    }

    private mutating func index(
        of constraint: Int, in state: CommittedState
    ) throws -> [[Value]: ObjectReference] {
        if let index = indexes[constraint] { return index }
        var index: [[Value]: ObjectReference] = [:]
        try constraints[constraint].forEachKey(in: state) { index[$0] = $1 }
        indexes[constraint] = index
        return index
    }

    private func keys(of reference: ObjectReference, in state: CommittedState) throws -> [Edit] {
        let indexes = constraintsByEntity[reference.entityOrdinal]
        guard !indexes.isEmpty, let row = try state.row(of: reference) else { return [] }
        return try indexes.compactMap { index in
            Self.key(try constraints[index].members.map(row.value)).map {
                Edit(constraint: index, key: $0, reference: nil)
            }
        }
    }

    /// Nil if a value is nil, which equals no other (rule UNQ-7).
    fileprivate static func key(_ values: [Value]) -> [Value]? { values.contains { $0.isNull } ? nil : values }

    /// Nil for a constraint that always holds, and for one over a to-many relationship, which the model checker
    /// reports.
    static func constraint(
        _ names: [String], of entity: EntityDescription, inStore store: UUID, _ layout: GraphLayout
    ) -> Constraint? {
        var members: [Member] = []
        for name in names {
            if let index = entity.attributeIndexes[name] {
                members.append(.attribute(index))
                continue
            }
            guard let relationship = entity.relationship(named: name), !relationship.isToMany,
                // No two objects point to one that can point back to only one.
                !leadsBackToOne(relationship, in: layout)
            else { return nil }
            members.append(.toOne(relationship.index))
        }
        guard !members.isEmpty else { return nil }
        let ordinals = entity.concreteFamilyNames.compactMap { name in
            layout.entity(named: name).flatMap { layout.ordinal(of: $0, inStore: store) }
        }
        return Constraint(entity: entity, ordinals: ordinals, members: members, names: names)
    }

    private static func leadsBackToOne(_ relationship: RelationshipDescription, in layout: GraphLayout) -> Bool {
        guard let inverse = relationship.inverseIndex,
            let destination = layout.entity(named: relationship.destinationName)
        else { return false }
        return !destination.relationships[inverse].isToMany
    }
}

extension UniquenessIndex.Constraint {
    /// Calls a closure with the values and the reference of each object that has a value for each member.
    ///
    /// - Throws: The error of the store that is queried.
    func forEachKey(
        in state: CommittedState, _ body: ([UniquenessIndex.Value], ObjectReference) -> Void
    ) throws {
        func visit(_ row: Row) throws {
            if let key = UniquenessIndex.key(try members.map(row.value)) { body(key, row.reference) }
        }
        for ordinal in ordinals {
            guard state.reader(ofTable: ordinal) != nil else {
                for chunk in state.columns.tables[ordinal].chunks {
                    for row in 0..<chunk.count { try visit(Row(chunk, row)) }
                }
                continue
            }
            let rows = try state.rows(ofTable: ordinal)
            for start in stride(from: 0, to: rows.count, by: Self.batchCount) {
                let batch = rows[start..<min(start + Self.batchCount, rows.count)]
                for case .toOne(let index) in members {
                    try DeferredLinks.read(batch.compactMap { $0.knownLinks(at: index).deferred })
                }
                for row in batch { try visit(row) }
            }
        }
    }

    /// How many objects of a queried store have their destinations read together.
    private static let batchCount = 1000
}

extension UniquenessIndex.Value {
    /// The value in a conflict: for a relationship, the URI of the destination's identity.
    fileprivate func constant(in layout: GraphLayout) -> ConstantValue {
        switch self {
        case .attribute(let value): ConstantValue(value)
        case .destination(let reference): layout.objectID(for: reference).predicateValue
        }
    }

    fileprivate func attributeValue(in layout: GraphLayout) -> AttributeValue {
        switch self {
        case .attribute(let value): value
        case .destination(let reference): .uri(layout.objectID(for: reference).uriRepresentation())
        }
    }
}

extension Row {
    fileprivate func value(of member: UniquenessIndex.Member) throws -> UniquenessIndex.Value {
        switch member {
        case .attribute(let index): .attribute(value(at: index))
        case .toOne(let index): UniquenessIndex.Value(try readLinks(at: index))
        }
    }
}

extension ChangeSet.Insertion {
    fileprivate func value(of member: UniquenessIndex.Member) -> UniquenessIndex.Value {
        switch member {
        case .attribute(let index): .attribute(values[index])
        case .toOne(let index): UniquenessIndex.Value(links[index])
        }
    }
}

extension ChangeSet.Update {
    /// Nil if it is not changed.
    fileprivate func value(of member: UniquenessIndex.Member) -> UniquenessIndex.Value? {
        switch member {
        case .attribute(let index): values.first { $0.index == index }.map { .attribute($0.value) }
        case .toOne(let index): links.first { $0.index == index }.map { UniquenessIndex.Value($0.links) }
        }
    }
}
