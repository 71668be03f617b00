import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Finds problems in a store that has all its tables.
struct StoreCheck {
    let core: StoreCore
    /// Runs a statement in a transaction that sees one state.
    let run: (String, [Parameter]) throws -> StatementResult

    func findings() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        let entities = core.layout.entities.values.sorted { $0.number < $1.number }
        for root in entities where root.entity.ancestorNames.isEmpty { findings += try keys(of: root) }
        let links = LinkCheck(core.layout, location: core.location) { [run] statement, body in
            let result = try run(statement, [])
            for row in 0..<result.rowCount { body(result.integer(row, 0), result.integer(row, 1)) }
        }
        for entity in entities {
            if !entity.entity.isAbstract { findings += try objects(of: entity) }
            try links.checkLinks(of: entity, into: &findings)
            try links.checkCounts(of: entity, into: &findings)
        }
        return findings
    }

    private func finding(_ entity: EntityLayout, _ row: Int64?, _ message: String) -> StoreFinding {
        StoreFinding(location: core.location, table: entity.tableName, row: row, message)
    }

    /// Finds rows whose entities do not belong in the table, and keys greater than the last reserved one.
    private func keys(of root: EntityLayout) throws -> [StoreFinding] {
        let strangers = try run(
            "SELECT id, entity FROM \(root.table) WHERE \(core.layout.isUnknown(inTableOf: root)) ORDER BY id", [])
        var findings = (0..<strangers.rowCount).map { row in
            finding(
                root, strangers.integer(row, 0),
                "this table has no entity with the number \(strangers.integer(row, 1)) (entity)")
        }
        let beyond = try run(
            "SELECT MAX(id) FROM \(root.table) HAVING MAX(id) > "
                + "(SELECT last_number FROM \(core.tables.entity) WHERE name = $1)", [Parameter(root.entity.name)])
        if beyond.rowCount > 0 {
            findings.append(finding(root, beyond.integer(0, 0), "the key is greater than modelgen_entity.last_number"))
        }
        return findings
    }

    /// Finds texts of URIs that Foundation writes in another form, so that a save would change them.
    private func texts(ofURIsOf entity: EntityLayout) throws -> [StoreFinding] {
        try zip(entity.entity.attributes, entity.attributes).flatMap { attribute, columns -> [StoreFinding] in
            guard attribute.type == .uri, case .column(let column, _) = columns else { return [] }
            let name = SQLName.quoted(column)
            let found = try run(
                "SELECT id, \(name) FROM \(entity.table) WHERE entity = \(entity.number) AND \(name) IS NOT NULL "
                    + "ORDER BY id", [])
            return (0..<found.rowCount).compactMap { row in
                guard URL(exactly: found.text(row, 1)) == nil else { return nil }
                return finding(
                    entity, found.integer(row, 0),
                    "the column of '\(attribute.name)' contains a value that is not a valid \(attribute.type.rawValue)")
            }
        }
    }

    /// Finds rows that cannot be read.
    private func objects(of entity: EntityLayout) throws -> [StoreFinding] {
        do {
            let query = StoreQuery(entity: entity.entity, entityNames: [entity.entity.name])
            _ = try StoreReader(core: core, run: run).execute(query) { _ in }
        } catch let error as StoreError where error.code == .malformed && error.sqlState == nil {
            return [error.finding]
        }
        return try texts(ofURIsOf: entity)
    }
}
