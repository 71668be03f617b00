import ObjectGraph
import SQLStore
import Synchronization

/// A save that only changes values of one object, as most saves do. One statement updates the object if it still has
/// the version that the save has read, and records the save. The save needs no query before, and takes one round trip.
///
/// A class, because the layout of an entity is expensive to copy.
final class SingleChange: Sendable {
    private let core: StoreCore
    private let update: StoreChanges.Update
    private let entity: EntityLayout

    /// Returns nil for other changes, which are written in several steps.
    init?(_ changes: StoreChanges, _ core: StoreCore) {
        guard changes.updated.count == 1, changes.inserted.isEmpty, changes.deleted.isEmpty, changes.checked.isEmpty,
            changes.touched.isEmpty, changes.updated[0].links.isEmpty,
            let entity = core.layout.entities[changes.updated[0].objectID.entityName],
            // Writing in several steps reports versions that are invalid or at their maximum.
            RowLimits.versions.dropLast().contains(Int64(changes.updated[0].version)),
            // Others may have changed what such values depend on, so the commit checks them.
            !core.layout.model.derivations.concern(changes.updated[0].values.keys, of: entity.entity)
        else { return nil }
        self.core = core
        self.entity = entity
        update = changes.updated[0]
    }

    /// The versions before and after the save.
    var written: WrittenVersions {
        WrittenVersions(before: [update.objectID: update.version], after: [update.objectID: update.version + 1])
    }

    /// Returns the statement. It inserts a row into the table of transactions, or does nothing if the object is deleted
    /// or has another version.
    ///
    /// - Throws: `StoreError` for a value that PostgreSQL cannot store.
    func statement(_ record: CommitRecord, _ changes: StoreChanges) throws(StoreError) -> Statement {
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
        // These parameters follow those of the record.
        var place = CommitRecord.parameterCount + 3
        var assignments = "version = $\(place)"
        for column in indices.flatMap({ entity.attributes[$0].columns }) {
            place += 1
            assignments += ", \(SQLName.quoted(column.name)) = $\(place)\(column.type.cast)"
        }
        let first = CommitRecord.parameterCount + 1
        let isOfEntity = entity.isAlone ? "" : " AND entity = \(entity.number)"
        let condition = "id = $\(first)\(isOfEntity) AND version = $\(first + 1)"
        let record = CommitRecord.text(into: core.tables, modelNumber: core.modelNumber, from: "changed")
        return "WITH changed AS (UPDATE \(entity.table) SET \(assignments) WHERE \(condition) RETURNING id) \(record)"
    }
}

/// A cache of the statements of single changes.
final class ChangeTexts: Sendable {
    private struct Key: Hashable {
        var entityNumber: Int64
        var attributes: [Int]
    }

    private let known = Mutex<[Key: String]>([:])

    /// The maximum number of cached statements, because a model may have very many.
    private static let maximumCount = 1_000

    /// - Parameter attributes: The indexes of the changed attributes, in order.
    func text(of entityNumber: Int64, _ attributes: [Int], _ make: () -> String) -> String {
        let key = Key(entityNumber: entityNumber, attributes: attributes)
        if let text = known.withLock({ $0[key] }) { return text }
        let text = make()
        known.withLock { known in
            if known.count >= Self.maximumCount { known.removeAll() }
            known[key] = text
        }
        return text
    }
}
