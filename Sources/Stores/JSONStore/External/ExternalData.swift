import ColumnEngine
import FileAccess
import Foundation
import ModelSchema
import SecureHashes
import Synchronization

/// The folder next to a store with its large binary values: a file for each, named after the hash of its contents.
///
/// A file is complete before anything refers to it, never changes, and is removed when nothing refers to it any more.
/// Equal values share a file.
final class ExternalData: Sendable {
    /// The folder, which may not exist.
    let folder: String
    private let names = Mutex<[Place: Known]>([:])

    /// Larger values are in separate files, if the model allows it.
    static let thresholdBytes = 64 << 10

    /// The address of a value, so it need not be hashed again.
    private struct Place: Hashable {
        var reference: ObjectReference
        var attribute: Int
    }

    private struct Known {
        /// Retained, so no other value can get the same address.
        var data: Data
        var name: String
    }

    init(folder: String) { self.folder = folder }

    /// Whether a value is in a separate file.
    static func takes(_ data: Data, of attribute: Attribute) -> Bool {
        data.count > thresholdBytes && attribute.allowsExternalBinaryDataStorage && attribute.type == .binary
    }

    /// The name of the file for a value.
    static func name(of data: Data) -> String {
        var hash = SHA256()
        for start in stride(from: 0, to: data.count, by: 1 << 20) {
            hash.update([UInt8](data.dropFirst(start).prefix(1 << 20)))
        }
        return hash.finish().hexadecimalDigits
    }

    /// The name of the file for the value of an object's attribute, which is hashed only the first time.
    func name(of data: Data, at attribute: Int, of reference: ObjectReference) -> String {
        let place = Place(reference: reference, attribute: attribute)
        if let known = names.withLock({ $0[place] }), Self.isSame(known.data, data) { return known.name }
        let name = Self.name(of: data)
        names.withLock { $0[place] = Known(data: data, name: name) }
        return name
    }

    /// Whether two values share their memory.
    private static func isSame(_ left: Data, _ right: Data) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in left.baseAddress == right.baseAddress && left.count == right.count }
        }
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }

    /// The value in a file; nil if there is no such file, or it has a different size.
    func data(named name: String, sizeBytes: Int) -> Data? {
        // Names come from untrusted files, so they must not point out of the folder.
        guard Self.isName(name), let stamp = FileStamp(path(of: name)), stamp.isFile, stamp.sizeBytes == sizeBytes
        else { return nil }
        // Read on access, because the file never changes.
        let url = URL(filePath: path(of: name))
        return (try? Data(contentsOf: url, options: .alwaysMapped)) ?? (try? Data(contentsOf: url))
    }

    /// Whether a file of the folder can have a name: the hash of its contents.
    private static func isName(_ name: String) -> Bool { name.utf8.count == 64 && name.utf8.allSatisfy(isDigit) }

    /// The names of files to which a text refers.
    static func names(in text: [UInt8]) -> Set<String> {
        Set(text.split { !isDigit($0) }.map { String(decoding: $0, as: UTF8.self) }.filter(isName))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x66
    }

    /// Removes the cached names of objects that no longer exist.
    func forget(allBut present: (ObjectReference) -> Bool) {
        names.withLock { names in names = names.filter { present($0.key.reference) } }
    }
}

// Creating and removing the files.
extension ExternalData {
    /// Writes a value to its file, unless the file exists.
    func write(_ data: Data, named name: String, operations: FileOperations, isSynchronous: Bool) throws {
        let path = path(of: name)
        guard FileStamp(path)?.sizeBytes != data.count else { return }
        try createFolder(operations: operations, isSynchronous: isSynchronous)
        do {
            let file = AtomicFile(path: path, operations: operations, isSynchronous: isSynchronous)
            try file.prepare(permissions: nil) { write in
                for start in stride(from: 0, to: data.count, by: 1 << 20) {
                    try [UInt8](data.dropFirst(start).prefix(1 << 20)).withUnsafeBytes(write)
                }
            }
            try file.replace()
        } catch let error as UncertainOutcomeError {
            // Nothing refers to it yet, so it does not matter to the save whether it exists.
            operations.remove(path)
            throw error.reason
        }
    }

