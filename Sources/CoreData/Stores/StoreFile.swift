import FileAccess
import Foundation
import JSONStore
import ModelSchema
import SQLiteStore

/// The file of a coordinator's store, as far as the coordinator itself decides about it: whether there is one, and
/// whether it may be removed.
struct StoreFile {
    let url: URL
    /// The type of the store.
    let type: String
    /// The class of the store; nil for a type of this module.
    private let storeClass: NSPersistentStore.Type?

    init(_ url: URL, ofType type: String) {
        self.url = url
        self.type = type
        storeClass = RegisteredStores.storeClass(forType: type)
    }

    /// Whether the store has no file. A store of this module at the null device is in memory, as with Apple's
    /// framework, where tests request stores this way.
    var isInMemory: Bool { storeClass == nil && (type == NSInMemoryStoreType || url.isNullDevice) }

    /// Whether a new store can be created: it has no file, or there is nothing in its place but what remains of a
    /// destroyed one.
    var isAbsent: Bool { isInMemory || !FileReader.itemExists(at: url.path(percentEncoded: false)) || isEmptyDatabase }

    /// Whether there is something next to the place of a store without a file that a store needs, such as the journal
    /// of one that was moved away. Removing a new store would also remove it.
    var hasOtherFiles: Bool {
        guard storeClass == nil, !isInMemory, url.namesFile else { return false }
        switch StoreFormat(ofType: type) {
        case .sqlite: return SQLiteStore.hasOtherFiles(at: url)
        case .json: return JSONStore.hasOtherFiles(at: url)
        case .memory, nil: return false
        }
    }

    /// Whether there is an empty file, which is a SQLite store without anything.
    private var isEmptyDatabase: Bool {
        let path = url.path(percentEncoded: false)
        return type == NSSQLiteStoreType && FileKind(ofEntryAt: path) == .regular && FileReader.size(of: path) == 0
    }

