/// Brings what a context changes on top of a later state, relationship by relationship: both sides of a link change together.
///
/// What counts are the links that each side has added and removed since their common ancestor. A policy decides only what
/// cannot be had at once: a value or the one destination that both have changed, an order that both have changed, whether a
/// deleted object goes. See <doc:ChangesAndConflicts>.
struct GraphMerge {
    /// An object while links come and go.
    struct Node {
        var entity: EntityDescription
        /// What is committed now; nil for an object that is not.
        var row: Row?
        /// Whether the object can have links.
        var isLiving: Bool
        var links: [Links]

        func committedLinks(at index: Int) -> Links {
            row?.links(at: index) ?? Links(noneOf: entity.relationships[index])
        }
    }

    /// What becomes of a changed object.
    enum Fate {
        /// A new object, or one that others have deleted and that is stored again.
        case inserted
        case updated
        case deleted
        /// Its changes are given up: it is as it is committed, but for links that are other objects' changes.
        case restored
        /// Others have deleted it, and it stays so.
        case gone
    }

    let context: ManagedObjectContext
    /// The state to come on top of; nil for the parent's.
    let latest: GraphSnapshot?
    let decision: MergeDecision
    let edits: PendingEdits

    private(set) var fates: [ObjectReference: Fate] = [:]
    var nodes: [ObjectReference: Node] = [:]
    /// The objects that delete rules take along, since others have led a deleted object to them.
    var cascaded: [ObjectReference] = []
    private var editsByReference: [ObjectReference: Int] = [:]
    /// Added links that had to give way.
    var refused: [GraphLink] = []

    /// - Parameter latest: The state to come on top of; nil for the parent's.
    init(
        _ edits: PendingEdits, in context: ManagedObjectContext, onto latest: GraphSnapshot?, _ decision: MergeDecision
    ) {
        self.context = context
        self.latest = latest
        self.decision = decision
        self.edits = edits
        for (index, edit) in edits.edits.enumerated() { editsByReference[edit.reference] = index }
        decideFates()
        for edit in edits.edits { _ = node(edit.reference) }
        mergeLinks()
        settleDeletions()
        mergeOrders()
    }

    func edit(of reference: ObjectReference) -> PendingEdits.Edit? {
        editsByReference[reference].map { edits.edits[$0] }
    }

    func row(of reference: ObjectReference) -> Row? {
        guard let latest else { return context.row(for: reference) }
        return latest.row(of: reference)
    }

    // MARK: - Objects

    private mutating func decideFates() {
        for edit in edits.edits {
            let isCommitted = edit.state != .inserted && row(of: edit.reference) != nil
            fates[edit.reference] = fate(of: edit, isCommitted: isCommitted)
        }
        restoreCascaded()
    }

    private func fate(of edit: PendingEdits.Edit, isCommitted: Bool) -> Fate {
        switch (edit.state, isCommitted) {
        case (.inserted, _): return .inserted
        case (.deleted, true):
            let isKept = decision.conflicted.contains(edit.reference) && !decision.prefersObject
            return isKept ? .restored : .deleted
        case (.deleted, false): return .gone
        case (_, true): return decision.isRolledBack(edit.reference) ? .restored : .updated
        // Rule CNF-10.
        case (_, false): return decision.purpose == .saving && decision.prefersObject ? .inserted : .gone
        }
    }

    /// Whose deletion is given up keeps what its delete rule would have taken along.
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

    /// An object as links are merged, looked up when it is first needed.
    mutating func node(_ reference: ObjectReference) -> Node {
        if let node = nodes[reference] { return node }
        let object = context.registry[reference]
        let entity = object?.entity ?? context.layout.entities[reference.entityOrdinal]
        let row = reference.isTemporary && context.parent == nil ? nil : row(of: reference)
        let isLiving =
            switch fates[reference] {
            // What is to be deleted may be denied for the links that it has.
            case .inserted, .updated, .restored, .deleted: true
            case .gone: false
            case nil: object?.state == .inserted || row != nil
            }
        let links = entity.relationships.map { row?.links(at: $0.index) ?? Links(noneOf: $0) }
        let node = Node(entity: entity, row: row, isLiving: isLiving, links: links)
        nodes[reference] = node
        return node
    }
}
