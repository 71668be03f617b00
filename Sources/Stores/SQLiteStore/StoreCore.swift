import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// The constant parts of an open store.
///
/// A class, because every save and query passes it on, and it has many members.
final class StoreCore: Sendable {
    let file: OpenedFile
    let openedModel: OpenedModel
    let path: String
    let identifier: UUID
    let layout: StoreLayout
    let translator: QueryTranslator
    let external: ExternalData
    /// The identities of each entity's objects, by the entity's name.
    let spaces: [String: IdentitySpace]
    let shapes = RowShapes<RowShape>()
    let unknownEntities: UnknownEntityWarning
    /// The properties whose values must be unique, by the entity's name.
    let uniqueProperties: [String: UniqueProperties]
    /// The unique indexes of the file.
    let uniqueIndexes: UniqueIndexes
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
        file: OpenedFile, path: String, _ metadata: StoreMetadata, layout: StoreLayout, tablesVersion: Int64,
        uniqueIndexes: UniqueIndexes, indexedColumns: [String: Set<String>], log: StoreLog
    ) {
        let identifier = metadata.identifier
        self.file = file
        self.path = path
        self.identifier = identifier
        hasEarlierHashes = metadata.hasEarlierHashes
        self.layout = layout
        openedModel = OpenedModel(layout, identifier: identifier, path: path, version: tablesVersion)
        translator = QueryTranslator(
            layout.model, names: layout, dialect: SQLiteDialect(), storeIdentifier: identifier)
        external = ExternalData(storePath: path)
        values = ValueReader(path: path, external: external)
        spaces = layout.spaces(ofStore: identifier)
        unknownEntities = UnknownEntityWarning(log)
        uniqueProperties = layout.entities.mapValues { UniqueProperties(of: $0.entity, in: layout.model) }
        self.uniqueIndexes = uniqueIndexes
        self.indexedColumns = indexedColumns
        checkedProperties = CheckedProperties(of: layout.model)
        hasDerivedAttributes = layout.model.entities.contains { $0.attributes.contains(where: \.isDerived) }
    }
}
