import ObjectGraph
import SQLStore

/// Writes new objects, table by table: a few with statements, and very many with `COPY`.
struct InsertionWriter {
    let core: StoreCore
    let changes: StoreChanges
    let transaction: Transaction
    let deletedVersions: DeletedVersions
    /// Whether new objects have destinations.
    let leadsFromNew: Bool
    /// Whether rows may be copied. If the server refuses, the transaction starts again.
    let mayCopy: Bool

    /// The number of rows of a table from which a copy saves more time than its three round trips of a millisecond
    /// take.
    static let leastCopiedCount = 2_000

    func write() throws {
        let byTable = insertionsByTable
        // Only links need to know which objects are written later.
        var unwritten = leadsFromNew ? Set(changes.inserted.map(\.objectID)) : []
        var later = LaterLinks()
        for table in core.layout.writingOrder {
            guard let insertions = byTable[table] else { continue }
            if try copy(insertions, into: table, &unwritten, &later) { continue }
            let parts = StatementParts().parts(of: insertions) { insertion in
                insertion.values.reduce(0) { $0 + $1.approximateByteCount }
            }
            for part in parts {
                let layout = RowLayout(of: part, core)
                var batch = RowBatch(layout.columns.map { ($0.name, $0.type.wire, $0.type.cast) })
                try append(part, layout, to: &batch, ValueWriter(location: core.location), &unwritten, &later)
                transaction.add(batch.insertion(into: core.layout.qualified(table)))
            }
        }
        for statement in later.statements { transaction.add(statement) }
    }

    private var insertionsByTable: [String: [StoreChanges.Insertion]] {
        func table(_ objectID: ObjectID) -> String { core.layout.entities[objectID.entityName]?.tableName ?? "" }
        guard let space = changes.inserted.first?.objectID.space else { return [:] }
        // Usually, many new objects have one entity.
        if changes.inserted.allSatisfy({ $0.objectID.space === space }) {
            return [table(changes.inserted[0].objectID): changes.inserted]
        }
        return Dictionary(grouping: changes.inserted) { table($0.objectID) }
    }

    /// Copies rows into a table if there are enough.
    ///
    /// - Returns: Whether the rows were written.
    private func copy(
        _ insertions: [StoreChanges.Insertion], into table: String, _ unwritten: inout Set<ObjectID>,
        _ later: inout LaterLinks
    ) throws -> Bool {
        guard mayCopy, insertions.count >= Self.leastCopiedCount, !core.copyRefusal.isSet else { return false }
        var values = ValueWriter(location: core.location)
        values.isForCopying = true
        let parts = StatementParts(
            maximumRowCount: Self.maximumCopiedCount, maximumByteCount: Self.maximumCopiedByteCount
        ).parts(of: insertions) { insertion in
            insertion.values.reduce(0) { $0 + $1.approximateByteCount }
        }
        for part in parts {
            let layout = RowLayout(of: part, core)
            let isCopied = try transaction.copy(
                into: core.layout.qualified(table), layout.columns, rowCount: part.count
            ) { copied in
                try append(part, layout, to: &copied, values, &unwritten, &later)
            }
            // Only the first copy can return false, because the types cannot change until the transaction ends.
            guard isCopied else { return false }
        }
        return true
    }

    /// The maximum number of rows in a copy, so that none exceeds the server's time limit for a statement.
    static let maximumCopiedCount = 100_000
    private static let maximumCopiedByteCount = 256 << 20

    /// Appends the rows of objects.
    private func append(
        _ insertions: ArraySlice<StoreChanges.Insertion>, _ layout: RowLayout, to rows: inout some RowDestination,
        _ values: ValueWriter, _ unwritten: inout Set<ObjectID>, _ later: inout LaterLinks
    ) throws {
        // The server checks foreign keys after all rows are written.
        if leadsFromNew { for insertion in insertions { unwritten.remove(insertion.objectID) } }
        var start = insertions.startIndex
        while start < insertions.endIndex {
            // Usually, many successive objects have one entity.
            let space = insertions[start].objectID.space
            let end = insertions[start...].firstIndex { $0.objectID.space !== space } ?? insertions.endIndex
            if let entity = core.layout.entities[space.entityName], let steps = layout.steps[space.entityName] {
                try append(insertions[start..<end], of: entity, steps, layout, to: &rows, values, unwritten, &later)
            }
            start = end
        }
    }

