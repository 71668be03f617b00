import FileAccess
import Foundation
import ObjectGraph
import Synchronization

/// Large values in separate files next to the store: `.<name>_SUPPORT/_EXTERNAL_DATA/<UUID>`.
///
/// The first byte of a column specifies where the value is: after 1 follows the value, after 2 the name of its file.
final class ExternalData: Sendable {
    /// The store's file, for errors.
    private let path: String
    let folder: String
    /// The folder for the files next to the store.
    let supportFolder: String
    /// The files that the current save has created.
    private let made = Mutex<[String]>([])

    /// The minimum size of a value in its own file.
    static let leastSizeBytes = 100 * 1024
    private static let isInline: UInt8 = 1
    private static let isFile: UInt8 = 2

    /// - Parameter path: The store's file.
    init(storePath path: String) {
        self.path = path
        let file = URL(filePath: path)
        let name = file.deletingPathExtension().lastPathComponent
        supportFolder = file.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT").path(percentEncoded: false)
        folder = supportFolder + "/_EXTERNAL_DATA"
    }

    /// The file that a column refers to; nil if the column contains the value.
    static func fileName(in column: Data) -> String? {
        guard column.first == isFile else { return nil }
        let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // A name that is not a UUID could point anywhere.
        return UUID(uuidString: name) == nil ? nil : name
    }

    func path(ofFileNamed name: String) -> String { folder + "/" + name }

    /// The names of the files in the folder, sorted; none without a folder. Files with other names are not the store's.
    ///
    /// - Throws: The reason why the folder cannot be listed, which does not mean that it is empty.
    func names() throws(FileError) -> [String] {
        if let obstacle = FileReader.obstacle(at: folder) { throw obstacle }
        guard FileReader.itemExists(at: folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { UUID(uuidString: $0) != nil }.sorted()
        } catch {
            throw FileError(path: folder, operation: "read", reason: FileError.reason(for: error))
        }
    }

    /// Whether another file next to the store could need the values: a copy of the store, or another store with its
    /// name, because their values are in the same folder. Any file counts whose name begins as the store's does, such
    /// as `Shop`, `Shop.bak`, `Shop.sqlite.bak`, or `Shop-old.sqlite` next to `Shop.sqlite`, and a folder that cannot
    /// be listed could contain one.
    var areSharedByOthers: Bool {
        let file = URL(filePath: path)
        // As bytes, because texts are equal that are names of different files.
        let own = Set(ownPaths.map { Array(URL(filePath: $0).lastPathComponent.utf8) })
        let name = Self.folded(file.deletingPathExtension().lastPathComponent)
        let folder = file.deletingLastPathComponent().path(percentEncoded: false)
        guard let others = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
        return others.contains { other in
            guard !own.contains(Array(other.utf8)) else { return false }
            let otherName = Self.folded(other)
            guard otherName.starts(with: name) else { return false }
            switch otherName.dropFirst(name.count).first {
            case nil, UInt8(ascii: "."), UInt8(ascii: "-"): return mayNeedValues("\(folder)/\(other)")
            default: return false
            }
        }
    }

    /// A name as file systems compare it that tell neither capitals nor compositions of characters apart. There, the
    /// folders of two names are the same.
    private static func folded(_ name: String) -> [UInt8] {
        Array(name.decomposedStringWithCanonicalMapping.lowercased().utf8)
    }

    /// The paths of the store's file and its journals.
    private var ownPaths: [String] { ([""] + SQLiteConnection.suffixes).map { path + $0 } }

    private func mayNeedValues(_ other: String) -> Bool {
        // An empty file is what remains of a destroyed store.
        guard FileKind(at: other) ?? .regular == .regular, FileReader.size(of: other) != 0 else { return false }
        // A link to the store, or its name in another form, is no copy.
        return !ownPaths.contains { FileStamp.areSameFile(other, $0) }
    }

    /// Removes the files and then the folders, unless they contain anything else.
    ///
    /// - Throws: The reason why a file cannot be removed.
    func removeAll() throws(FileError) {
        for name in try names() { try RegularFile.remove(path(ofFileNamed: name)) }
        removeEmptyFolders()
    }

    /// Removes the folders, unless they contain anything.
    func removeEmptyFolders() {
        SystemCall.removeEmptyFolder(folder)
        SystemCall.removeEmptyFolder(supportFolder)
    }

