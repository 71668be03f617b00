import ObjectGraph

/// Answers queries from the contents of a store at the time the view was opened.
final class DictionaryView: StoreView {
    private let contents: StoreContents
    private let model: ManagedObjectModel

    init(_ contents: StoreContents, _ model: ManagedObjectModel) {
        self.contents = contents
        self.model = model
    }

    func rows(of objectIDs: [ObjectID]) -> [StoreRow] {
        objectIDs.compactMap { contents[$0].map(contents.living) }
    }

    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) -> StoreDestinations {
        StoreDestinations(contents.destinations(of: relationship, from: objectIDs, model))
    }

    func execute(_ query: StoreQuery) -> StoreResult {
        var rows = contents.rows(ofEntitiesNamed: query.entityNames)
        var remainingParts: StoreResult.Parts = []
        if let predicate = query.predicate {
            if let equality = Equality(predicate, of: query.entity) {
                rows = rows.filter { $0.values[equality.index] == equality.value }
            } else {
                remainingParts.insert(.predicate)
            }
        }
        // Without sort keys, the rows are ordered by number, as they already are.
        if !query.order.isEmpty { remainingParts.insert(.order) }
        if remainingParts.isEmpty {
            rows = Array(rows.dropFirst(query.offset))
            if query.limit > 0 { rows = Array(rows.prefix(query.limit)) }
        }
        let objects: StoreResult.Objects =
            query.includesRows ? .rows(rows.map(contents.living)) : .objectIDs(rows.map(\.objectID))
        return StoreResult(objects, remainingParts: remainingParts)
    }

    func count(_ query: StoreQuery) -> Int? {
        let result = execute(query)
        guard result.remainingParts.isEmpty else { return nil }
        return switch result.objects {
        case .rows(let rows): rows.count
        case .objectIDs(let objectIDs): objectIDs.count
        }
    }
}
