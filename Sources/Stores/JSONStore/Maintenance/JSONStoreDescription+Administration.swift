public import ColumnEngine
import FileAccess
public import Foundation
public import StoreMigration

extension JSONStoreDescription: FileStoreAdministration {
    public static var systemName: String { "JSON" }

    public static var argumentForm: String { "a JSON file" }

    public static var namePatterns: [String] { [".json"] }

    public init(storeAt url: URL) { self.init(url: url, migration: .disabled) }

    /// Describes the store in the file at a path, whatever its name is.
    public init?(argument: String) { self.init(storeAt: URL(filePath: argument)) }

    public var isReadOnly: Bool {
        get { options.isReadOnly }
        set { options.isReadOnly = newValue }
    }

    public func storedModel() throws -> (model: ManagedObjectModel, unreadableParts: [String]) {
        (try JSONStore.model(at: url), [])
    }

    public func check(model: ManagedObjectModel) throws -> [StoreFinding] { try JSONStore.check(url, model: model) }

    public func changedValues(in store: any PersistentStore) throws -> [StoreFinding] {
        guard let store = store as? JSONStore else { return [] }
        return try store.changedValueFiles.map {
            StoreFinding(location: $0, "the file was changed after it was written")
        }
    }

    public func refresh(_ store: any PersistentStore) throws { try (store as? JSONStore)?.refresh() }

    public func repair(model: ManagedObjectModel) throws -> RepairReport { try JSONStore.repair(url, model: model) }

    public func migrate(
        to model: ManagedObjectModel, migration: MigrationOptions, isDryRun: Bool
    ) throws -> MigrationReport {
        try JSONStore.migrate(url, to: model, migration: migration, options: options, isDryRun: isDryRun)
    }

    public func backUp(to target: URL, model: @autoclosure () throws -> ManagedObjectModel) throws {
        try JSONStore(at: url, model: model(), options: JSONStoreOptions(isReadOnly: true)).backUp(to: target)
    }

    public func destroy() throws { try JSONStore.destroy(at: url) }

    public static func schema(of model: ManagedObjectModel) -> String? {
        String(decoding: JSONStore.schema(of: model), as: UTF8.self)
    }

    public func checkIsUnused() throws {
        let paths = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        try paths.checkFiles()
        try paths.checkAreUnused()
    }

    public func move(to target: URL) throws {
        let source = StorePaths(file: StoreLocation.resolvingLinks(url).path(percentEncoded: false))
        let target = StorePaths(file: StoreLocation.resolvingLinks(target).path(percentEncoded: false))
        try target.checkAreUnused()
        guard FileStamp(source.journal) == nil, FileStamp(source.history) == nil else {
            throw StoreError(
                .unsupported, location: source.file, "the store has saves in its journal or a history; compact it first"
            )
        }
        try StoreError.wrapping(target.file, "the store cannot be moved") {
            try ExternalData(folder: source.data).moveAll(to: ExternalData(folder: target.data))
            try RegularFile.move(source.file, to: target.file)
        }
        // The store is complete, and only a loss of power could take its name.
        try? SystemCall.synchronizeFolder(target.folder)
    }
}
