import ModelSchema
import ObjectGraph

/// Writes the parts of relationships outside an object's own row: the other side of a one-to-one relationship, tables
/// of pairs, columns of destinations, and positions of ordered destinations.
struct LinkWriter {
    let connection: SQLiteConnection
    let core: StoreCore

    /// A change of a relationship of an object.
    private struct Change {
        var source: ObjectID
        var entity: EntityLayout
        var relationship: RelationshipDescription
        var change: StoreChanges.LinkChange
    }

    /// Writes the links of all changes, after the rows of the objects.
    func write(_ changes: StoreChanges) throws {
        try removeLinks(ofDeleted: changes.deleted.map(\.objectID))
        let links = self.links(in: changes)
        // Removals come first, so another object can take the destination.
        for link in links { try letGo(link) }
        for link in links { try take(link) }
        for link in links where link.relationship.isOrdered { try order(link) }
    }

    private func links(in changes: StoreChanges) -> [Change] {
        var links: [Change] = []
        for place in changes.inserted.indices
        where changes.inserted[place].destinations.contains(where: { !$0.isEmpty }) {
            let insertion = changes.inserted[place]
            guard let entity = core.layout.entities[insertion.objectID.entityName] else { continue }
            for relationship in entity.entity.relationships {
                let destinations = insertion.destinations[relationship.index]
                guard !destinations.isEmpty else { continue }
                links.append(
                    Change(
                        source: insertion.objectID, entity: entity, relationship: relationship,
                        change: StoreChanges.LinkChange(destinations: destinations, added: destinations, removed: [])))
            }
        }
        for update in changes.updated {
            guard let entity = core.layout.entities[update.objectID.entityName] else { continue }
            for (index, change) in update.links.sorted(by: { $0.key < $1.key }) {
                links.append(
                    Change(
                        source: update.objectID, entity: entity, relationship: entity.entity.relationships[index],
                        change: change))
            }
        }
        return links
    }

    private func letGo(_ link: Change) throws {
        guard !link.change.removed.isEmpty else { return }
        switch link.entity.links[link.relationship.index] {
        case .none: break
        case .own:
            guard let other = otherColumn(of: link) else { return }
            try run(
                "UPDATE \(other.table) SET \(other.column) = NULL\(other.entityColumn.map { ", \($0) = NULL" } ?? "") "
                    + "WHERE Z_PK IN (SELECT value FROM json_each(?)) AND \(other.column) = ?",
                KeyList.text(link.change.removed), link.source.number)
        case .destinations(let column, let orderColumn):
            guard let table = destinationTable(of: link) else { return }
            // With an inverse, the destinations' own rows contain the link.
            let clearing = link.relationship.inverseName == nil ? ["\(column) = NULL"] : []
            let assignments = clearing + (orderColumn.map { ["\($0) = NULL"] } ?? [])
            guard !assignments.isEmpty else { return }
            let condition = link.relationship.inverseName == nil ? " AND \(column) = ?" : " AND ? > 0"
            try run(
                "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                    + "WHERE Z_PK IN (SELECT value FROM json_each(?))\(condition)",
                KeyList.text(link.change.removed), link.source.number)
        case .pairs(let pairs):
            try run(
                "DELETE FROM \(pairs.name) WHERE \(pairs.destinationColumn) IN (SELECT value FROM json_each(?)) "
                    + "AND \(pairs.sourceColumn) = ?", KeyList.text(link.change.removed), link.source.number)
            guard pairs.isSymmetric else { return }
            try run(
                "DELETE FROM \(pairs.name) WHERE \(pairs.sourceColumn) IN (SELECT value FROM json_each(?)) "
                    + "AND \(pairs.destinationColumn) = ?", KeyList.text(link.change.removed), link.source.number)
        }
    }

    private func take(_ link: Change) throws {
        guard !link.change.added.isEmpty else { return }
        let keys = KeyList.text(link.change.added)
        switch link.entity.links[link.relationship.index] {
        case .none: break
        case .own:
            guard let other = otherColumn(of: link) else { return }
            let entity = other.entityColumn.map { ", \($0) = \(link.entity.number)" } ?? ""
            try run(
                "UPDATE \(other.table) SET \(other.column) = ?2\(entity) "
                    + "WHERE Z_PK IN (SELECT value FROM json_each(?1))", keys, link.source.number)
        case .destinations(let column, _):
            guard link.relationship.inverseName == nil, let table = destinationTable(of: link) else { return }
            try run(
                "UPDATE \(table) SET \(column) = ?2 WHERE Z_PK IN (SELECT value FROM json_each(?1))", keys,
                link.source.number)
        case .pairs(let pairs):
            try run(
                "INSERT OR IGNORE INTO \(pairs.name) (\(pairs.sourceColumn), \(pairs.destinationColumn)) "
                    + "SELECT ?2, value FROM json_each(?1)", keys, link.source.number)
            guard pairs.isSymmetric else { return }
            try run(
                "INSERT OR IGNORE INTO \(pairs.name) (\(pairs.destinationColumn), \(pairs.sourceColumn)) "
                    + "SELECT ?2, value FROM json_each(?1)", keys, link.source.number)
        }
    }

