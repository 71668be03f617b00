/// Applies a context's changes to a later state, relationship by relationship: both sides of a link change together.
///
/// The merge uses the links that each side has added and removed since their common ancestor. A policy decides only
/// about incompatible changes: a value or a to-one destination that both have changed, an order that both have changed,
/// and whether a deleted object stays deleted. See <doc:ChangesAndConflicts>.
struct GraphMerge {
    /// An object while links are added and removed.
    struct Node {
        var entity: EntityDescription
        /// The committed row; nil if there is none.
        var row: Row?
        /// Whether the object can have links.
        var isLiving: Bool
        var links: [Links]

        func committedLinks(at index: Int) -> Links {
            row?.links(at: index) ?? Links(noneOf: entity.relationships[index])
        }
    }

    /// The result of a merge for a changed object.
    enum Fate {
        /// A new object, or one that others have deleted and that is stored again.
        case inserted
        case updated
        case deleted
        /// Its changes are discarded: it returns to its committed state, except links that other objects changed.
        case restored
        /// Others have deleted it, and it stays deleted.
        case gone
    }

    let context: ManagedObjectContext
    /// The state to apply the changes to; nil for the parent's.
    let latest: CommittedState?
    /// What was read of that state; nil for nothing.
    private let known: ReadRows?
    let decision: MergeDecision
    let edits: PendingEdits
    private(set) var fates: [ObjectReference: Fate] = [:]
    var nodes: [ObjectReference: Node] = [:]
    /// The objects to delete by a cascade, because others have linked a deleted object to them.
    var cascaded: [ObjectReference] = []
    private var editsByReference: [ObjectReference: Int] = [:]
    /// The objects that were read for cascaded deletions, kept until these are applied.
    private var loaded: [ManagedObject] = []
    /// Added links that were not possible.
    var refused: [GraphLink] = []

    /// Reads what the merge needs. It changes no object before it is installed.
    ///
    /// - Parameters:
    ///   - latest: The state to apply the changes to; nil for the parent's.
    ///   - known: What was read of that state; nil for nothing.
    /// - Throws: The error of a store that is queried.
    init(
        _ edits: PendingEdits, in context: ManagedObjectContext, onto latest: CommittedState?,
        _ decision: MergeDecision, _ known: ReadRows? = nil
    ) throws {
        self.context = context
        self.latest = latest
        self.known = known
        self.decision = decision
        self.edits = edits
        for (index, edit) in edits.edits.enumerated() { editsByReference[edit.reference] = index }
        try decideFates()
        for edit in edits.edits { _ = try node(edit.reference) }
        try mergeLinks()
        try settleDeletions()
        mergeOrders()
        // Those that are merged later, and get links now.
        let others = nodes.keys.filter { fates[$0] == nil }.compactMap { context.registry[$0] }
        try DeferredLinks.read(others.filter(\.hasPending).flatMap(\.deferredLinks))
        loaded = try context.loadForDeletion(cascaded.compactMap(context.livingObject))
    }

    func edit(of reference: ObjectReference) -> PendingEdits.Edit? {
        editsByReference[reference].map { edits.edits[$0] }
    }

    func row(of reference: ObjectReference) throws -> Row? {
        guard let latest else { return try context.read(reference) }
        // Others may have deleted it, which the state does not know without asking its store again.
        if let known { return try known.row(of: reference) }
        return try latest.row(of: reference)
    }

    // MARK: - Objects

    private mutating func decideFates() throws {
        for edit in edits.edits {
            // A child has objects that its parent has not saved.
            let mayExist = !edit.reference.isTemporary || context.parent != nil && edit.state != .inserted
            let isCommitted = try mayExist && row(of: edit.reference) != nil
            fates[edit.reference] = fate(of: edit, isCommitted: isCommitted)
        }
        restoreCascaded()
    }

    private func fate(of edit: PendingEdits.Edit, isCommitted: Bool) -> Fate {
        switch (edit.state, isCommitted) {
        case (.inserted, false): return .inserted
        // Others have also stored it again. All properties of the two are in conflict.
        case (.inserted, true): return decision.prefersObject ? .updated : .restored
        case (.deleted, true):
            let isKept = decision.conflicted.contains(edit.reference) && !decision.prefersObject
            return isKept ? .restored : .deleted
        case (.deleted, false): return .gone
        case (_, true): return decision.isRolledBack(edit.reference) ? .restored : .updated
        // Rule CNF-10.
        case (_, false): return decision.purpose == .saving && decision.prefersObject ? .inserted : .gone
        }
    }

    /// Also discards the deletions that an object with a discarded deletion cascaded to.
    private mutating func restoreCascaded() {
        var waiting = edits.edits.filter { $0.state == .deleted && fates[$0.reference] == .restored }
        while let edit = waiting.popLast() {
            for relationship in edit.object.entity.relationships where relationship.schema.deleteRule == .cascade {
                for destination in edit.baseLinks(at: relationship.index).references
                where fates[destination] == .deleted {
                    fates[destination] = .restored
                    if let next = self.edit(of: destination) { waiting.append(next) }
                }
            }
        }
    }

