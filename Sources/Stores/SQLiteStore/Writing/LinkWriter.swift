import ModelSchema
import ObjectGraph
import SQLStore

/// Writes the parts of relationships outside an object's own row: the other side of a one-to-one relationship, tables
/// of pairs, columns of destinations, and positions of ordered destinations.
struct LinkWriter {
    let connection: SQLiteConnection
    let core: StoreCore

    /// A change of a relationship, and where its links are.
    private struct Link {
        var source: ObjectID
        var change: StoreChanges.LinkChange
        var places: [LinkStorage]
    }

    /// Writes the links of all changes, after the rows of the objects.
    func write(_ changes: StoreChanges) throws {
        try removeLinks(ofDeleted: changes.deleted.map(\.objectID))
        var known: [String: [Int: [LinkStorage]]] = [:]
        let links = changes.relationshipChanges(in: core.layout.model, includingToOne: true).map { found in
            let (name, index) = (found.source.entityName, found.relationship.index)
            if let places = known[name]?[index] {
                return Link(source: found.source, change: found.change, places: places)
            }
            let places = places(of: found.relationship, in: name)
            known[name, default: [:]][index] = places
            return Link(source: found.source, change: found.change, places: places)
        }
        // Removals come first, so another object can take the destination.
        for link in links { try letGo(link) }
        for link in links { try take(link) }
        for link in links { try order(link) }
    }

    private func places(of relationship: RelationshipDescription, in entityName: String) -> [LinkStorage] {
        core.layout.entities[entityName].map { core.layout.linkStorage(of: relationship, in: $0) } ?? []
    }

    private func letGo(_ link: Link) throws {
        guard !link.change.removed.isEmpty else { return }
        let keys = KeyList.text(link.change.removed)
        for place in link.places {
            if !place.isOfInverse {
                try run(
                    "\(place.removal()) WHERE \(place.destination) IN (SELECT value FROM json_each(?)) "
                        + "AND \(place.source) = ?", keys, link.source.number)
            } else if let position = place.position {
                try run(
                    "UPDATE \(place.table) SET \(position) = NULL "
                        + "WHERE \(place.destination) IN (SELECT value FROM json_each(?))", keys)
            }
        }
    }

    private func take(_ link: Link) throws {
        guard !link.change.added.isEmpty else { return }
        let keys = KeyList.text(link.change.added)
        for place in link.places where !place.isOfInverse {
            let number = core.layout.numbers[link.source.entityName]
            let entity = place.sourceEntity.map { ", \($0) = \(number)" } ?? ""
            try run(
                place.storesPairs
                    ? "INSERT OR IGNORE INTO \(place.table) (\(place.source), \(place.destination)) "
                        + "SELECT ?2, value FROM json_each(?1)"
                    : "UPDATE \(place.table) SET \(place.source) = ?2\(entity) "
                        + "WHERE \(place.destination) IN (SELECT value FROM json_each(?1))",
                keys, link.source.number)
        }
    }

    /// Writes the positions of ordered destinations.
    private func order(_ link: Link) throws {
        guard let place = link.places.first, let position = place.position else { return }
        var known: [Int64: Int64] = [:]
        let statement = try connection.statement(
            "SELECT \(place.destination), \(position) FROM \(place.table) WHERE \(place.source) = ?")
        statement.bind(link.source.number, at: 1)
        while try statement.step() { known[statement.integer(at: 0)] = statement.optionalInteger(at: 1) }
        statement.reset()
        let members = link.change.destinations.map(\.number)
        let keys = OrderKeys.assigned(to: members.map { known[$0] })
        let writing = try connection.statement(
            "UPDATE \(place.table) SET \(position) = ? WHERE \(place.source) = ? AND \(place.destination) = ?")
        for (member, key) in zip(members, keys) where known[member] != key {
            writing.bind(key, at: 1)
            writing.bind(link.source.number, at: 2)
            writing.bind(member, at: 3)
            try writing.run()
        }
    }

    /// Removes the links of deleted objects outside their own rows.
    private func removeLinks(ofDeleted objectIDs: [ObjectID]) throws {
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = core.layout.entities[name] else { continue }
            let keys = KeyList.text(members)
            for (relationship, columns) in zip(entity.entity.relationships, entity.links) {
                // Of two to-one relationships, the changes of the other object may write the link.
                if case .own? = columns, !relationship.isStored { continue }
                for place in core.layout.linkStorage(of: relationship, in: entity) where !place.isOfInverse {
                    try run(
                        "\(place.removal()) WHERE \(place.source) IN (SELECT value FROM json_each(?))", keys)
                }
            }
        }
    }

    /// Removes links to new objects from before their insertion.
    func removeRemains(toNewIn changes: StoreChanges) throws {
        for (place, sources, kept) in core.layout.leftoverLinks(toInsertionsIn: changes) {
            let statement = try connection.statement(
                "\(place.removal()) WHERE \(place.source) IN (SELECT value FROM json_each(?1)) "
                    + "AND (\(place.source), \(place.destination)) NOT IN "
                    + "(SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?2))")
            statement.bind(KeyList.text(sources), at: 1)
            statement.bind("[\(kept.map { "[\($0.source),\($0.destination)]" }.joined(separator: ","))]", at: 2)
            try statement.run()
        }
    }

    private func run(_ text: String, _ keys: String, _ number: Int64? = nil) throws {
        let statement = try connection.statement(text)
        statement.bind(keys, at: 1)
        if let number { statement.bind(number, at: 2) }
        try statement.run()
    }
}