    /// Writes the positions of ordered destinations.
    private func order(_ link: Change) throws {
        let table: String
        let source: String
        let destination: String
        let place: String
        switch link.entity.links[link.relationship.index] {
        case .destinations(let column, let orderColumn?):
            guard let name = destinationTable(of: link) else { return }
            (table, source, destination, place) = (name, column, "Z_PK", orderColumn)
        case .pairs(let pairs):
            guard let orderColumn = pairs.orderColumn else { return }
            (table, source, destination, place) = (pairs.name, pairs.sourceColumn, pairs.destinationColumn, orderColumn)
        default: return
        }
        var known: [Int64: Int64] = [:]
        let statement = try connection.statement("SELECT \(destination), \(place) FROM \(table) WHERE \(source) = ?")
        statement.bind(link.source.number, at: 1)
        while try statement.step() { known[statement.integer(at: 0)] = statement.optionalInteger(at: 1) }
        statement.reset()
        let members = link.change.destinations.map(\.number)
        let keys = OrderKeys.assigned(to: members.map { known[$0] })
        let writing = try connection.statement(
            "UPDATE \(table) SET \(place) = ? WHERE \(source) = ? AND \(destination) = ?")
        for (member, key) in zip(members, keys) where known[member] != key {
            writing.bind(key, at: 1)
            writing.bind(link.source.number, at: 2)
            writing.bind(member, at: 3)
            try writing.run()
        }
    }

    // MARK: Deleted objects

    /// Removes the links of deleted objects outside their own rows.
    private func removeLinks(ofDeleted objectIDs: [ObjectID]) throws {
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = core.layout.entities[name] else { continue }
            let keys = KeyList.text(members)
            for (relationship, columns) in zip(entity.entity.relationships, entity.links) {
                switch columns {
                case .none: break
                case .own:
                    guard relationship.isStored, let other = otherColumn(of: relationship, in: entity) else { continue }
                    try run(
                        "UPDATE \(other.table) SET \(other.column) = NULL"
                            + "\(other.entityColumn.map { ", \($0) = NULL" } ?? "") "
                            + "WHERE \(other.column) IN (SELECT value FROM json_each(?))", keys)
                case .destinations(let column, _):
                    guard relationship.inverseName == nil,
                        let table = core.layout.entities[relationship.destinationName]?.table
                    else { continue }
                    try run(
                        "UPDATE \(table) SET \(column) = NULL WHERE \(column) IN (SELECT value FROM json_each(?))", keys
                    )
                case .pairs(let pairs):
                    let ends = pairs.isSymmetric ? [pairs.sourceColumn, pairs.destinationColumn] : [pairs.sourceColumn]
                    for column in ends {
                        try run("DELETE FROM \(pairs.name) WHERE \(column) IN (SELECT value FROM json_each(?))", keys)
                    }
                }
            }
        }
    }

    // MARK: Objects that return

    /// Removes links to new objects from before their insertion: an object that returns after its deletion has no other
    /// links than those of the save, but rows may still refer to it where a missing destination is allowed.
    ///
    /// Call this before the links of the save are written. Versions stay as they are, because readers treat a link to a
    /// missing object as none.
    func removeRemains(toNewIn changes: StoreChanges) throws {
        for (relationship, members) in changes.insertionsWithRemainingLinks(in: core.layout.model) {
            guard let entity = core.layout.entities[members[0].objectID.entityName] else { continue }
            let keys = KeyList.text(members.map(\.objectID))
            let known = members.flatMap { member in
                member.destinations[relationship.index].map { "[\(member.objectID.number),\($0.number)]" }
            }
            try removeRemains(of: relationship, in: entity, keys, "[\(known.joined(separator: ","))]")
        }
    }

    /// - Parameter known: The pairs of the objects and their destinations, as JSON.
    private func removeRemains(
        of relationship: RelationshipDescription, in entity: EntityLayout, _ keys: String, _ known: String
    ) throws {
        func run(_ action: String, _ column: String, _ key: String) throws {
            let statement = try connection.statement(
                "\(action) WHERE \(column) IN (SELECT value FROM json_each(?1)) AND (\(column), \(key)) NOT IN "
                    + "(SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?2))")
            statement.bind(keys, at: 1)
            statement.bind(known, at: 2)
            try statement.run()
        }
        switch entity.links[relationship.index] {
        case .none: break
        case .own, .destinations:
            guard let other = otherColumn(of: relationship, in: entity) else { return }
            var columns = [other.column] + (other.entityColumn.map { [$0] } ?? [])
            if case .destinations(_, let orderColumn?) = entity.links[relationship.index] {
                columns.append(orderColumn)
            }
            let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
            try run("UPDATE \(other.table) SET \(assignments)", other.column, "Z_PK")
        case .pairs(let pairs):
            try run("DELETE FROM \(pairs.name)", pairs.sourceColumn, pairs.destinationColumn)
            guard pairs.isSymmetric else { return }
            try run("DELETE FROM \(pairs.name)", pairs.destinationColumn, pairs.sourceColumn)
        }
    }

    // MARK: Names

    private func otherColumn(of link: Change) -> (table: String, column: String, entityColumn: String?)? {
        otherColumn(of: link.relationship, in: link.entity)
    }

    /// The column of the other side of a one-to-one relationship; nil if the other side is to-many, or the same.
    private func otherColumn(
        of relationship: RelationshipDescription, in entity: EntityLayout
    ) -> (table: String, column: String, entityColumn: String?)? {
        guard let destination = core.layout.entities[relationship.destinationName],
            let inverse = relationship.inverseName.flatMap(destination.entity.relationship(named:)),
            case .own(let column, let entityColumn) = destination.links[inverse.index]
        else { return nil }
        return (destination.table, column, entityColumn)
    }

    private func destinationTable(of link: Change) -> String? {
        core.layout.entities[link.relationship.destinationName]?.table
    }

    private func run(_ text: String, _ keys: String, _ number: Int64? = nil) throws {
        let statement = try connection.statement(text)
        statement.bind(keys, at: 1)
        if let number { statement.bind(number, at: 2) }
        try statement.run()
    }
}
