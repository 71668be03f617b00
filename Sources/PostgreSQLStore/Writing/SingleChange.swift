import ObjectGraph
import Synchronization

/// A save that changes values of one object and nothing else, which most saves are: one statement writes it together with the row that
/// says so, where the object is as the save has read it. So nothing is asked before, and the save takes one round trip.
struct SingleChange {
    private let core: StoreCore
    private let update: StoreChanges.Update
    private let entity: EntityLayout

    /// Nil for changes of another kind, which are written step by step.
    init?(_ changes: StoreChanges, _ core: StoreCore) {
        guard changes.updated.count == 1, changes.inserted.isEmpty, changes.deleted.isEmpty, changes.checked.isEmpty,
            changes.touched.isEmpty, changes.updated[0].links.isEmpty,
            let entity = core.layout.entities[changes.updated[0].objectID.entityName],
            // What is left of versions, and what is no version, is told where all is looked at.
            RowShape.versions.dropLast().contains(Int64(changes.updated[0].version))
        else { return nil }
        self.core = core
        self.entity = entity
        update = changes.updated[0]
    }

    /// The versions before and after the save.
    var written: WrittenVersions {
        WrittenVersions(
            before: [update.objectID: update.version], after: [update.objectID: update.version + 1])
    }

    /// The statement, which writes one row of the table of transactions; and none, nor anything else, where the object has another
    /// version or is gone.
    ///
    /// - Throws: ``PostgreSQLStoreError`` for a value that PostgreSQL cannot hold.
    func statement(_ record: CommitRecord, _ changes: StoreChanges) throws(PostgreSQLStoreError) -> Statement {
        var parameters = record.parameters(changes)
        parameters.append(Parameter(update.objectID.number))
        parameters.append(Parameter(.integer, Int32(update.version).bigEndianBytes))
        parameters.append(Parameter(.integer, Int32(update.version + 1).bigEndianBytes))
        let writer = ValueWriter(place: core.place)
        let indices = update.values.keys.sorted()
        for index in indices {
            let columns = entity.attributes[index].columns
            let bytes = try writer.bytes(
                of: update.values[index] ?? .null, in: entity.attributes[index],
                named: entity.entity.attributes[index].name, of: entity.entity.name)
            if let first = columns.first { parameters.append(Parameter(first.type.wire, bytes.first)) }
            if columns.count > 1 { parameters.append(Parameter(columns[1].type.wire, bytes.second)) }
        }
        let text = core.changeTexts.text(of: entity.number, indices) { self.text(indices) }
        return Statement(text: text, parameters: parameters)
    }

    private func text(_ indices: [Int]) -> String {
        // After what the row of the save has.
        var place = CommitRecord.parameterCount + 3
        var assignments = "version = $\(place)"
        for column in indices.flatMap({ entity.attributes[$0].columns }) {
            place += 1
            assignments += ", \(SQLName.quoted(column.name)) = $\(place)\(column.type.cast)"
        }
        let first = CommitRecord.parameterCount + 1
        let condition = "id = $\(first) AND entity = \(entity.number) AND version = $\(first + 1)"
        let record = CommitRecord.text(into: core.tables, modelNumber: core.modelNumber, from: "changed")
        return "WITH changed AS (UPDATE \(entity.table) SET \(assignments) WHERE \(condition) RETURNING id) \(record)"
    }
}

/// The statements of single changes, put together once.
final class ChangeTexts: Sendable {
    private struct Key: Hashable {
        var entityNumber: Int64
        var attributes: [Int]
    }

    private let known = Mutex<[Key: String]>([:])

    /// How many statements are kept at most: a model may have very many.
    private static let greatestCount = 1_000

    /// - Parameter attributes: The places of those that change, in order.
    func text(of entityNumber: Int64, _ attributes: [Int], _ make: () -> String) -> String {
        let key = Key(entityNumber: entityNumber, attributes: attributes)
        if let text = known.withLock({ $0[key] }) { return text }
        let text = make()
        known.withLock { known in
            if known.count >= Self.greatestCount { known.removeAll() }
            known[key] = text
        }
        return text
    }
}
