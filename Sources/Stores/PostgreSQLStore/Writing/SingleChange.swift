import ObjectGraph
import SQLStore
import Synchronization

/// A save that writes the row of one object, as most saves do: other values, or a new object without destinations. One
/// statement writes the row and records the save. The save needs no query before, and takes one round trip.
///
/// A change takes place only if the object still has the version that the save has read.
///
/// A class, because the layout of an entity is expensive to copy.
final class SingleChange: Sendable {
    private enum Change {
        case insertion(StoreChanges.Insertion)
        case update(StoreChanges.Update)
    }

    private let core: StoreCore
    private let change: Change
    private let entity: EntityLayout

    /// Returns nil for other changes, which are written in several steps.
    init?(_ changes: StoreChanges, _ core: StoreCore, _ deletedVersions: DeletedVersions) {
        guard changes.inserted.count + changes.updated.count == 1, changes.deleted.isEmpty,
            changes.expectedVersions.isEmpty,
            changes.indirectlyUpdated.isEmpty,
            let objectID = changes.inserted.first?.objectID ?? changes.updated.first?.objectID,
            let entity = core.layout.entities[objectID.entityName]
        else { return nil }
        let values: [Int]
        if let insertion = changes.inserted.first {
            // An object that returns after its deletion may have another version, and links that remain.
            guard deletedVersions.isEmpty, insertion.destinations.allSatisfy(\.isEmpty),
                changes.insertionsWithRemainingLinks(in: core.layout.model).isEmpty
            else { return nil }
            change = .insertion(insertion)
            values = Array(insertion.values.indices)
        } else {
            // Writing in several steps reports versions that are invalid or at their maximum.
            guard let update = changes.updated.first, update.links.isEmpty,
                (0..<RowLimits.versions.upperBound).contains(Int64(update.version))
            else { return nil }
            change = .update(update)
            values = Array(update.values.keys)
        }
        // Others may have changed what such values depend on, so the commit checks them.
        if core.layout.model.derivations.concern(values, of: entity.entity) { return nil }
        self.core = core
        self.entity = entity
    }

    /// The versions before and after the save.
    var written: VersionChanges {
        switch change {
        case .insertion: VersionChanges(before: [:], after: [:])
        case .update(let update):
            VersionChanges(before: [update.objectID: update.version], after: [update.objectID: update.version + 1])
        }
    }

    /// Returns the statement. It inserts a row into the table of transactions, or does nothing if a changed object is
    /// deleted or has another version.
    ///
    /// - Throws: `StoreError` for a value that PostgreSQL cannot store.
    func statement(_ record: CommitRecord, _ changes: StoreChanges) throws(StoreError) -> Statement {
        var parameters = record.parameters(changes)
        let text: String
        switch change {
        case .insertion(let insertion):
            parameters.append(Parameter(insertion.objectID.number))
            for index in entity.attributes.indices {
                try append(insertion.values[index], ofAttributeAt: index, to: &parameters)
            }
            text = core.changeTexts.text(of: entity.number, nil) { insertionText }
        case .update(let update):
            parameters.append(Parameter(update.objectID.number))
            parameters.append(Parameter(.integer, Int32(update.version).bigEndianBytes))
            parameters.append(Parameter(.integer, Int32(update.version + 1).bigEndianBytes))
            let indices = update.values.keys.sorted()
            for index in indices { try append(update.values[index] ?? .null, ofAttributeAt: index, to: &parameters) }
            text = core.changeTexts.text(of: entity.number, indices) { updateText(indices) }
        }
        return Statement(text: text, parameters: parameters)
    }

    private func append(
        _ value: AttributeValue, ofAttributeAt index: Int, to parameters: inout [Parameter]
    ) throws(StoreError) {
        let columns = entity.attributes[index].columns
        let bytes = try ValueWriter(location: core.location).bytes(
            of: value, in: entity.attributes[index], named: entity.entity.attributes[index].name,
            of: entity.entity.name)
        if let first = columns.first { parameters.append(Parameter(first.type.wire, bytes.first)) }
        if columns.count > 1 { parameters.append(Parameter(columns[1].type.wire, bytes.second)) }
    }

    /// The place of the object's number among the parameters, which follow those of the record.
    private static let keyPlace = CommitRecord.parameterCount + 1

    private var insertionText: String {
        var (names, values) = ("id, entity, version", "$\(Self.keyPlace), \(entity.number), 1")
        for (place, column) in entity.attributes.flatMap(\.columns).enumerated() {
            names += ", \(SQLName.quoted(column.name))"
            values += ", $\(Self.keyPlace + 1 + place)\(column.type.cast)"
        }
        return "WITH added AS (INSERT INTO \(entity.table) (\(names)) VALUES (\(values)) RETURNING id) "
            + recordText(from: "added")
    }

    private func updateText(_ indices: [Int]) -> String {
        var place = Self.keyPlace + 2
        var assignments = "version = $\(place)"
        for column in indices.flatMap({ entity.attributes[$0].columns }) {
            place += 1
            assignments += ", \(SQLName.quoted(column.name)) = $\(place)\(column.type.cast)"
        }
        let isOfEntity = entity.isOnlyEntityOfTable ? "" : " AND entity = \(entity.number)"
        let condition = "id = $\(Self.keyPlace)\(isOfEntity) AND version = $\(Self.keyPlace + 1)"
        return "WITH changed AS (UPDATE \(entity.table) SET \(assignments) WHERE \(condition) RETURNING id) "
            + recordText(from: "changed")
    }

    /// Returns the text of the statement that records the save if a table has a row.
    private func recordText(from table: String) -> String {
        CommitRecord.text(into: core.tables, modelNumber: core.modelNumber, from: table)
    }
}

/// A cache of the statements of single changes.
final class ChangeTexts: Sendable {
    private struct Key: Hashable {
        var entityNumber: Int64
        var attributes: [Int]?
    }

    private let known = Mutex<[Key: String]>([:])

    /// The maximum number of cached statements, because a model may have very many.
    private static let maximumCount = 1_000

    /// - Parameter attributes: The indexes of the changed attributes, in order; nil for a new object.
    func text(of entityNumber: Int64, _ attributes: [Int]?, _ make: () -> String) -> String {
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
