import ObjectGraph
import SQLStore

extension StoreCheck {
    /// Keys of a relationship without a destination or with one of another entity, and sides that disagree.
    mutating func checkLinks(
        of relationship: RelationshipDescription, _ columns: LinkColumns?, from source: EntityLayout
    ) throws(StoreError) {
        guard let destination = layout.entities[relationship.destinationName] else { return }
        switch columns {
        case nil, .destinations:
            // The column of the destinations is their side, or there is no other side that could disagree.
            break
        case .own(let column, let entityColumn):
            // The destination of a relationship without an inverse may have been deleted since.
            if !relationship.allowsMissingDestination { try checkKeys(in: column, of: source, leadTo: destination) }
            try checkEntity(in: entityColumn, besides: column, of: source, destination)
            try checkOneToOne(relationship, column, source, destination)
        case .pairs(let pairs): try checkPairs(pairs, source, destination, relationship.allowsMissingDestination)
        }
    }

    private mutating func checkKeys(
        in column: String, of source: EntityLayout, leadTo destination: EntityLayout
    ) throws(StoreError) {
        let text =
            "SELECT s.Z_PK, s.\(column) FROM \(source.table) s LEFT JOIN \(destination.table) d "
            + "ON d.Z_PK = s.\(column)\(condition("d", destination.entity.name)) "
            + "WHERE s.\(column) IS NOT NULL AND d.Z_PK IS NULL\(condition("s", source.entity.name))"
        try forEachRow(of: text) { check, row, key in
            check.add(
                source.table, row: row,
                "'\(column)' points to \(destination.entity.name) \(key), which does not exist")
        }
    }

    /// The entity next to a key must be the destination's.
    private mutating func checkEntity(
        in entityColumn: String?, besides column: String, of source: EntityLayout, _ destination: EntityLayout
    ) throws(StoreError) {
        guard let entityColumn else { return }
        let text =
            "SELECT s.Z_PK, d.Z_ENT FROM \(source.table) s JOIN \(destination.table) d ON d.Z_PK = s.\(column) "
            + "WHERE s.\(entityColumn) IS NOT d.Z_ENT\(condition("s", source.entity.name))"
        try forEachRow(of: text) { check, row, number in
            check.add(
                source.table, row: row, "'\(entityColumn)' is not the destination's entity, which is \(number) (Z_ENT)")
        }
    }

    /// Both sides of a one-to-one relationship have a column. They must agree, and no destination may be shared.
    private mutating func checkOneToOne(
        _ relationship: RelationshipDescription, _ column: String, _ source: EntityLayout, _ destination: EntityLayout
    ) throws(StoreError) {
        guard let inverse = relationship.inverseName.flatMap(destination.entity.relationship(named:)),
            case .own(let inverseColumn, _) = destination.links[inverse.index]
        else { return }
        let own = condition("s", source.entity.name)
        let text =
            "SELECT s.Z_PK, d.Z_PK FROM \(source.table) s JOIN \(destination.table) d ON d.Z_PK = s.\(column) "
            + "WHERE d.\(inverseColumn) IS NOT s.Z_PK\(own)"
        try forEachRow(of: text) { check, row, key in
            check.add(
                source.table, row: row,
                "'\(column)' points to \(destination.entity.name) \(key), whose '\(inverseColumn)' does not point back")
        }
        let shared =
            "SELECT s.\(column), COUNT(*) FROM \(source.table) s WHERE s.\(column) IS NOT NULL\(own) "
            + "GROUP BY s.\(column) HAVING COUNT(*) > 1"
        try forEachRow(of: shared) { check, key, count in
            check.add(
                source.table, "'\(column)' points to \(destination.entity.name) \(key) from \(count) rows instead of 1")
        }
    }

    private mutating func checkPairs(
        _ pairs: LinkColumns.JoinTable, _ source: EntityLayout, _ destination: EntityLayout,
        _ allowsMissingDestination: Bool
    ) throws(StoreError) {
        if !allowsMissingDestination {
            // Each side checks its destinations.
            let text =
                "SELECT j.\(pairs.source), j.\(pairs.destination) FROM \(pairs.name) j "
                + "LEFT JOIN \(destination.table) d ON d.Z_PK = j.\(pairs.destination)"
                + "\(condition("d", destination.entity.name)) WHERE d.Z_PK IS NULL"
            try forEachRow(of: text) { check, from, to in
                check.add(
                    pairs.name,
                    "\(source.entity.name) \(from) points to \(destination.entity.name) \(to), which does not exist")
            }
        }
        guard pairs.isSymmetric else { return }
        let oneWay =
            "SELECT j.\(pairs.source), j.\(pairs.destination) FROM \(pairs.name) j "
            + "LEFT JOIN \(pairs.name) b ON b.\(pairs.source) = j.\(pairs.destination) "
            + "AND b.\(pairs.destination) = j.\(pairs.source) WHERE b.\(pairs.source) IS NULL"
        try forEachRow(of: oneWay) { check, from, to in
            check.add(
                pairs.name,
                "\(source.entity.name) \(from) points to \(destination.entity.name) \(to), which does not point back")
        }
    }

    // MARK: Order

    /// Missing or duplicate positions in the order of a relationship.
    mutating func checkOrder(
        of relationship: RelationshipDescription, from source: EntityLayout
    ) throws(StoreError) {
        for place in layout.linkStorage(of: relationship, in: source) {
            guard let position = place.position else { continue }
            func add(_ check: inout StoreCheck, _ member: Int64, _ owner: Int64, _ finding: String) {
                let subject = place.storesPairs ? "\(member)" : "it"
                check.add(
                    place.table, row: place.storesPairs ? nil : member,
                    "\(subject) has \(finding) in the order of \(owner) ('\(position)')")
            }
            let ordered = "FROM \(place.table) WHERE \(place.source) IS NOT NULL AND \(position)"
            try forEachRow(of: "SELECT \(place.destination), \(place.source) \(ordered) IS NULL") {
                add(&$0, $1, $2, "no position")
            }
            let equal =
                "SELECT MAX(\(place.destination)), \(place.source) \(ordered) IS NOT NULL "
                + "GROUP BY \(place.source), \(position) HAVING COUNT(*) > 1"
            try forEachRow(of: equal) { add(&$0, $1, $2, "another's position") }
        }
    }
}
