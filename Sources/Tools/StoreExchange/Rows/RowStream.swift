import ObjectGraph

/// The rows of many objects, read in batches, so that the first rows are available immediately.
///
/// In the order of the store, only one batch is in memory at a time. For another order, the store sorts all objects
/// first, and the stream keeps their IDs.
package struct RowStream {
    private enum Source {
        case objectIDs([ObjectID])
        /// Requests without a sort order of their own.
        case requests([FetchRequest<ManagedObject>])
    }

    /// The number of objects that are read first, whose values decide how wide columns are.
    private static let firstCount = 1000
    /// The number of objects that are read at a time.
    private static let batchCount = 10_000

    private let columns: [RowColumn]
    private let source: Source
    private let context: ManagedObjectContext
    private let flattensComposites: Bool
    private let showsRawValues: Bool

    /// - Parameters:
    ///   - requests: The requests whose objects follow each other.
    ///   - flattensComposites: Whether each member of a composite has its own column.
    ///   - showsRawValues: Whether to show the raw values of enums instead of case names.
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    init(
        _ columns: [RowColumn], of requests: [FetchRequest<ManagedObject>], in context: ManagedObjectContext,
        flattensComposites: Bool, showsRawValues: Bool
    ) throws {
        self.columns = columns
        self.context = context
        self.flattensComposites = flattensComposites
        self.showsRawValues = showsRawValues
        // All parts are of one state, even if other programs save meanwhile.
        try context.pinQueryGeneration(acceptingCost: true)
        if requests.allSatisfy(\.followsTheOrderOfTheStore) {
            source = .requests(requests)
        } else {
            source = .objectIDs(
                try requests.flatMap { request in
                    var request = request
                    request.includesPropertyValues = false
                    return try context.fetchObjectIDs(request)
                })
        }
    }

    /// Calls a closure with one table after the other, all with the same columns; at least once.
    ///
    /// - Throws: ``ObjectGraph/QueryError``, ``ExportError``, or the error of a store that cannot be read.
    package func forEachTable(_ body: (RowTable) throws -> Void) throws {
        // The members that composites have in any row decide about the columns.
        guard !flattensComposites || !columns.contains(where: \.hasComposites) else {
            // Before all objects are read.
            for column in columns { _ = try column.memberPaths() }
            var all: [ManagedObject] = []
            try forEachBatch { all += $0 }
            return try body(table(of: all))
        }
        var isFirst = true
        try forEachBatch { objects in
            isFirst = false
            try body(table(of: objects))
        }
        if isFirst { try body(table(of: [])) }
    }

    private func table(of objects: [ManagedObject]) throws -> RowTable {
        try RowTable(
            columns, of: objects, flattensComposites: flattensComposites, showsRawValues: showsRawValues)
    }

    /// Calls a closure with the objects, never with none.
    private func forEachBatch(_ body: ([ManagedObject]) throws -> Void) throws {
        switch source {
        case .objectIDs(let objectIDs):
            var start = 0
            while start < objectIDs.count {
                let end = min(start + (start == 0 ? Self.firstCount : Self.batchCount), objectIDs.count)
                let objects = objectIDs[start..<end].map { context.object(with: $0) }
                try context.load(objects)
                try body(objects)
                start = end
            }
        case .requests(let requests):
            for request in requests {
                var count = 0
                while request.fetchLimit == 0 || count < request.fetchLimit {
                    var part = request
                    let most = count == 0 ? Self.firstCount : Self.batchCount
                    part.fetchLimit = request.fetchLimit == 0 ? most : min(most, request.fetchLimit - count)
                    part.fetchOffset = request.fetchOffset + count
                    let objects = try context.fetch(part)
                    count += objects.count
                    if !objects.isEmpty { try body(objects) }
                    if objects.count < part.fetchLimit { break }
                }
            }
        }
    }
}

extension FetchRequest<ManagedObject> {
    /// Whether the store can begin anywhere without sorting: in the order of the objects' numbers, or in its own.
    fileprivate var followsTheOrderOfTheStore: Bool {
        sortDescriptors.allSatisfy { ($0 as? ModelSortDescriptor<ManagedObject>)?.key == "self" }
    }
}
