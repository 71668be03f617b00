import ColumnEngine
import Foundation
import ModelExpressions

extension ManagedObjectContext {
    /// Computes the derived attributes that depend on the changes, including those of other objects (rule DRV-2), from
    /// the state that the save is about to create.
    ///
    /// - Parameter isMerged: Whether the changes have just been merged with what others have saved. This may affect
    ///   every changed object, and those that depend on it, whatever the changes are by now.
    /// - Throws: ``QueryError`` for a derivation that cannot be evaluated.
    func updateDerivedAttributes(afterMerge isMerged: Bool = false) throws {
        let derivations = managedObjectModel.derivations
        guard !derivations.isEmpty else { return }
        let evaluator = PredicateEvaluator(source: SavedStateSource(of: self, isMerged: isMerged), now: now())
        for _ in 0..<derivations.longestChain {
            var hasChanged = false
            for (object, attributes) in try due(derivations, evaluator.source, isMerged: isMerged) {
                for derivation in derivations.own[object.entity.ordinal] ?? []
                where attributes.contains(derivation.attribute) {
                    if try update(derivation, of: object, evaluator) { hasChanged = true }
                }
            }
            if !hasChanged { return }
        }
    }

    /// Returns what has to be read from stores to compute the derived attributes that depend on the changes, as far as
    /// what is known tells. What that reads can lead to more.
    func unreadForDerivedAttributes() -> UnreadObjects {
        let unread = UnreadObjects()
        let derivations = managedObjectModel.derivations
        guard !derivations.isEmpty, isQueried else { return unread }
        let evaluator = PredicateEvaluator(
            source: SavedStateSource(of: self, isMerged: false, noting: unread), now: now())
        // Errors come from what is not known yet, or again from the save, which reports them.
        guard let due = try? due(derivations, evaluator.source, isMerged: false) else { return unread }
        for (object, attributes) in due {
            for derivation in derivations.own[object.entity.ordinal] ?? []
            where attributes.contains(derivation.attribute) {
                _ = try? evaluator.evaluate(derivation.expression, on: .object(object.reference))
            }
        }
        return unread
    }

    /// Returns whether the value was another one.
    private func update(
        _ derivation: Derivations.Derivation, of object: ManagedObject,
        _ evaluator: PredicateEvaluator<SavedStateSource>
    ) throws -> Bool {
        let result = try evaluator.evaluate(derivation.expression, on: .object(object.reference))
        let value = AttributeValue(derived: result, as: object.entity.attributeTypes[derivation.attribute])
        if !object.hasPending {
            // The program has not changed the object, so its older values are no reason for a conflict.
            guard let row = try evaluator.source.row(of: object.reference) else { return false }
            if row.value(at: derivation.attribute).isDerivedValue(value) { return false }
            rememberState().keep(object)
            if object.heldRow.row?.version != row.version { object.take(row) }
        }
        if object.value(at: derivation.attribute).isDerivedValue(value) { return false }
        rememberState().keep(object)
        object.setValue(value, at: derivation.attribute)
        return true
    }

    /// The objects with derived attributes to compute, in the order of their changes.
    private func due(
        _ derivations: Derivations, _ source: SavedStateSource, isMerged: Bool
    ) throws -> [(object: ManagedObject, attributes: Set<Int>)] {
        var order: [ManagedObject] = []
        var attributes: [ObjectIdentifier: Set<Int>] = [:]
        func add(_ object: ManagedObject, _ attribute: Int) {
            if attributes[ObjectIdentifier(object)] == nil { order.append(object) }
            attributes[ObjectIdentifier(object), default: []].insert(attribute)
        }
        func addOwners(from reference: ObjectReference, _ dependency: Derivations.Dependency) throws {
            for owner in try owners(from: reference, along: dependency.reversePath, source)
            where owner.state != .deleted {
                add(owner, dependency.derivation.attribute)
            }
        }
        for object in changed {
            if object.state != .deleted {
                let hasChanges = object.hasPersistentChangedValues
                for derivation in derivations.own[object.entity.ordinal] ?? []
                where isMerged && derivation.keys != nil || hasChanges && object.isDue(derivation) {
                    add(object, derivation.attribute)
                }
            }
            for dependency in derivations.dependencies[object.entity.ordinal] ?? []
            where isMerged || object.state != .updated || object.isChanged(forKey: dependency.key) {
                try addOwners(from: object.reference, dependency)
            }
            guard isMerged else { continue }
            // The other sides of changed links may be those of objects that the context has not changed.
            for relationship in object.entity.relationships {
                guard let inverse = relationship.inverseName else { continue }
                for reference in object.changedDestinations(of: relationship) {
                    guard try source.exists(reference) else { continue }
                    let ordinal = source.entity(of: reference).ordinal
                    for derivation in derivations.own[ordinal] ?? [] where derivation.keys?.contains(inverse) == true {
                        add(self.object(for: reference), derivation.attribute)
                    }
                    for dependency in derivations.dependencies[ordinal] ?? [] where dependency.key == inverse {
                        try addOwners(from: reference, dependency)
                    }
                }
            }
        }
        return order.map { ($0, attributes[ObjectIdentifier($0)] ?? []) }
    }

