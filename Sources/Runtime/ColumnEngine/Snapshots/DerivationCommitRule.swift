import Foundation
import ModelExpressions

/// The invariant of derived attributes in every committed state: each has the value that its expression has for the
/// stored objects.
///
/// Examines only what a change set affects, because the state before it is sound: the attributes of changed objects,
/// and those of other objects whose expressions lead to a changed property. Values that depend on the time of a save
/// cannot be examined.
struct DerivationCommitRule {
    private let derivations: Derivations
    private let before: GraphSnapshot
    private let after: GraphSnapshot
    private let changes: ChangeSet
    /// The changes of links, from applying the changes.
    private let linkChanges: [GraphEditor.LinkPlace: GraphEditor.LinkChange]
    /// The attributes to examine, by object.
    private var due: [ObjectReference: Set<Int>] = [:]

    /// - Parameter editor: The editor that has applied the changes.
    init(_ changes: ChangeSet, appliedBy editor: GraphEditor, before: GraphSnapshot, after: GraphSnapshot) {
        derivations = after.layout.derivations
        linkChanges = editor.linkChanges
        self.changes = changes
        self.before = before
        self.after = after
    }

    /// Checks that the change may be committed.
    ///
    /// - Throws: ``GraphIntegrityError`` for the first object with a wrong value, or the error of an expression.
    mutating func check() throws {
        for insertion in changes.inserted { noteInsertion(insertion) }
        for update in changes.updated { noteUpdate(update) }
        for deletion in changes.deleted { noteDeletion(of: deletion.reference) }
        let check = DerivationCheck(of: CommittedState(after))
        for (reference, attributes) in due.sorted(by: { $0.key < $1.key }) {
            guard let row = after.row(of: reference),
                let attribute = try check.wrongAttributes(of: row, among: attributes).first
            else { continue }
            throw GraphIntegrityError(
                code: .wrongDerivedValue, objectID: after.layout.objectID(for: reference),
                propertyName: entity(of: reference).attributeNames[attribute])
        }
    }

    private func entity(of reference: ObjectReference) -> EntityDescription {
        after.layout.entities[reference.entityOrdinal]
    }

    // MARK: - What a change affects

    private mutating func noteInsertion(_ insertion: ChangeSet.Insertion) {
        let entity = entity(of: insertion.reference)
        for derivation in derivations.own[entity.ordinal] ?? [] { note(derivation.attribute, of: insertion.reference) }
        for index in entity.storedLinkIndexes where !insertion.links[index].isEmpty {
            noteDestinations(insertion.links[index].references, of: entity.relationships[index])
        }
    }

    private mutating func noteUpdate(_ update: ChangeSet.Update) {
        let entity = entity(of: update.reference)
        for (index, _) in update.values {
            if entity.attributes[index].isDerived { note(index, of: update.reference) }
            noteChange(of: entity.attributeNames[index], of: update.reference)
        }
        for (index, _) in update.links {
            let place = GraphEditor.LinkPlace(reference: update.reference, relationship: index)
            guard let change = linkChanges[place] else { continue }
            noteChange(of: entity.relationshipNames[index], of: update.reference)
            noteDestinations(change.removed + change.added, of: entity.relationships[index])
        }
    }

    private mutating func noteDeletion(of reference: ObjectReference) {
        guard let row = before.row(of: reference) else { return }
        for relationship in entity(of: reference).relationships {
            noteDestinations(row.links(at: relationship.index).references, of: relationship)
        }
    }

    /// Notes that destinations are led to by another object, or no longer.
    private mutating func noteDestinations(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription
    ) {
        guard let inverse = relationship.inverseName else { return }
        for destination in destinations { noteChange(of: inverse, of: destination) }
    }

    private mutating func noteChange(of key: String, of reference: ObjectReference) {
        let ordinal = entity(of: reference).ordinal
        for derivation in derivations.own[ordinal] ?? [] where derivation.keys?.contains(key) == true {
            note(derivation.attribute, of: reference)
        }
        for dependency in derivations.dependencies[ordinal] ?? [] where dependency.key == key {
            for owner in owners(from: reference, along: dependency.reversePath) {
                note(dependency.derivation.attribute, of: owner)
            }
        }
    }

    private mutating func note(_ attribute: Int, of reference: ObjectReference) {
        due[reference, default: []].insert(attribute)
    }

    private func owners(from reference: ObjectReference, along reversePath: [Int]) -> Set<ObjectReference> {
        reversePath.reduce(into: [reference]) { present, index in
            present = Set(
                present.flatMap { reference -> [ObjectReference] in
                    guard index < entity(of: reference).relationships.count else { return [] }
                    return after.row(of: reference)?.links(at: index).references ?? []
                })
        }
    }
}

/// Compares the derived attributes of a state's objects with their expressions.
package struct DerivationCheck {
    private let state: CommittedState
    private let evaluator: PredicateEvaluator<GraphSource>

    package init(of state: CommittedState) {
        self.state = state
        evaluator = PredicateEvaluator(
            source: GraphSource(state: state, changes: []), now: Date(timeIntervalSinceReferenceDate: 0))
    }

    /// Returns an object's derived attributes with other values than their expressions, in their order, without those
    /// whose expressions have another value at each save.
    ///
    /// - Parameter attributes: The attributes to examine; nil for all.
    /// - Throws: The error of an expression.
    package func wrongAttributes(of row: Row, among attributes: Set<Int>? = nil) throws -> [Int] {
        try derivations(of: row).filter { derivation in
            guard derivation.isReproducible, attributes?.contains(derivation.attribute) ?? true else { return false }
            return try !row.value(at: derivation.attribute).isDerivedValue(value(of: derivation, in: row))
        }.map(\.attribute)
    }

    /// Returns the value of a derived attribute's expression; nil for an attribute that is not derived.
    ///
    /// - Throws: The error of the expression.
    package func value(at attribute: Int, of row: Row) throws -> AttributeValue? {
        try derivations(of: row).first { $0.attribute == attribute }.map { try value(of: $0, in: row) }
    }

    private func derivations(of row: Row) -> [Derivations.Derivation] {
        state.layout.derivations.own[state.layout.entities[row.reference.entityOrdinal].ordinal] ?? []
    }

    private func value(of derivation: Derivations.Derivation, in row: Row) throws -> AttributeValue {
        let subject = GraphSource.Subject(reference: row.reference, row: row)
        let result = try evaluator.evaluate(derivation.expression, on: .object(subject))
        let entity = state.layout.entities[row.reference.entityOrdinal]
        return AttributeValue(derived: result, as: entity.attributeTypes[derivation.attribute])
    }
}
