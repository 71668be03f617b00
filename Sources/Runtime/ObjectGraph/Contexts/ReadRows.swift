/// Rows of one state that were read ahead, so that whatever uses them does not query a store again: neither for objects
/// that exist nor for others.
struct ReadRows: Sendable {
    private let state: CommittedState
    private var rows: [ObjectReference: Row] = [:]
    /// The objects of queried stores that were read, including those that do not exist.
    private var readReferences: Set<ObjectReference> = []

    init(of state: CommittedState) { self.state = state }

    /// Whether the rows also belong to a later state, because nothing was committed in between.
    func areCurrent(in latest: CommittedState) -> Bool {
        state.generation == latest.generation && state.layout === latest.layout
    }

    /// Returns the objects among some that have to be read from a store, in order.
    func unread(among references: some Sequence<ObjectReference>) -> [ObjectReference] {
        guard state.isQueried else { return [] }
        return references.filter { !readReferences.contains($0) && state.reader(of: $0) != nil }.sorted()
    }

    /// Reads objects, with one query for each store.
    ///
    /// - Throws: The error of a store that is queried.
    mutating func read(_ references: some Sequence<ObjectReference>) throws {
        let unread = unread(among: references)
        guard !unread.isEmpty else { return }
        let found = try state.queriedRows(of: unread)
        // What merges the links looks them up in the state.
        let readers = Dictionary(grouping: found.values) { state.reader(of: $0.reference).map(ObjectIdentifier.init) }
        for rows in readers.values { try state.reader(of: rows[0].reference)?.keep(rows) }
        rows.merge(found) { first, _ in first }
        readReferences.formUnion(unread)
    }

    /// Returns an object; nil if there is none.
    ///
    /// - Throws: The error of the store that is queried for an object that was not read.
    func row(of reference: ObjectReference) throws -> Row? {
        if let row = rows[reference] { return row }
        return readReferences.contains(reference) ? nil : try state.row(of: reference)
    }

    /// Whether an object of a queried store was read, even if it does not exist.
    func hasRead(_ reference: ObjectReference) -> Bool { readReferences.contains(reference) }

    /// Returns an object that was read; nil if it does not exist or was not read.
    func knownRow(of reference: ObjectReference) -> Row? { rows[reference] }

    /// Whether a closure returns true for one of the rows.
    func contains(where matches: (Row) -> Bool) -> Bool { rows.values.contains(where: matches) }
}