    private func owners(
        from reference: ObjectReference, along reversePath: [Int], _ source: SavedStateSource
    ) throws -> [ManagedObject] {
        var present: Set<ObjectReference> = [reference]
        for index in reversePath {
            present = Set(
                try present.flatMap { reference -> [ObjectReference] in
                    let entity = source.entity(of: reference)
                    guard index < entity.relationships.count else { return [] }
                    return try source.destinations(of: entity.relationships[index], from: reference)
                })
        }
        return present.sorted().map { self.object(for: $0) }
    }
}

extension ManagedObject {
    /// Whether a change of the object itself affects a derived attribute, or has set it to another value.
    fileprivate func isDue(_ derivation: Derivations.Derivation) -> Bool {
        guard state == .updated, let keys = derivation.keys else { return true }
        return isChanged(attribute: derivation.attribute) || keys.contains(where: isChanged)
    }

    fileprivate func isChanged(forKey key: String) -> Bool {
        if let index = entity.attributeIndexes[key] { return isChanged(attribute: index) }
        if let index = entity.relationshipIndexes[key] { return isChanged(relationship: index) }
        return false
    }
}

extension ManagedObject {
    /// The destinations that the unsaved changes have added to a relationship, or removed from it.
    fileprivate func changedDestinations(of relationship: RelationshipDescription) -> [ObjectReference] {
        guard hasPending else { return [] }
        if state == .deleted { return baseLinks(at: relationship.index).references }
        guard isChanged(relationship: relationship.index) else { return [] }
        let change = baseLinks(at: relationship.index).difference(to: pendingLinks[relationship.index])
        return change.removed + change.added
    }
}

/// Objects and relationships that have to be read from stores.
final class UnreadObjects {
    fileprivate(set) var references: [ObjectReference] = []
    fileprivate(set) var links: [DeferredLinks] = []

    var isEmpty: Bool { references.isEmpty && links.isEmpty }
}

/// Reads the state that a save of a context is about to create: its changes on top of the latest committed state,
/// whatever older values its unchanged objects show.
///
/// After a merge, or if others have changed objects without a conflict, this is exactly what the save would store: only
/// the properties that the context has changed, and the sides of relationships that stores contain. The other sides
/// follow from these. Before, what the context shows of changed objects is the same, unless the commit finds out.
struct SavedStateSource: QuerySource {
    private let context: ManagedObjectContext
    private let latest: CommittedState
    /// Whether the context reads from the latest state, so what it has read since others' last commit need not be read
    /// again.
    private let isUpToDate: Bool
    /// Receives what is not known, which is then missing; nil to read it.
    private let unread: UnreadObjects?

    /// The changes of sides that are not stored, after a merge.
    private var sideChanges: [Side: SideChange] = [:]
    private let isMerged: Bool

    private struct Side: Hashable {
        var reference: ObjectReference
        var relationship: Int
    }

    private struct SideChange {
        var removed: Set<ObjectReference> = []
        var added: Set<ObjectReference> = []
    }

    init(of context: ManagedObjectContext, isMerged: Bool, noting unread: UnreadObjects? = nil) {
        self.context = context
        self.isMerged = isMerged
        self.unread = unread
        latest = context.persistentStoreCoordinator.committedState
        isUpToDate = latest.generation == context.snapshot.generation
        if isMerged { for object in context.changed where object.hasPending { noteSides(of: object) } }
    }

    private mutating func noteSides(of object: ManagedObject) {
        for index in object.entity.storedLinkIndexes {
            let relationship = object.entity.relationships[index]
            guard relationship.hasDerivedInverse, let inverse = relationship.inverseIndex,
                object.state != .updated || object.isChanged(relationship: index)
            else { continue }
            let (before, after) = (object.baseLinks(at: index), object.pendingLinks[index])
            let isGone = object.state == .deleted
            for reference in before.references {
                sideChanges[Side(reference: reference, relationship: inverse), default: SideChange()]
                    .removed.insert(object.reference)
            }
            if isGone { continue }
            for reference in after.references {
                sideChanges[Side(reference: reference, relationship: inverse), default: SideChange()]
                    .added.insert(object.reference)
            }
        }
    }