    private func createFolder(operations: FileOperations, isSynchronous: Bool) throws {
        guard FileStamp(folder) == nil else { return }
        try operations.createFolder(folder)
        let parent = URL(filePath: folder).deletingLastPathComponent().path(percentEncoded: false)
        if isSynchronous { try operations.synchronizeFolder(parent) }
    }

    /// Removes the files that nothing refers to, including those that a crash has left. A file that cannot be removed
    /// does no harm.
    ///
    /// Files with other names are not the store's, and stay. So does everything if the folder is a link, because other
    /// stores might use the same folder.
    ///
    /// - Returns: The number of removed files.
    @discardableResult
    func removeAll(but kept: Set<String>, operations: FileOperations) -> Int {
        guard FileKind(ofEntryAt: folder) == .folder else { return 0 }
        let unused = storeSpecificNames.filter { !kept.contains($0) }
        for name in unused { operations.remove(path(of: name)) }
        // Fails if the folder still contains something.
        rmdir(folder)
        return unused.count
    }

    /// The names in the folder that the store gives to files, and those of incomplete files.
    var storeSpecificNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            let suffix = AtomicFile.temporarySuffix
            return Self.isName(name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
        }
    }

    /// The paths of the files whose contents do not match their names, in order.
    var damagedFiles: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { name in
            guard let size = FileStamp(path(of: name))?.sizeBytes, let data = data(named: name, sizeBytes: size) else {
                return false
            }
            return Self.name(of: data) != name
        }.map(path)
    }

    /// Moves the files to the folder of another store on the same file system. A file that it has already stays,
    /// because files with the same name have the same contents.
    func moveAll(to other: ExternalData) throws {
        let names = storeSpecificNames
        guard !names.isEmpty else { return }
        try other.createFolder(operations: .system, isSynchronous: true)
        for name in names where FileStamp(other.path(of: name))?.sizeBytes != FileStamp(path(of: name))?.sizeBytes {
            try LocalFileSystem().rename(path(of: name), to: other.path(of: name))
        }
        try SystemCall.synchronizeFolder(other.folder)
    }

    /// Keeps the complete files, except those with some names, in a new folder of another store, as second names of the
    /// same bytes if the file system allows it. If this fails, there is no new folder.
    ///
    /// If the folder is a link, no file is removed from it, so nothing is kept.
    ///
    /// - Returns: Whether there are any.
    func keepAll(but left: Set<String>, in other: ExternalData) throws -> Bool {
        guard FileKind(ofEntryAt: folder) == .folder else { return false }
        let names = storeSpecificNames.filter { Self.isName($0) && !left.contains($0) }
        guard !names.isEmpty else { return false }
        do {
            try other.createFolder(operations: .system, isSynchronous: true)
            for name in names where link(path(of: name), other.path(of: name)) != 0 {
                try copy(name, to: other)
            }
            try SystemCall.synchronizeFolder(other.folder)
        } catch {
            other.removeAll(but: [], operations: .system)
            throw error
        }
        return true
    }

    /// Copies the file with a name to another store's folder.
    private func copy(_ name: String, to other: ExternalData) throws {
        guard let size = FileStamp(path(of: name))?.sizeBytes, let data = data(named: name, sizeBytes: size) else {
            throw SystemError(ENOENT, call: "open")
        }
        try other.write([(name, data)])
    }

    /// Writes values to their files. If this fails, it has created none.
    ///
    /// - Returns: The names of the files that the folder did not have.
    @discardableResult
    func write(_ values: [(name: String, data: Data)]) throws -> [String] {
        var created: [String] = []
        do {
            for (name, data) in values {
                let isNew = FileStamp(path(of: name)) == nil
                try write(data, named: name, operations: .system, isSynchronous: true)
                if isNew { created.append(name) }
            }
        } catch {
            remove(created)
            throw error
        }
        return created
    }

    /// Removes the files with some names, and the folder if it is empty then. Without names, the folder stays as it
    /// was.
    func remove(_ names: [String]) {
        guard !names.isEmpty else { return }
        for name in names { FileOperations.system.remove(path(of: name)) }
        // Fails if the folder still contains something.
        rmdir(folder)
    }
}
