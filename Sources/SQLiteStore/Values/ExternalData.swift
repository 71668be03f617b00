import FileAccess
import Foundation
import Synchronization

/// Large values in files of their own, next to the store: `.<name>_SUPPORT/_EXTERNAL_DATA/<UUID>`.
///
/// A column then holds a byte that says where the value is: 1 and the value, or 2 and the name of its file.
final class ExternalData: Sendable {
    /// The store's file, for errors.
    private let path: String
    /// The folder of the files.
    let folder: String
    /// The folder of everything that lies next to the store.
    let supportFolder: String
    /// The files that the save that is under way has made.
    private let made = Mutex<[String]>([])

    /// How many bytes a value has at least that gets a file of its own.
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

    /// The file that a column names; nil if the value is in the column.
    static func fileName(in column: Data) -> String? {
        guard column.first == isFile else { return nil }
        let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // A name that is no identifier could lead anywhere.
        return UUID(uuidString: name) == nil ? nil : name
    }

    /// Where the file with a name is.
    func path(ofFileNamed name: String) -> String { folder + "/" + name }

    /// The value that a column stands for.
    func contents(of column: Data, table: String, row: Int64) throws(SQLiteStoreError) -> Data {
        guard let first = column.first else { return column }
        if first == Self.isInline { return Data(column.dropFirst()) }
        guard first == Self.isFile, let name = Self.fileName(in: column) else {
            throw SQLiteStoreError(
                .malformed, path: path, table: table, row: row, "a large value is neither in the row nor in a file")
        }
        // What is no file could be waited for without end.
        guard FileKind(at: self.path(ofFileNamed: name)) == .regular else {
            throw SQLiteStoreError(
                .missingExternalData, path: path, table: table, row: row,
                "the file '\(self.path(ofFileNamed: name))' of a large value is missing")
        }
        do {
            return try Data(contentsOf: URL(filePath: path(ofFileNamed: name)), options: .mappedIfSafe)
        } catch {
            throw SQLiteStoreError(
                .missingExternalData, path: path, table: table, row: row,
                "the large value in '\(path(ofFileNamed: name))' cannot be read")
        }
    }

    /// What a column holds for a value, which is written to a file of its own where it is large.
    ///
    /// - Throws: An error of the file system.
    func stored(_ data: Data) throws -> Data {
        guard data.count >= Self.leastSizeBytes else { return Data([Self.isInline]) + data }
        let name = UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        made.withLock { $0.append(name) }
        try DurableFile.write(data, to: path(ofFileNamed: name), in: folder)
        return Data([Self.isFile]) + Data(name.utf8) + Data([0])
    }

    /// Forgets which files the save that has succeeded has made.
    func keepMade() {
        made.withLock { $0 = [] }
    }

    /// Whether what a failed transaction has written may be there all the same when the store is opened the next time, and then
    /// needs its values: the file system has refused, and may have what it did not write in time.
    static func mayHaveCommitted(_ error: any Error) -> Bool {
        let code = (error as? SQLiteStoreError)?.code
        return code == .fileSystem || code == .full
    }

    /// Removes the files of a save that has failed, unless it may have succeeded.
    func discardMade(after error: any Error) {
        let names = made.withLock { made in
            defer { made = [] }
            return made
        }
        guard !Self.mayHaveCommitted(error) else { return }
        // One that cannot be removed takes space, and is no error.
        for name in names { try? FileManager.default.removeItem(atPath: path(ofFileNamed: name)) }
    }
}