    func value(forKey key: String, of reference: ObjectReference) throws -> QueryValue<ObjectReference> {
        let entity = entity(of: reference)
        if let index = entity.attributeIndexes[key] {
            if let object = changedObject(for: reference), !isMerged || object.isChanged(attribute: index) {
                return QueryValue(object.value(at: index))
            }
            return try row(of: reference).map { QueryValue($0.value(at: index)) } ?? .null
        }
        if let relationship = entity.relationship(named: key) {
            let destinations = try destinations(of: relationship, from: reference)
            if relationship.isToMany { return .many(destinations.map { .object($0) }) }
            return destinations.first.map { .object($0) } ?? .null
        }
        if entity.fetchedProperty(named: key) != nil {
            if unread != nil { return .null }
            return .many(try context.object(for: reference).fetchedObjects(forKey: key).map { .object($0.reference) })
        }
        switch key {
        case "self", "objectID": return .object(reference)
        case "entity":
            return .structure(QueryStructure(name: "entity", members: ["name": .string(entity.name)], isOpen: true))
        default: throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
    }

    func objectID(of reference: ObjectReference) -> ObjectID { context.objectID(for: reference) }

    func subject(with objectID: ObjectID) throws -> ObjectReference? {
        try context.layout.reference(for: objectID).flatMap { try exists($0) ? $0 : nil }
    }

    func entity(of reference: ObjectReference) -> EntityDescription {
        context.layout.entities[reference.entityOrdinal]
    }

    /// Returns the existing destinations of a relationship, unless it is ordered in the order of their permanent IDs,
    /// so that sums have the same value whenever they are computed.
    func destinations(
        of relationship: RelationshipDescription, from reference: ObjectReference
    ) throws -> [ObjectReference] {
        let references = try references(of: relationship, from: reference).filter { try exists($0) }
        guard !relationship.isOrdered, references.contains(where: \.isTemporary) else { return references }
        return references.sorted { permanent($0) < permanent($1) }
    }

    private func references(
        of relationship: RelationshipDescription, from reference: ObjectReference
    ) throws -> [ObjectReference] {
        let index = relationship.index
        if let object = changedObject(for: reference),
            !isMerged || relationship.isStored && object.isChanged(relationship: index)
        {
            return try read(object.pendingLinks[index])
        }
        let stored = try row(of: reference).map { try read($0.knownLinks(at: index)) } ?? []
        let side = Side(reference: reference, relationship: index)
        guard !relationship.isStored, let change = sideChanges[side] else { return stored }
        return Set(stored).subtracting(change.removed).union(change.added).sorted()
    }

    private func read(_ links: Links) throws -> [ObjectReference] {
        if let unread, let deferred = links.deferred, deferred.known == nil {
            unread.links.append(deferred)
            return []
        }
        return try links.read().references
    }

    /// The latest committed row of an object; nil for one without.
    func row(of reference: ObjectReference) throws -> Row? {
        guard latest.reader(of: reference) != nil else { return latest.columns.row(of: reference) }
        if isUpToDate, let object = context.registry[reference], !object.isFault,
            context.committed.isConsistent(since: object.snapshotStamp), let row = object.heldRow.row
        {
            return row
        }
        return try askedRow(of: reference)
    }

    /// The latest committed row of an object of a store that is queried; nil for one without.
    private func askedRow(of reference: ObjectReference) throws -> Row? {
        guard let unread else { return try latest.row(of: reference) }
        let row = latest.knownRow(of: reference)
        if row == nil { unread.references.append(reference) }
        return row
    }

    private func changedObject(for reference: ObjectReference) -> ManagedObject? {
        context.changedObject(for: reference).flatMap { $0.hasPending ? $0 : nil }
    }

    private func permanent(_ reference: ObjectReference) -> ObjectReference {
        context.registry[reference]?.permanentOrOwnReference ?? reference
    }

    func exists(_ reference: ObjectReference) throws -> Bool {
        if let object = context.changedObject(for: reference) { return object.state != .deleted }
        if reference.isTemporary { return false }
        // Such stores have only links to objects that they contain. Others may have stored a deleted one again.
        if latest.reader(of: reference) != nil {
            return try !context.departures.missing.contains(reference) || askedRow(of: reference) != nil
        }
        return latest.columns.row(of: reference) != nil
    }
}
