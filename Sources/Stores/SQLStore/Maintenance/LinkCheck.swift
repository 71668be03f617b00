import ModelSchema
package import StoreProtocol

/// Finds what is wrong with the links of a store: destinations that do not exist, sides that disagree, wrong positions
/// in an order, and counts of destinations that the model does not allow.
package struct LinkCheck<Layout: SQLLayout> {
    private let layout: Layout
    private let location: String
    private let forEachRow: (_ statement: String, _ body: (Int64, Int64) -> Void) throws -> Void

    /// - Parameters:
    ///   - location: The store, for findings.
    ///   - forEachRow: Runs a statement, and passes on its rows, which have two integers.
    package init(
        _ layout: Layout, location: String,
        forEachRow: @escaping (_ statement: String, _ body: (Int64, Int64) -> Void) throws -> Void
    ) {
        self.layout = layout
        self.location = location
        self.forEachRow = forEachRow
    }

    // MARK: Links

    /// Checks the links and the order of the relationships that an entity declares.
    package func checkLinks(of source: Layout.Entity, into findings: inout [StoreFinding]) throws {
        for (relationship, columns, destination) in declaredLinks(of: source) {
            let link = Link(relationship: relationship, source: source, destination: destination)
            switch columns {
            case .own(let column, let entityColumn):
                // The destination of a relationship without an inverse may have been deleted since.
                if !relationship.allowsMissingDestination {
                    try checkDestination(in: column, of: link, into: &findings)
                }
                if let entityColumn {
                    try checkEntity(in: entityColumn, besides: column, of: link, into: &findings)
                }
                try checkOneToOne(column, of: link, into: &findings)
            case .destinations(let column, let position):
                // The column of the destinations is their side, or there is no other side that could disagree.
                guard let position else { continue }
                try checkPositions(
                    position, ofMember: layout.key, inOrderOf: layout.quoted(column), in: destination.table,
                    named: destination.tableName, storesPairs: false, into: &findings)
            case .pairs(let pairs):
                try checkPairs(pairs, of: link, into: &findings)
                guard let position = pairs.position else { continue }
                try checkPositions(
                    position, ofMember: layout.quoted(pairs.destination), inOrderOf: layout.quoted(pairs.source),
                    in: pairs.table, named: pairs.name, storesPairs: true,
                    besides: relationship.allowsMissingDestination ? existence(of: destination, in: pairs) : "",
                    into: &findings)
            }
        }
    }

    private struct Link {
        let relationship: RelationshipDescription
        let source: Layout.Entity
        let destination: Layout.Entity
    }

    private func declaredLinks(
        of source: Layout.Entity
    ) -> [(relationship: RelationshipDescription, columns: LinkColumns, destination: Layout.Entity)] {
        source.entity.relationships.filter(source.entity.declares).compactMap { relationship in
            guard let columns = source.links[relationship.index],
                let destination = layout.entities[relationship.destinationName]
            else { return nil }
            return (relationship, columns, destination)
        }
    }

    /// Finds keys of destinations that do not exist, or that are objects of another entity in the same table.
    private func checkDestination(in column: String, of link: Link, into findings: inout [StoreFinding]) throws {
        let (source, destination) = (link.source, link.destination)
        let name = layout.quoted(column)
        let statement =
            "SELECT s.\(layout.key), s.\(name) FROM \(source.table) s LEFT JOIN \(destination.table) d "
            + "ON d.\(layout.key) = s.\(name)\(layout.familyCondition(destination, alias: "d")) "
            + "WHERE s.\(name) IS NOT NULL AND d.\(layout.key) IS NULL"
            + "\(layout.familyCondition(source, alias: "s")) ORDER BY 1, 2"
        try forEachRow(statement) { row, key in
            findings.append(
                finding(
                    source.tableName, row: row,
                    "'\(column)' points to \(destination.entity.name) \(key), which does not exist"))
        }
    }

    /// Finds numbers of entities next to keys that are not the destinations'.
    private func checkEntity(
        in entityColumn: String, besides column: String, of link: Link, into findings: inout [StoreFinding]
    ) throws {
        let (source, destination) = (link.source, link.destination)
        // No entity has the number 0.
        let statement =
            "SELECT s.\(layout.key), d.\(layout.entityColumn) FROM \(source.table) s JOIN \(destination.table) d "
            + "ON d.\(layout.key) = s.\(layout.quoted(column)) "
            + "WHERE COALESCE(s.\(layout.quoted(entityColumn)), 0) <> COALESCE(d.\(layout.entityColumn), 0)"
            + "\(layout.familyCondition(source, alias: "s")) ORDER BY 1, 2"
        try forEachRow(statement) { row, number in
            findings.append(
                finding(
                    source.tableName, row: row,
                    "'\(entityColumn)' is not the destination's entity, which is \(number) (\(layout.entityColumn))"))
        }
    }

    /// Finds objects that share the destination of a one-to-one relationship, and, if both sides have a column, those
    /// to which their destination does not point back.
    private func checkOneToOne(_ column: String, of link: Link, into findings: inout [StoreFinding]) throws {
        let (source, destination) = (link.source, link.destination)
        guard let inverse = link.relationship.inverseName.flatMap(destination.entity.relationship(named:)),
            !inverse.isToMany
        else { return }
        let name = layout.quoted(column)
        if case .own(let inverseColumn, _)? = destination.links[inverse.index] {
            let back = "d.\(layout.quoted(inverseColumn))"
            let statement =
                "SELECT s.\(layout.key), d.\(layout.key) FROM \(source.table) s JOIN \(destination.table) d "
                + "ON d.\(layout.key) = s.\(name) WHERE (\(back) IS NULL OR \(back) <> s.\(layout.key))"
                + "\(layout.familyCondition(source, alias: "s")) ORDER BY 1, 2"
            try forEachRow(statement) { row, key in
                findings.append(
                    finding(
                        source.tableName, row: row,
                        "'\(column)' points to \(destination.entity.name) \(key), whose '\(inverseColumn)' does not "
                            + "point back"))
            }
        }
        let shared =
            "SELECT s.\(name), COUNT(*) FROM \(source.table) s "
            + "WHERE s.\(name) IS NOT NULL\(layout.familyCondition(source, alias: "s")) "
            + "GROUP BY s.\(name) HAVING COUNT(*) > 1 ORDER BY 1"
        try forEachRow(shared) { key, count in
            findings.append(
                finding(
                    source.tableName,
                    "'\(column)' points to \(destination.entity.name) \(key) from \(count) rows instead of 1"))
        }
    }

    private func checkPairs(
        _ pairs: LinkColumns.JoinTable, of link: Link, into findings: inout [StoreFinding]
    ) throws {
        let destination = link.destination
        let (from, to) = (layout.quoted(pairs.source), layout.quoted(pairs.destination))
        func find(_ problem: String, _ statement: String) throws {
            try forEachRow(statement) { from, to in
                findings.append(
                    finding(
                        pairs.name,
                        "\(link.source.entity.name) \(from) points to \(destination.entity.name) \(to), \(problem)"))
            }
        }
        if !link.relationship.allowsMissingDestination {
            // Each side checks its destinations.
            try find(
                "which does not exist",
                "SELECT j.\(from), j.\(to) FROM \(pairs.table) j LEFT JOIN \(destination.table) d "
                    + "ON d.\(layout.key) = j.\(to)\(layout.familyCondition(destination, alias: "d")) "
                    + "WHERE d.\(layout.key) IS NULL ORDER BY 1, 2")
        }
        guard pairs.isSymmetric else { return }
        try find(
            "which does not point back",
            "SELECT j.\(from), j.\(to) FROM \(pairs.table) j LEFT JOIN \(pairs.table) b ON b.\(from) = j.\(to) "
                + "AND b.\(to) = j.\(from) WHERE b.\(from) IS NULL ORDER BY 1, 2")
    }

    /// Returns a condition that excludes the pairs, in a table `t`, whose destination does not exist. It can follow
    /// another condition.
    private func existence(of destination: Layout.Entity, in pairs: LinkColumns.JoinTable) -> String {
        " AND EXISTS (SELECT 1 FROM \(destination.table) d "
            + "WHERE d.\(layout.key) = t.\(layout.quoted(pairs.destination))"
            + "\(layout.familyCondition(destination, alias: "d")))"
    }

    /// Finds missing and duplicate positions in the order of a relationship.
    ///
    /// - Parameters:
    ///   - member: The column of the destinations' keys.
    ///   - owner: The column of the sources' keys.
    ///   - condition: Another condition for the rows of the table `t`. A pair without a destination keeps its position,
    ///     while those that exist are numbered without it.
    private func checkPositions(
        _ position: String, ofMember member: String, inOrderOf owner: String, in table: String, named tableName: String,
        storesPairs: Bool, besides condition: String = "", into findings: inout [StoreFinding]
    ) throws {
        func find(_ problem: String, _ statement: String) throws {
            try forEachRow(statement) { member, owner in
                findings.append(
                    finding(
                        tableName, row: storesPairs ? nil : member,
                        "\(storesPairs ? "\(member)" : "it") has \(problem) in the order of \(owner) ('\(position)')"))
            }
        }
        let (member, owner, place) = ("t.\(member)", "t.\(owner)", "t.\(layout.quoted(position))")
        try find(
            "no position",
            "SELECT \(member), \(owner) FROM \(table) t WHERE \(owner) IS NOT NULL AND \(place) IS NULL\(condition) "
                + "ORDER BY 1, 2")
        try find(
            "another's position",
            "SELECT MAX(\(member)), \(owner) FROM \(table) t WHERE \(owner) IS NOT NULL AND \(place) IS NOT NULL"
                + "\(condition) GROUP BY \(owner), \(place) HAVING COUNT(*) > 1 ORDER BY 1, 2")
    }

    // MARK: Counts

    /// Checks the numbers of destinations of the relationships that an entity declares.
    ///
    /// The objects that exist count. A link to a missing one, which is not always a problem, makes up for too few; if
    /// it is a problem, it is a finding of ``checkLinks(of:into:)``.
    package func checkCounts(of source: Layout.Entity, into findings: inout [StoreFinding]) throws {
        for (relationship, columns, destination) in declaredLinks(of: source) where relationship.hasBounds {
            var tables = "\(source.table) s"
            let linkCount: String
            /// The links to objects that exist.
            var count: String
            switch columns {
            case .own(let column, _):
                linkCount = "COUNT(s.\(layout.quoted(column)))"
                count = linkCount
            case .destinations(let column, _):
                tables +=
                    " LEFT JOIN \(destination.table) d ON d.\(layout.quoted(column)) = s.\(layout.key)"
                    + layout.familyCondition(destination, alias: "d")
                linkCount = "COUNT(d.\(layout.key))"
                count = linkCount
            case .pairs(let pairs):
                let to = "j.\(layout.quoted(pairs.destination))"
                tables += " LEFT JOIN \(pairs.table) j ON j.\(layout.quoted(pairs.source)) = s.\(layout.key)"
                linkCount = "COUNT(\(to))"
                count = linkCount
                if relationship.allowsMissingDestination {
                    tables +=
                        " LEFT JOIN \(destination.table) d ON d.\(layout.key) = \(to)"
                        + layout.familyCondition(destination, alias: "d")
                    count = "COUNT(d.\(layout.key))"
                }
            }
            guard let condition = wrongCount(of: relationship, linkCount: linkCount, count: count) else { continue }
            let statement =
                "SELECT s.\(layout.key), \(count) FROM \(tables) WHERE TRUE"
                + "\(layout.familyCondition(source, alias: "s")) GROUP BY s.\(layout.key) "
                + "HAVING \(condition) ORDER BY 1"
            try forEachRow(statement) { row, count in
                if relationship.allows(count: Int(count)) { return }
                findings.append(
                    finding(
                        source.tableName, row: row,
                        "the model does not allow \(count) as the count of '\(relationship.name)'"))
            }
        }
    }

    /// Returns a condition for the groups that can have a count which the model does not allow, so that the others are
    /// not read; nil if it allows every count.
    ///
    /// - Parameters:
    ///   - linkCount: The number of links, which must not be too small.
    ///   - count: The number of links to objects that exist, which must not be too large.
    private func wrongCount(
        of relationship: RelationshipDescription, linkCount: String, count: String
    ) -> String? {
        var conditions: [String] = []
        if relationship.isRequired { conditions.append("\(linkCount) = 0") }
        if relationship.isToMany {
            let (minimum, maximum) = (relationship.schema.minimumCount, relationship.schema.maximumCount)
            if minimum > 1 { conditions.append("\(linkCount) BETWEEN 1 AND \(minimum - 1)") }
            if maximum > 0 { conditions.append("\(count) > \(maximum)") }
        }
        return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
    }

    private func finding(_ table: String, row: Int64? = nil, _ message: String) -> StoreFinding {
        StoreFinding(location: location, table: table, row: row, message)
    }
}
