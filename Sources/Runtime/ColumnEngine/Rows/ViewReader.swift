import Synchronization

/// Queries a view of a store, checks its answers, and creates rows from them.
package final class ViewReader: Sendable {
    let view: any StoreView
    /// The view, if it can answer in columns.
    let columnar: (any ColumnarView)?
    let layout: GraphLayout
    /// The store's tables.
    private let ordinals: Range<Int>
    /// The versions of the objects written by the commit before the view.
    package let written: WrittenVersions
    /// The minimum versions of objects, because the commit before the view has written them.
    private let leastVersions: [ObjectReference: Int32]
    /// Whether all answers are of one state. Otherwise, later answers may show later commits.
    let keepsState: Bool
    private struct WeakRows {
        weak var rows: KnownRows?
    }

    /// The known rows of the states that show the view, while there is one.
    private let sharedRows = Mutex(WeakRows())

    init(
        _ view: any StoreView, _ layout: GraphLayout, ordinals: Range<Int>, keepsState: Bool,
        written: WrittenVersions = WrittenVersions(), leastVersions: [ObjectReference: Int32] = [:]
    ) {
        self.view = view
        columnar = view as? any ColumnarView
        self.keepsState = keepsState
        self.written = written
        self.leastVersions = leastVersions
        self.layout = layout
        self.ordinals = ordinals
    }

    // MARK: Asking

    /// The rows that a state of the view keeps for the reader.
    func shareKnownRows() -> KnownRows {
        sharedRows.withLock { shared in
            if let rows = shared.rows { return rows }
            let rows = KnownRows()
            shared.rows = rows
            return rows
        }
    }

    private var known: KnownRows? { sharedRows.withLock { $0.rows } }

    /// An object that has already been read; nil if the store must be asked.
    func knownRow(of reference: ObjectReference) -> Row? { known?[reference] }

    /// An object; nil for none.
    package func row(of reference: ObjectReference) throws -> Row? {
        try known?[reference] ?? rows(of: [reference])[reference]
    }

    /// The existing objects among some.
    func rows(of references: [ObjectReference]) throws -> [ObjectReference: Row] {
        var (found, unknown) = known?.split(references) ?? ([:], references)
        guard !unknown.isEmpty else { return found }
        let wanted = Set(unknown)
        // A store returns an object as often as the query names it.
        if wanted.count < unknown.count { unknown = wanted.sorted() }
        for row in try rows(view.rows(of: unknown.map(layout.objectID))) {
            guard wanted.contains(row.reference) else { throw broken(.identity, row.reference) }
            guard found.updateValue(row, forKey: row.reference) == nil else { throw broken(.repetition, row.reference) }
        }
        return found
    }

    /// Reads objects ahead that would otherwise be read one by one.
    func readAhead(_ references: [ObjectReference]) throws {
        guard let known else { return }
        let unknown = known.unknown(among: references)
        guard !unknown.isEmpty else { return }
        known.keep(Array(try rows(of: unknown).values))
    }

    /// The destinations of a relationship of some objects, in their order, and the rows of destinations in the answer.
    func links(
        of relationship: RelationshipDescription, from references: [ObjectReference]
    ) throws -> (links: [Links], rows: [Row]) {
        var collector = RowCollector(self)
        let result = try view.destinations(of: relationship, from: references.map(layout.objectID)) {
            try collector.append($0)
        }
        guard result.objectIDs.count == references.count else {
            throw StoreContractError(rule: .count, propertyName: relationship.name)
        }
        for row in result.rows { try collector.append(row) }
        var last: LastEntity?
        let links = try zip(references, result.objectIDs).map {
            try self.links($1, of: relationship, from: $0, after: &last)
        }
        return (links, collector.finish())
    }

    /// The objects that match a query, and the part of it that the store has left over.
    func execute(_ query: StoreQuery) throws -> (rows: [Row], remainingParts: StoreResult.Parts) {
        if let result = try answerInColumns(query, isWhole: false) {
            var rows: [Row] = []
            rows.reserveCapacity(result.found.reduce(0) { $0 + $1.count })
            for found in result.found { found.forEach { rows.append($0) } }
            return (rows, result.remainingParts)
        }
        var collector = RowCollector(self)
        let result = try view.execute(query) { try collector.append($0) }
        switch result.objects {
        case .rows(let found):
            for row in found { try collector.append(row) }
            let rows = collector.finish()
            try check(rows.map(\.reference), result.remainingParts, query)
            return (rows, result.remainingParts)
        case .objectIDs(let objectIDs):
            let first = collector.finish()
            let references = try references(objectIDs)
            try check(first.map(\.reference) + references, result.remainingParts, query)
            let rows = try self.rows(of: references)
            return (first + references.compactMap { rows[$0] }, result.remainingParts)
        }
    }

    /// The objects that match a query, without rows, and the part of it that the store has left over.
    func answerWithoutRows(
        _ query: StoreQuery
    ) throws -> (references: [ObjectReference], remainingParts: StoreResult.Parts) {
        var query = query
        query.includesRows = false
        let (references, remainingParts) = try references(of: view.execute(query))
        try check(references, remainingParts, query)
        return (references, remainingParts)
    }

    /// Returns the references in a result, and releases the result, because it can be large.
    private func references(
        of result: consuming StoreResult
    ) throws -> (references: [ObjectReference], remainingParts: StoreResult.Parts) {
        switch result.objects {
        case .rows(let rows): (try references(rows.lazy.map(\.objectID)), result.remainingParts)
        case .objectIDs(let objectIDs): (try references(objectIDs), result.remainingParts)
        }
    }

    func check(
        _ references: [ObjectReference], _ remainingParts: StoreResult.Parts, _ query: StoreQuery
    ) throws {
        let names = Set(query.entityNames)
        var lastOrdinal: Int?
        for reference in references where reference.entityOrdinal != lastOrdinal {
            guard names.contains(layout.entities[reference.entityOrdinal].name) else {
                throw broken(.entity, reference)
            }
            lastOrdinal = reference.entityOrdinal
        }
        try checkRepetition(among: references)
        if !remainingParts.contains(.range), query.limit > 0, references.count > query.limit {
            throw StoreContractError(rule: .range)
        }
    }

    /// Rejects duplicate references. Ascending ones, as in answers without an order, are distinct without a search.
    private func checkRepetition(among references: [ObjectReference]) throws {
        guard !references.ascends else { return }
        // A sorted copy takes less memory than a table.
        let sorted = references.sorted()
        for (reference, next) in zip(sorted, sorted.dropFirst()) where reference == next {
            throw broken(.repetition, reference)
        }
    }

    /// Keeps rows from an answer, so they need not be asked for.
    package func keep(_ rows: [Row]) throws {
        guard !rows.isEmpty, let known else { return }
        try checkRepetition(among: rows.map(\.reference))
        known.keep(rows)
    }

    // MARK: Taking answers

    private func broken(_ rule: StoreContractError.Rule, _ reference: ObjectReference) -> StoreContractError {
        StoreContractError(rule: rule, objectID: layout.objectID(for: reference))
    }

    private func reference(_ objectID: ObjectID) throws -> ObjectReference {
        guard let reference = layout.reference(for: objectID), !reference.isTemporary,
            ordinals.contains(reference.entityOrdinal)
        else { throw StoreContractError(rule: .identity, objectID: objectID) }
        return reference
    }

    private func references(_ objectIDs: some Sequence<ObjectID>) throws -> [ObjectReference] {
        var last: LastEntity?
        return try objectIDs.map { try reference($0, after: &last) }
    }

    /// The entity of the last object: adjacent objects usually have the same one, so it is looked up once.
    struct LastEntity {
        var space: IdentitySpace
        var ordinal: Int
    }

    /// The store's object with an identity. Remembers the entity.
    ///
    /// - Throws: ``StoreContractError`` if the store cannot have such an object.
    func reference(_ objectID: ObjectID, after last: inout LastEntity?) throws -> ObjectReference {
        if let last, last.space === objectID.space, objectID.number > 0,
            objectID.number <= ObjectReference.maximumNumber
        {
            return ObjectReference(entity: last.ordinal, number: objectID.number)
        }
        let reference = try reference(objectID)
        last = LastEntity(space: objectID.space, ordinal: reference.entityOrdinal)
        return reference
    }

    /// Rows in the order of the answer.
    private func rows(_ result: [StoreRow]) throws -> [Row] {
        var collector = RowCollector(self)
        for row in result { try collector.append(row) }
        return collector.finish()
    }

    /// Checks the row of an object from a store, and adds it to columns of its entity.
    ///
    /// - Parameter types: The types of the entity's attributes.
    /// - Throws: ``StoreContractError`` if the object cannot have such a row. The columns are then unusable.
    func insert(
        _ row: StoreRow, _ reference: ObjectReference, _ entity: EntityDescription, _ types: [AttributeType],
        at place: Int, of contents: inout RowContents, lastDestination: inout LastEntity?
    ) throws {
        guard row.values.count == types.count, let version = Int32(exactly: row.version), version >= 0,
            row.destinations.count <= entity.relationships.count
        else { throw broken(.values, reference) }
        guard leastVersions.isEmpty || version >= leastVersions[reference] ?? 0 else {
            throw broken(.version, reference)
        }
        for index in row.values.indices where !row.values[index].fits(types[index]) {
            throw StoreContractError(
                rule: .values, objectID: row.objectID, propertyName: entity.attributes[index].name)
        }
        try contents.insert(reference, version: version, row.values, at: place) { index in
            let relationship = entity.relationships[index]
            guard index < row.destinations.count, let known = row.destinations[index] else {
                return .deferred(DeferredLinks(relationship, of: reference, self))
            }
            return try links(known, of: relationship, from: reference, after: &lastDestination)
        }
    }

    /// Rejects versions from before the commit that precedes the view.
    func checkVersions(_ versions: [Int32], of references: [ObjectReference]) throws {
        guard !leastVersions.isEmpty else { return }
        for (reference, version) in zip(references, versions) where version < leastVersions[reference] ?? 0 {
            throw broken(.version, reference)
        }
    }

    private func links(
        _ objectIDs: [ObjectID], of relationship: RelationshipDescription, from source: ObjectReference,
        after last: inout LastEntity?
    ) throws -> Links {
        if !relationship.isToMany, objectIDs.count <= 1 {
            guard let objectID = objectIDs.first else { return .toOne(.none) }
            let reference = try reference(objectID, after: &last)
            guard leads(relationship, to: layout.entities[reference.entityOrdinal]) else {
                throw wrongDestinations(of: relationship, source)
            }
            return .toOne(reference)
        }
        let references = try objectIDs.map { try reference($0, after: &last) }
        let sorted = references.ascends ? references : references.sorted()
        // Sorted, so equal ones are adjacent, and so are those of an entity.
        guard relationship.isToMany, sorted.ascends, leads(relationship, to: sorted) else {
            throw wrongDestinations(of: relationship, source)
        }
        return .toMany(ReferenceList(relationship.isOrdered ? references : sorted))
    }

    private func leads(_ relationship: RelationshipDescription, to references: [ObjectReference]) -> Bool {
        var lastOrdinal: Int?
        for reference in references where reference.entityOrdinal != lastOrdinal {
            guard leads(relationship, to: layout.entities[reference.entityOrdinal]) else { return false }
            lastOrdinal = reference.entityOrdinal
        }
        return true
    }

    func wrongDestinations(of relationship: RelationshipDescription, _ source: ObjectReference)
        -> StoreContractError
    {
        StoreContractError(
            rule: .destinations, objectID: layout.objectID(for: source), propertyName: relationship.name)
    }

    func leads(_ relationship: RelationshipDescription, to entity: EntityDescription) -> Bool {
        entity.name == relationship.destinationName || entity.ancestorNames.contains(relationship.destinationName)
    }
}

extension [ObjectReference] {
    /// Whether each is greater than the one before, so there are no duplicates.
    var ascends: Bool { indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] } }
}
