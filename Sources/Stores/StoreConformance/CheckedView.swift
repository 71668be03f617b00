import Foundation
import ObjectGraph

/// A view that checks whether each result meets the requirements of stores,
/// and throws `StoreContractError` like contexts.
struct CheckedView {
    let view: any StoreView
    let storeIdentifier: UUID

    private var model: ManagedObjectModel { ConformanceModel.model }

    func rows(of objectIDs: [ObjectID]) throws -> [ObjectID: StoreRow] {
        let rows = try view.rows(of: objectIDs)
        try check(rows.map(\.objectID))
        for row in rows {
            guard objectIDs.contains(row.objectID) else { throw broken(.identity, row.objectID) }
            try check(row)
        }
        return Dictionary(rows.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func row(of objectID: ObjectID) throws -> StoreRow? { try rows(of: [objectID])[objectID] }

    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) throws -> [[ObjectID]] {
        let result = try view.destinations(of: relationship, from: objectIDs)
        guard result.objectIDs.count == objectIDs.count else {
            throw StoreContractError(rule: .count, propertyName: relationship.name)
        }
        try check(result.rows.map(\.objectID))
        for row in result.rows { try check(row) }
        for (objectID, destinations) in zip(objectIDs, result.objectIDs) {
            try check(destinations, of: relationship, from: objectID)
        }
        var rows: [StoreRow] = []
        let other = try view.destinations(of: relationship, from: objectIDs) { rows.append($0) }
        let areAlike = zip(result.objectIDs, other.objectIDs).allSatisfy {
            relationship.isOrdered ? $0 == $1 : Set($0) == Set($1)
        }
        guard areAlike, Set(rows + other.rows) == Set(result.rows), rows.count + other.rows.count == result.rows.count
        else {
            throw StoreConformanceError(
                description: "'\(relationship.name)' differs if rows are handed out one at a time")
        }
        return result.objectIDs
    }

    /// The objects that match a query, as far as the store has answered it.
    func execute(_ query: StoreQuery) throws -> (objectIDs: [ObjectID], remainingParts: StoreResult.Parts) {
        let result = try view.execute(query)
        let objectIDs = result.objects.objectIDs
        if case .rows(let rows) = result.objects {
            for row in rows { try check(row) }
        }
        try check(objectIDs)
        for objectID in objectIDs where !query.entityNames.contains(objectID.entityName) {
            throw broken(.entity, objectID)
        }
        if !result.remainingParts.contains(.range), query.limit > 0, objectIDs.count > query.limit {
            throw StoreContractError(rule: .range)
        }
        try checkRows(query, result)
        return (objectIDs, result.remainingParts)
    }

    /// Compares rows that are handed out one at a time with those of a complete answer.
    private func checkRows(_ query: StoreQuery, _ result: StoreResult) throws {
        var rows: [StoreRow] = []
        let other = try view.execute(query) { rows.append($0) }
        let found = rows.map(\.objectID) + other.objects.objectIDs
        let expected = result.objects.objectIDs
        let isSame = result.remainingParts.contains(.order) ? Set(found) == Set(expected) : found == expected
        guard isSame, other.remainingParts == result.remainingParts else {
            throw StoreConformanceError(
                description: "the answer to a query differs if rows are handed out one at a time")
        }
    }

    // MARK: Promises

    private func broken(_ rule: StoreContractError.Rule, _ objectID: ObjectID, _ property: String? = nil)
        -> StoreContractError
    {
        StoreContractError(rule: rule, objectID: objectID, propertyName: property)
    }

    private func check(_ objectIDs: [ObjectID]) throws {
        var seen: Set<ObjectID> = []
        for objectID in objectIDs {
            _ = try entity(of: objectID)
            guard seen.insert(objectID).inserted else { throw broken(.repetition, objectID) }
        }
    }

    private func entity(of objectID: ObjectID) throws -> EntityDescription {
        guard objectID.storeIdentifier == storeIdentifier, objectID.number > 0,
            let entity = model.entitiesByName[objectID.entityName], !entity.isAbstract
        else { throw broken(.identity, objectID) }
        return entity
    }

    private func check(_ row: StoreRow) throws {
        let entity = try entity(of: row.objectID)
        guard row.values.count == entity.attributes.count, row.version >= 0,
            row.destinations.count <= entity.relationships.count
        else { throw broken(.values, row.objectID) }
        for (attribute, value) in zip(entity.attributes, row.values) where !value.`is`(attribute.type) {
            throw broken(.values, row.objectID, attribute.name)
        }
        for (relationship, destinations) in zip(entity.relationships, row.destinations) {
            if let destinations { try check(destinations, of: relationship, from: row.objectID) }
        }
    }

    private func check(
        _ destinations: [ObjectID], of relationship: RelationshipDescription, from source: ObjectID
    ) throws {
        let isRight =
            try (relationship.isToMany || destinations.count <= 1)
            && Set(destinations).count == destinations.count
            && destinations.allSatisfy { try entity(of: $0).isKindOf(entityNamed: relationship.destinationName) }
        guard isRight else { throw broken(.destinations, source, relationship.name) }
    }
}

extension AttributeValue {
    /// Whether the value is nil, or valid for an attribute of a type.
    fileprivate func `is`(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.null, _), (.boolean, .boolean), (.float, .float), (.double, .double), (.decimal, .decimal),
            (.string, .string), (.date, .date), (.binary, .binary), (.uuid, .uuid), (.uri, .uri):
            true
        case (.integer(let number), .integer16): Int16(exactly: number) != nil
        case (.integer(let number), .integer32): Int32(exactly: number) != nil
        case (.integer, .integer64): true
        default: false
        }
    }
}

extension StoreResult.Objects {
    /// In the order of the answer.
    fileprivate var objectIDs: [ObjectID] {
        switch self {
        case .rows(let rows): rows.map(\.objectID)
        case .objectIDs(let objectIDs): objectIDs
        }
    }
}