    /// Appends the rows of objects of one entity.
    private func append(
        _ insertions: ArraySlice<StoreChanges.Insertion>, of entity: EntityLayout, _ steps: [RowLayout.Step],
        _ layout: RowLayout, to rows: inout some RowDestination, _ values: ValueWriter, _ unwritten: Set<ObjectID>,
        _ later: inout LaterLinks
    ) throws {
        for insertion in insertions {
            rows.append(insertion.objectID.number, at: 0)
            rows.append(Int32(entity.number), at: 1)
            rows.append(Int32(deletedVersions.initialVersion(of: insertion.objectID, in: core.layout)), at: 2)
            for step in steps {
                switch step.source {
                case .attribute(let index, let type):
                    try values.append(
                        insertion.values[index], ofAttributeAt: index, type, of: entity, to: &rows, at: step.place)
                case .link(let index):
                    guard let destination = insertion.destinations[index].first else {
                        rows.appendNull(at: step.place)
                        continue
                    }
                    if unwritten.contains(destination) {
                        rows.appendNull(at: step.place)
                        later.insert(
                            insertion.objectID.number, destination.number, layout.columns[step.place].name,
                            entity.table)
                    } else {
                        rows.append(destination.number, at: step.place)
                    }
                case .nothing:
                    rows.appendNull(at: step.place)
                }
            }
            try rows.endRow()
        }
    }
}

/// The columns of the rows of new objects that are written together.
private struct RowLayout {
    /// The source of a column's value.
    enum Source {
        /// An attribute by its index in the entity, with the type of its column; nil if it has two.
        case attribute(Int, ColumnType?)
        /// A relationship by its index in the entity.
        case link(Int)
        /// None: the column belongs to another entity.
        case nothing
    }

    /// The next value of a row.
    struct Step {
        var source: Source
        /// The index of its first column.
        var place: Int
    }

    /// The columns, starting with the key, the entity, and the version.
    private(set) var columns: [(name: String, type: ColumnType)] = [
        ("id", .bigint), ("entity", .integer), ("version", .integer),
    ]
    /// The sources of the other columns, in their order, by entity name.
    private(set) var steps: [String: [Step]] = [:]

    init(of insertions: ArraySlice<StoreChanges.Insertion>, _ core: StoreCore) {
        let fixedCount = columns.count
        let spaces = insertions.reduce(into: [IdentitySpace]()) { spaces, insertion in
            if spaces.last !== insertion.objectID.space { spaces.append(insertion.objectID.space) }
        }
        let entities = Set(spaces.map(\.entityName)).sorted().compactMap { core.layout.entities[$0] }
        var places: [String: Int] = [:]
        for entity in entities {
            let links = entity.links.compactMap { link -> (String, ColumnType)? in
                if case .own(let column, _)? = link { (column, .bigint) } else { nil }
            }
            for column in entity.attributes.flatMap(\.columns) + links where places[column.0] == nil {
                places[column.0] = columns.count
                columns.append(column)
            }
        }
        for entity in entities {
            var own = [Source?](repeating: .nothing, count: columns.count)
            for (index, attribute) in entity.attributes.enumerated() {
                let found = attribute.columns
                guard let first = found.first, let place = places[first.name] else { continue }
                own[place] = .attribute(index, found.count == 1 ? first.type : nil)
                // One step fills both columns.
                for other in found.dropFirst() { if let place = places[other.name] { own[place] = nil } }
            }
            for (index, link) in entity.links.enumerated() {
                guard case .own(let column, _)? = link, let place = places[column] else { continue }
                own[place] = .link(index)
            }
            steps[entity.entity.name] = (fixedCount..<columns.count).compactMap { place in
                own[place].map { Step(source: $0, place: place) }
            }
        }
    }
}

/// Links to objects that are written after their sources.
private struct LaterLinks {
    private var batches: [String: (table: String, batch: RowBatch)] = [:]

    mutating func insert(_ source: Int64, _ destination: Int64, _ column: String, _ table: String) {
        let key = "\(table).\(column)"
        var entry = batches[key] ?? (table, RowBatch([("id", .bigint, ""), (column, .bigint, "")]))
        batches[key] = nil
        entry.batch.append(source, at: 0)
        entry.batch.append(destination, at: 1)
        batches[key] = entry
    }

    var statements: [Statement] {
        batches.sorted { $0.key < $1.key }.map { $0.value.batch.update(of: $0.value.table) }
    }
}
