package import ColumnEngine
package import Foundation

extension GraphSnapshot {
    /// Reads the whole contents of a store into memory, from a view of it.
    ///
    /// - Parameter location: The store, for errors.
    /// - Throws: An error of the store, or `StoreError` if objects do not fit together: a number is out of range, or
    ///   too many objects point to one.
    package init(
        reading view: any StoreView, of model: ManagedObjectModel, storeIdentifier: UUID, location: String = "the store"
    ) throws {
        let layout = GraphLayout(model: model, storeIdentifier: storeIdentifier)
        var loader = GraphLoader(layout: layout)
        for (table, entity) in layout.entities.enumerated() where !entity.isAbstract {
            let rows = try view.rows(of: entity)
            for start in stride(from: 0, to: rows.count, by: GraphLoader.chunkCapacity) {
                let chunk = rows[start..<min(start + GraphLoader.chunkCapacity, rows.count)]
                loader.append(try Self.contents(of: Array(chunk), entity, view, layout, location), toEntityAt: table)
            }
        }
        do {
            self = try loader.finish()
        } catch {
            throw Self.unreadable(layout.objectID(for: error.destination), location)
        }
    }

    private static func contents(
        of rows: [StoreRow], _ entity: EntityDescription, _ view: any StoreView, _ layout: GraphLayout,
        _ location: String
    ) throws -> RowContents {
        func reference(_ objectID: ObjectID) throws -> ObjectReference {
            guard let reference = layout.reference(for: objectID) else { throw unreadable(objectID, location) }
            return reference
        }
        let references = try rows.map { try reference($0.objectID) }
        let columns = entity.attributes.enumerated().map { index, attribute in
            var column = Column(for: attribute.type)
            column.reserveCapacity(rows.count)
            for row in rows { column.append(attribute.isTransient ? .null : row.values[index]) }
            return column
        }
        let links = try entity.relationships.map { relationship -> LinkColumn in
            guard relationship.isStored else {
                return relationship.isToMany ? .toMany([]) : .toOne(Array(repeating: .none, count: rows.count))
            }
            let destinations =
                relationship.schema.isTransient
                ? Array(repeating: [], count: rows.count)
                : try view.destinations(of: relationship, from: rows.map(\.objectID)).objectIDs
            guard relationship.isToMany else {
                return .toOne(try destinations.map { try $0.first.map(reference) ?? .none })
            }
            return .toMany(
                try destinations.map { list in
                    let references = try list.map(reference)
                    return ReferenceList(relationship.isOrdered ? references : references.sorted())
                })
        }
        return RowContents(references: references, columns: columns, links: links)
    }

    private static func unreadable(_ objectID: ObjectID, _ location: String) -> StoreError {
        StoreError(
            .malformed, location: location,
            "\(objectID) cannot be read: its number is out of range, or too many objects point to it")
    }

    /// Checks that a migrated store has these objects, before the migration commits.
    ///
    /// - Parameters:
    ///   - view: The migrated store, as the transaction of the migration sees it.
    ///   - location: The store, for errors.
    /// - Throws: An error of the store, or `StoreError` that names the first object that differs.
    package func requireWritten(
        in view: any StoreView, of model: ManagedObjectModel, storeIdentifier: UUID, location: String
    ) throws {
        let written = try GraphSnapshot(reading: view, of: model, storeIdentifier: storeIdentifier, location: location)
        guard let objectID = firstDifference(from: written) else { return }
        throw StoreError(
            .malformed, location: location,
            "the migrated store has wrong values for \(objectID); the store is unchanged")
    }

    /// All objects as insertions, with the numbers that they have.
    package func insertions() -> StoreChanges {
        var changes = StoreChanges()
        for table in tables {
            let relationships = table.entity.relationships
            for chunk in table.chunks {
                let contents = chunk.contents
                for row in 0..<contents.count {
                    let destinations = relationships.map { relationship in
                        relationship.isStored
                            ? contents.links[relationship.index][row].references.map(layout.objectID) : []
                    }
                    changes.inserted.append(
                        StoreChanges.Insertion(
                            objectID: layout.objectID(for: contents.references[row]),
                            values: contents.columns.map { $0[row] }, destinations: destinations))
                }
            }
        }
        return changes
    }
}