    /// Creates the folder of the store, unless it exists, or the store needs none.
    ///
    /// - Throws: An error with the code 134070 and the store's path.
    func createFolder() throws {
        guard storeClass == nil, StoreFormat(ofType: type) != nil, !isInMemory, url.namesFile else { return }
        let folder = url.absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
        do throws(SystemError) {
            // A save is only as durable as all the folders in which it is.
            try DurableFile.createFolder(folder, mode: 0o777)
            // The method ignores anything else at the path.
            guard FileKind(at: folder) == .folder else { throw SystemError(ENOTDIR) }
        } catch {
            throw NSError(
                code: NSPersistentStoreOperationError, at: url,
                "the folder of the store does not exist, and can't be created: \(error); choose another location",
                [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(error.code))])
        }
    }

    /// Reads the metadata of a store of this module.
    ///
    /// - Throws: An error with the code 134000 for an unknown type, and the store's for a file that is not one.
    func metadata() throws -> [String: Any] {
        switch type {
        case NSSQLiteStoreType:
            let properties = try SQLiteStore.properties(at: url)
            // A store need not contain its model; then none is known by its version hashes.
            if let hashes = properties[NSStoreModelVersionHashesKey] as? [String: Data],
                let model = try? SQLiteStore.model(at: url)
            {
                ModelsOfStores.add(model.schema, hashes)
            }
            return properties
        case NSJSONStoreType, NSBinaryStoreType:
            let model = try JSONStore.model(at: url)
            let hashes = ModelLookup(model.schema).coreDataVersionHashes.mapValues { Data($0.bytes) }
            ModelsOfStores.add(model.schema, hashes)
            let store = try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
            return try ProgramMetadata(of: store).values.merging([
                NSStoreUUIDKey: store.identifier.uuidString, NSStoreTypeKey: type,
                NSStoreModelVersionIdentifiersKey: [model.schema.versionIdentifier],
                NSStoreModelVersionHashesKey: hashes,
            ]) { _, own in own }
        default: throw NSError(unknownStoreType: type)
        }
    }

    /// Removes the files of the store, and leaves an empty file in the place of a SQLite store, as Apple's framework
    /// does: programs remove it afterward.
    ///
    /// - Throws: The errors of ``destroy()``.
    func destroyLeavingEmptyFile() throws {
        let path = url.path(percentEncoded: false)
        let isLeft = type == NSSQLiteStoreType && !isInMemory && FileKind(ofEntryAt: path) == .regular
        try destroy()
        if isLeft { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    }

    /// Throws an error if destroying the store would remove anything but the files of a store of the type.
    /// Changes nothing.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134000 for an unknown type.
    func checkIsDestroyable() throws {
        guard storeClass != nil || StoreFormat(ofType: type) != nil else {
            throw NSError(unknownStoreType: type)
        }
        guard !isInMemory, !url.isNullDevice else { return }
        guard storeClass == nil else {
            _ = try fileOfRegisteredStore()
            return
        }
        try checkNamesFile()
        try ErrorAdapting.reporting {
            if type == NSSQLiteStoreType {
                try SQLiteStore.checkIsDestroyable(at: url)
            } else {
                try JSONStore.checkIsDestroyable(at: url)
            }
        }
    }

    /// Removes the files of the store; does nothing if it has none.
    ///
    /// - Throws: The errors of ``checkIsDestroyable()``, and the store's if a file cannot be removed.
    func destroy() throws {
        try checkIsDestroyable()
        guard !isInMemory, !url.isNullDevice else { return }
        guard storeClass == nil else {
            guard let path = try fileOfRegisteredStore() else { return }
            return try refusing { () throws(FileError) in try RegularFile.remove(path) }
        }
        try ErrorAdapting.reporting {
            if type == NSSQLiteStoreType {
                try SQLiteStore.destroy(at: url)
            } else {
                try JSONStore.destroy(at: url)
            }
        }
    }

    /// The path of the file of a registered class's store, with links followed; nil if there is none.
    private func fileOfRegisteredStore() throws -> String? {
        // The URL of a store without a file can be of any kind.
        guard url.namesFile else { return nil }
        let file = try refusing { () throws(FileError) in
            let path = try SymbolicLink.destination(of: url.path(percentEncoded: false), toBe: "removed")
            return try RegularFile.isPresent(at: path, toBe: "removed") ? path : nil
        }
        guard let file, FileReader.size(of: file) != 0 else { return file }
        do {
            _ = try storeClass?.metadataForPersistentStore(with: url)
        } catch {
            throw NSError(
                code: NSPersistentStoreOperationError, at: url,
                "the file is not a store of the type '\(type)', and stays; to remove it anyway, delete the file",
                [NSUnderlyingErrorKey: error])
        }
        return file
    }

    /// Runs steps on the file, and throws their errors with the remedy.
    private func refusing<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw NSError(
                code: NSPersistentStoreOperationError, at: url,
                "the store cannot be destroyed: \(error.reason); specify the file of a store")
        }
    }

    /// Throws an error if the URL is one of another scheme, whose path would be that of an unrelated file.
    func checkNamesFile() throws {
        guard !url.namesFile else { return }
        throw NSError(
            code: NSPersistentStoreOperationError,
            "\(url.absoluteString): a store of the type '\(type)' is in a file; specify a file URL")
    }

    /// Throws an error if there is a device, a pipe, or a socket, which a class that replaces its file would remove.
    func checkIsReplaceable() throws {
        guard url.namesFile, let kind = FileKind(at: url.path(percentEncoded: false)) else { return }
        switch kind {
        // A class can keep a folder.
        case .regular, .folder, .link: break
        case .pipe, .characterDevice, .blockDevice, .socket:
            throw NSError(
                code: NSPersistentStoreOpenError, at: url,
                "a store of the type '\(type)' cannot be here: \(kind.reason); specify a file, or no URL for a store "
                    + "without a file")
        }
    }
}

extension URL {
    /// Whether this is the null device.
    var isNullDevice: Bool { namesFile && standardizedFileURL.path(percentEncoded: false) == "/dev/null" }

    /// Whether the URL's path is one of the file system. Without a scheme, it is taken as one.
    fileprivate var namesFile: Bool { isFileURL || scheme == nil }
}
