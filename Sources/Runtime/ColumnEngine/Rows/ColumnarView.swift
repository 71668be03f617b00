// Answers with many rows, whose values pass from a store to objects in bulk.

/// A view that can return the rows of an entity in columns.
package protocol ColumnarView: StoreView {
    /// As ``StoreView/execute(_:forEachRow:)``, for a query about objects of one entity.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - isWhole: Whether only a complete answer is of use.
    ///   - receive: Receives a few rows at a time, in the order of the answer, on the calling thread.
    /// - Returns: The rest of the query; nil if the answer is only available row by row, and nothing was handed out.
    func answerInColumns(
        _ query: StoreQuery, isWhole: Bool, forEachPart receive: (StoreColumns) throws -> Void
    ) throws -> StoreResult.Parts?
}

/// Some rows of one entity, in columns.
package struct StoreColumns {
    /// The destinations of a to-one relationship of the rows, or that they must be asked for.
    package enum Destinations {
        case unknown
        /// Destinations of one entity; 0 for none.
        case toOne(IdentitySpace, [Int64])
    }

    /// The entity and the store of the numbers.
    package var space: IdentitySpace
    /// The numbers of the objects, ascending.
    package var numbers: [Int64]
    /// By row.
    package var versions: [Int32]
    /// In the order of ``EntityDescription/attributes``.
    package var columns: [Column]
    /// In the order of ``EntityDescription/relationships``.
    package var destinations: [Destinations]
    /// The row for each position of the answer.
    package var order: [Int]

    /// Rows as a store has read them.
    package init(
        space: IdentitySpace, numbers: [Int64], versions: [Int32], columns: [Column], destinations: [Destinations],
        order: [Int]
    ) {
        self.space = space
        self.numbers = numbers
        self.versions = versions
        self.columns = columns
        self.destinations = destinations
        self.order = order
    }

    /// The number of rows that share columns: few, so an object keeps the values of few others in memory.
    package static let maximumRowCount = RowCollector.chunkCapacity
}

extension ViewReader {
    /// The objects that match a query, in the order of the answer.
    ///
    /// - Parameter isWhole: Whether only an answer to the whole query is of use.
    /// - Returns: Nil if the objects are only available row by row, or the answer would not be whole.
    func answerInColumns(
        _ query: StoreQuery, isWhole: Bool
    ) throws -> (found: [MatchingRows], remainingParts: StoreResult.Parts)? {
        guard let columnar, query.includesRows, query.entityNames.count == 1 else { return nil }
        var found: [MatchingRows] = []
        var references: [ObjectReference] = []
        var last: LastEntity?
        var lastDestination: LastEntity?
        let remainingParts = try columnar.answerInColumns(query, isWhole: isWhole) { columns in
            let chunk = RowChunk(try contents(of: columns, &last, &lastDestination))
            for place in columns.order { references.append(chunk.contents.references[place]) }
            found.append(MatchingRows(inOrder: columns.order, of: chunk))
        }
        guard let remainingParts else { return nil }
        try check(references, remainingParts, query)
        return (found, remainingParts)
    }

    /// Checks what a store returns for some objects.
    private func contents(
        of rows: StoreColumns, _ last: inout LastEntity?, _ lastDestination: inout LastEntity?
    ) throws -> RowContents {
        let references = try rows.numbers.map {
            try reference(ObjectID(rows.space, number: $0), after: &last)
        }
        guard let first = references.first else { throw StoreContractError(rule: .values) }
        let entity = layout.entities[first.entityOrdinal]
        let isWhole =
            rows.versions.count == references.count && rows.order.count == references.count
            && rows.columns.count == entity.attributes.count
            && zip(rows.columns, entity.attributes).allSatisfy { $0.count == references.count && $0.holds($1.type) }
            && rows.destinations.count == entity.relationships.count
        guard isWhole, rows.versions.allSatisfy({ $0 >= 0 }) else {
            throw StoreContractError(rule: .values, objectID: layout.objectID(for: first))
        }
        guard references.ascends else {
            throw StoreContractError(rule: .repetition, objectID: layout.objectID(for: first))
        }
        try checkVersions(rows.versions, of: references)
        let links = try zip(entity.relationships, rows.destinations).map { relationship, destinations in
            try column(destinations, of: relationship, from: references, &lastDestination)
        }
        var contents = RowContents(references: references, columns: rows.columns, links: links)
        contents.versions = rows.versions
        return contents
    }

    private func column(
        _ destinations: StoreColumns.Destinations, of relationship: RelationshipDescription,
        from references: [ObjectReference], _ last: inout LastEntity?
    ) throws -> LinkColumn {
        guard case .toOne(let space, let numbers) = destinations else {
            return .deferred(references.map { .deferred(DeferredLinks(relationship, of: $0, self)) })
        }
        guard !relationship.isToMany, numbers.count == references.count else {
            throw wrongDestinations(of: relationship, references[0])
        }
        return .toOne(
            try zip(references, numbers).map { source, number in
                guard number != 0 else { return .none }
                let destination = try reference(ObjectID(space, number: number), after: &last)
                guard leads(relationship, to: layout.entities[destination.entityOrdinal]) else {
                    throw wrongDestinations(of: relationship, source)
                }
                return destination
            })
    }
}

extension Column {
    /// The number of rows.
    fileprivate var count: Int {
        switch self {
        case .boolean(let values): values.count
        case .integer16(let values): values.count
        case .integer32(let values): values.count
        case .integer64(let values): values.count
        case .float(let values): values.count
        case .double(let values): values.count
        case .decimal(let values): values.count
        case .string(let values): values.count
        case .date(let values): values.count
        case .binary(let values): values.count
        case .uuid(let values): values.count
        case .uri(let values): values.count
        case .values(let values): values.count
        }
    }

    fileprivate func holds(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.boolean, .boolean), (.integer16, .integer16), (.integer32, .integer32), (.integer64, .integer64),
            (.float, .float), (.double, .double), (.decimal, .decimal), (.string, .string), (.date, .date),
            (.binary, .binary), (.uuid, .uuid), (.uri, .uri):
            true
        case (.values(let values), .transformable), (.values(let values), .composite), (.values(let values), .objectID),
            (.values(let values), .undefined):
            values.allSatisfy { $0.fits(type) }
        default: false
        }
    }
}
