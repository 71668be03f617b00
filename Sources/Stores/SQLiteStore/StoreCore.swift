import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// The constant parts of an open store.
///
/// A class, because every save and query passes it on, and it has many members.
final class StoreCore: Sendable {
    let file: OpenedFile
    let path: String
    let identifier: UUID
    let layout: StoreLayout
    let translator: QueryTranslator
    let external: ExternalData
    /// The identities of each entity's objects, by the entity's name.
    let spaces: [String: IdentitySpace]
    let shapes: RowShapes
    /// The indexes of the attributes whose values must be unique, by the entity's name.
    let uniqueAttributes: [String: Set<Int>]
    /// The same for relationships.
    let uniqueRelationships: [String: Set<Int>]
    /// The columns of the file's unique indexes, by table.
    let uniqueIndexes: [String: Set<Set<String>>]
    /// The columns with which the file's indexes begin, by table.
    let indexedColumns: [String: Set<String>]
    let plainTexts = PlainTextColumns()
    let checkedProperties: CheckedProperties
    /// Whether an entity has derived attributes, which triggers can write to.
    let hasDerivedAttributes: Bool
    let values: ValueReader
    /// Whether the file had version hashes of an earlier version of this module when it was opened.
    let hasEarlierHashes: Bool

    init(
        file: OpenedFile, path: String, _ metadata: StoreMetadata, layout: StoreLayout,
        uniqueIndexes: [String: Set<Set<String>>], indexedColumns: [String: Set<String>], log: StoreLog
    ) {
        let identifier = metadata.identifier
        self.file = file
        self.path = path
        self.identifier = identifier
        hasEarlierHashes = metadata.hasEarlierHashes
        self.layout = layout
        translator = QueryTranslator(
            layout.model, names: layout, dialect: SQLiteDialect(), storeIdentifier: identifier)
        external = ExternalData(storePath: path)
        values = ValueReader(path: path, external: external)
        spaces = Dictionary(
            uniqueKeysWithValues: layout.entities.keys.map { name in
                (name, IdentitySpace(storeIdentifier: identifier, entityName: name))
            })
        shapes = RowShapes(of: layout, spaces: spaces, unknown: UnknownEntityWarning(log))
        uniqueAttributes = layout.entities.mapValues { known in
            let names = known.entity.uniqueNames(in: layout.model)
            return Set(known.entity.attributes.indices.filter { names.contains(known.entity.attributes[$0].name) })
        }
        uniqueRelationships = layout.entities.mapValues { known in
            let names = known.entity.uniqueNames(in: layout.model)
            return Set(known.entity.relationships.filter { names.contains($0.name) }.map(\.index))
        }
        self.uniqueIndexes = uniqueIndexes
        self.indexedColumns = indexedColumns
        checkedProperties = CheckedProperties(of: layout.model)
        hasDerivedAttributes = layout.model.entities.contains { $0.attributes.contains(where: \.isDerived) }
    }
}