    /// The value of a column.
    func contents(of column: Data, table: String, row: Int64) throws(StoreError) -> Data {
        guard let first = column.first else { return column }
        if first == Self.isInline { return Data(column.dropFirst()) }
        guard first == Self.isFile, let name = Self.fileName(in: column) else {
            throw StoreError(
                .malformed, location: path, table: table, row: row, "a large value is neither in the row nor in a file")
        }
        let file = self.path(ofFileNamed: name)
        func error(_ problem: String) -> StoreError {
            StoreError(
                .missingExternalData, location: path, table: table, row: row,
                "the file '\(file)' of a large value \(problem)")
        }
        guard let kind = FileKind(at: file) else {
            throw error(FileReader.obstacle(at: file).map { "cannot be read: \($0.reason)" } ?? "is missing")
        }
        // Reading anything but a file could block forever.
        guard kind == .regular else { throw error("cannot be read: \(kind.reason)") }
        // No value is so small that its file would be empty.
        guard FileReader.size(of: file) != 0 else { throw error("is empty") }
        do {
            return try Self.contents(ofFileAt: file)
        } catch let failure {
            throw error("cannot be read: \(FileError.reason(for: failure))")
        }
    }

    /// The value in a file, which is read on access, because the file never changes: a migration and a check look at
    /// all values of a store, which can be larger than memory.
    static func contents(ofFileAt path: String) throws -> Data {
        let url = URL(filePath: path)
        // Not every file system can map a file.
        return try (try? Data(contentsOf: url, options: .alwaysMapped)) ?? Data(contentsOf: url)
    }

    /// The contents of a column for a value. Writes a large value to its own file.
    ///
    /// - Throws: An error of the file system.
    func stored(_ data: Data) throws -> Data {
        guard data.count >= Self.leastSizeBytes else { return Data([Self.isInline]) + data }
        let name = UUID().uuidString
        do {
            try createFolder()
            // Whoever can read the store can read its values.
            let permissions = FileStamp(path)?.permissions
            try data.withUnsafeBytes { bytes in
                try DurableFile.create(path(ofFileNamed: name), containing: bytes, permissions: permissions)
            }
            made.withLock { $0.append(name) }
        } catch let error as SystemError {
            // The transaction has not been committed.
            removeMade()
            throw StoreError(
                error.code == ENOSPC ? .outOfSpace : .fileSystem, location: folder,
                "a large value cannot be written: \(error)")
        }
        return Data([Self.isFile]) + Data(name.utf8) + Data([0])
    }

    /// Creates the folder for the files, which stays even if power is lost.
    func createFolder() throws(SystemError) { try DurableFile.createFolder(folder, mode: 0o777) }

    /// Moves the files of another store on the same file system to the folder. Nothing refers to them yet.
    ///
    /// - Returns: Their new paths.
    func takeFiles(of other: ExternalData) throws(StoreError) -> [String] {
        var moved: [String] = []
        do {
            let names = try other.names()
            guard !names.isEmpty else { return [] }
            try createFolder()
            for name in names {
                try RegularFile.move(other.path(ofFileNamed: name), to: path(ofFileNamed: name))
                moved.append(path(ofFileNamed: name))
            }
            // The names are valid as long as the rows that contain them.
            try SystemCall.synchronizeFolder(folder)
        } catch {
            Self.discard(moved)
            let reason = (error as? FileError)?.reason ?? "\(error)"
            throw StoreError(.fileSystem, location: folder, "large values cannot be moved: \(reason)")
        }
        return moved
    }

    /// Removes files that nothing refers to. One that cannot be removed only takes up space, and is not an error.
    static func discard(_ paths: [String]) {
        for path in paths { try? RegularFile.remove(path) }
    }

    /// Forgets the files of a save that has succeeded.
    func keepMade() { made.withLock { $0 = [] } }

    /// Whether the writes of a failed transaction might still take effect, and then need their values: after an error,
    /// the file system may have written more than it reported, and a file that someone has moved has everything.
    static func mayHaveCommitted(_ error: any Error) -> Bool {
        switch (error as? StoreError)?.code {
        case .fileSystem, .outOfSpace, .fileReplaced: true
        default: false
        }
    }

    /// Removes the files of a save that has failed, unless it may have succeeded.
    func discardMade(after error: any Error) {
        if Self.mayHaveCommitted(error) { keepMade() } else { removeMade() }
    }

    /// Removes the files of a save that has failed, and nothing else.
    func removeMade() {
        let names = made.withLock { made in
            defer { made = [] }
            return made
        }
        Self.discard(names.map(path(ofFileNamed:)))
    }
}