    /// Returns an object while links are merged, looked up on first use.
    mutating func node(_ reference: ObjectReference) throws -> Node {
        if let node = nodes[reference] { return node }
        let object = context.registry[reference]
        let entity = object?.entity ?? context.layout.entities[reference.entityOrdinal]
        let row = reference.isTemporary && context.parent == nil ? nil : try row(of: reference)
        let isLiving =
            switch fates[reference] {
            // The object's links may deny its deletion.
            case .inserted, .updated, .restored, .deleted: true
            case .gone: false
            case nil:
                object?.state == .inserted || row != nil
                    // A change of an object that others have deleted stays until a save decides about it.
                    || decision.purpose == .following && object?.state == .updated
            }
        let links = try entity.relationships.map { try row?.readLinks(at: $0.index) ?? Links(noneOf: $0) }
        let node = Node(entity: entity, row: row, isLiving: isLiving, links: links)
        nodes[reference] = node
        return node
    }
}

// What follows from the merged links: cascaded deletions, and the order of members.
extension GraphMerge {
    /// Applies delete rules to destinations that others have added to a deleted object.
    mutating func settleDeletions() throws {
        for edit in edits.edits where fates[edit.reference] == .deleted {
            for relationship in edit.object.entity.relationships {
                let destinations = try node(edit.reference).links[relationship.index].references
                switch relationship.schema.deleteRule {
                case .noAction, .deny: continue
                case .cascade: cascaded += try destinations.filter { try fates[$0] != .deleted && node($0).isLiving }
                case .nullify: break
                }
                for destination in destinations {
                    try remove(GraphLink(from: edit.reference, by: relationship, to: destination))
                }
            }
        }
    }

    // MARK: - Order

    mutating func mergeOrders() {
        for (reference, node) in nodes where node.isLiving {
            for relationship in node.entity.relationships where relationship.isOrdered {
                let index = relationship.index
                guard let edit = edit(of: reference), fates[reference] != .restored,
                    edit.links[index] != edit.baseLinks(at: index)
                else { continue }
                let order = MergedOrder(
                    base: edit.baseLinks(at: index).references, own: edit.links[index].references,
                    other: node.committedLinks(at: index).references, prefersOwn: decision.prefersObject)
                let merged = order.merged(node.links[index].references)
                if node.links[index].references != merged {
                    nodes[reference]?.links[index] = .toMany(ReferenceList(merged))
                }
            }
        }
    }
}

/// How a merge decides if both sides have made incompatible changes.
struct MergeDecision {
    /// What is done with conflicts.
    enum Purpose {
        /// A save merges its changes with what others have saved: it may restore deleted objects, or discard changes.
        case saving
        /// A context follows what others have saved: its own changes stay, and no object is restored or deleted.
        case following
    }

    var purpose: Purpose
    var type: MergePolicy.MergeType
    /// The objects that others have changed, deleted, or linked to since. The policy decides on them.
    var conflicted: Set<ObjectReference>
    static let following = MergeDecision(purpose: .following, type: .mergeByPropertyObjectTrump, conflicted: [])

    /// Whether this context's changes take precedence.
    var prefersObject: Bool { type == .mergeByPropertyObjectTrump || type == .overwrite }

    func isRolledBack(_ reference: ObjectReference) -> Bool { type == .rollback && conflicted.contains(reference) }
}

/// The changes of a context, relationship by relationship: the links that it added and removed since it read each
/// object, whichever side has them, and the changes of the objects themselves.
struct PendingEdits {
    /// One changed object.
    struct Edit {
        let object: ManagedObject
        var state: ManagedObject.State
        /// The row that the changes are based on; nil for a new object.
        var base: Row?
        /// All values to save.
        var values: [AttributeValue]
        /// The attributes that differ from ``base``.
        var changedAttributes: Set<Int>
        /// All destinations to save.
        var links: [Links]

        var reference: ObjectReference { object.reference }

        func baseLinks(at index: Int) -> Links {
            base?.links(at: index) ?? Links(noneOf: object.entity.relationships[index])
        }
    }

    /// In the order of their first change.
    var edits: [Edit] = []
    var added: Set<GraphLink> = []
    var removed: Set<GraphLink> = []

    /// - Parameter objects: Changed objects of one context, in the order of their first change.
    /// - Throws: The error of the store that is queried for destinations that have not been read.
    init(of objects: [ManagedObject]) throws {
        try DeferredLinks.read(objects.lazy.filter(\.hasPending).flatMap(\.deferredLinks))
        edits.reserveCapacity(objects.count)
        for object in objects where object.hasPending { collect(object) }
        // One side may already have what others have added, and the other one not yet.
        removed.subtract(added)
    }

    private mutating func collect(_ object: ManagedObject) {
        let entity = object.entity
        let base = object.heldRow.row
        let isNew = object.state == .inserted || base == nil
        let changed = entity.attributes.indices.filter { isNew || object.isChanged(attribute: $0) }
        for relationship in entity.relationships where object.isChanged(relationship: relationship.index) {
            let index = relationship.index
            let (gone, come) = object.baseLinks(at: index).difference(to: object.pendingLinks[index])
            removed.formUnion(gone.map { GraphLink(from: object.reference, by: relationship, to: $0) })
            added.formUnion(come.map { GraphLink(from: object.reference, by: relationship, to: $0) })
        }
        edits.append(
            Edit(
                object: object, state: object.state, base: base, values: object.pendingValues,
                changedAttributes: Set(changed), links: object.pendingLinks))
    }
}
