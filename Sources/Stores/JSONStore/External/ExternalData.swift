import ColumnEngine
import FileAccess
import Foundation
import ModelSchema
import Synchronization

/// The folder next to a store with its large binary values: a file for each, named after the hash of its contents.
///
/// A file is complete before anything refers to it, never changes, and is removed when nothing refers to it any more.
/// Equal values share a file.
final class ExternalData: Sendable {
    /// The folder, which may not exist.
    let folder: String

    /// The names of files that are known without hashing their values.
    private struct Names {
        /// Of values that programs have set.
        var ofSet: [Place: Known] = [:]
        /// Of values that were read, by their addresses. A value keeps the name of the file that it was read from, even
        /// if somebody has changed the bytes in that file.
        var ofRead: [UInt: Known] = [:]
        /// The files that were read, by name.
        var files: [String: ReadFile] = [:]
    }

    private let names = Mutex(Names())

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

    /// A file that was read. It is read again only if it has changed: objects with the same value share its memory,
    /// because the system limits the number of files that a process can map.
    private struct ReadFile {
        var stamp: FileStamp
        var data: Data
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

    /// The name of the file for the value of an object's attribute: that of the file from which it was read. Any other
    /// value is hashed the first time.
    func name(of data: Data, at attribute: Int, of reference: ObjectReference) -> String {
        let place = Place(reference: reference, attribute: attribute)
        let known = names.withLock { names in
            [Self.address(of: data).flatMap { names.ofRead[$0] }, names.ofSet[place]].lazy.compactMap(\.self)
                .first { Self.isSame($0.data, data) }
        }
        if let known { return known.name }
        let name = Self.name(of: data)
        names.withLock { $0.ofSet[place] = Known(data: data, name: name) }
        return name
    }

    /// Whether two values share their memory.
    private static func isSame(_ left: Data, _ right: Data) -> Bool {
        left.count == right.count && address(of: left) == address(of: right)
    }

    private static func address(of data: Data) -> UInt? {
        data.withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } }
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }

    /// The value in a file; nil if there is no such file, or it has a different size.
    ///
    /// - Throws: `StoreError` if the file cannot be read, which does not mean that its value is lost.
    func data(named name: String, sizeBytes: Int) throws(StoreError) -> Data? {
        // Names come from untrusted files, so they must not point out of the folder.
        guard Self.isName(name) else { return nil }
        let path = path(of: name)
        guard let stamp = FileStamp(path) else {
            let error = SystemError.last("stat")
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw unreadable(path, error)
        }
        guard stamp.isFile, stamp.sizeBytes == sizeBytes else { return nil }
        do throws(SystemError) {
            try SystemCall.checkReadingIsAllowed(path)
        } catch {
            throw unreadable(path, error)
        }
        let known = names.withLock { $0.files[name] }
        if let known, known.stamp == stamp { return known.data }
        let data: Data
        do {
            // Read on access, because the file never changes.
            let url = URL(filePath: path)
            data = try (try? Data(contentsOf: url, options: .alwaysMapped)) ?? Data(contentsOf: url)
        } catch {
            throw unreadable(path, error)
        }
        names.withLock { names in
            if let address = Self.address(of: data) { names.ofRead[address] = Known(data: data, name: name) }
            // A file that was written just now could change again without another time.
            if !stamp.mayStayTheSame { names.files[name] = ReadFile(stamp: stamp, data: data) }
        }
        return data
    }

    private func unreadable(_ path: String, _ reason: any Error) -> StoreError {
        StoreError(.fileSystem, location: path, "the file of a large value cannot be read: \(reason)")
    }

    /// Throws an error if the folder or one of its files cannot be read, so that nothing is taken for lost because of
    /// missing permissions.
    func checkIsReadable() throws(StoreError) {
        for name in try ownNames {
            do throws(SystemError) {
                try SystemCall.checkReadingIsAllowed(path(of: name))
            } catch {
                if error.code != ENOENT { throw unreadable(path(of: name), error) }
            }
        }
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

    /// Forgets the names of values of objects that no longer exist, and of files that nothing refers to.
    func forget(allBut kept: Set<String>, of isPresent: (ObjectReference) -> Bool) {
        names.withLock { names in
            names.ofSet = names.ofSet.filter { isPresent($0.key.reference) }
            names.ofRead = names.ofRead.filter { kept.contains($0.value.name) }
            names.files = names.files.filter { kept.contains($0.key) }
        }
    }

    /// Forgets the names of some files, so values that were read from them get those of their contents.
    func forgetNames(_ forgotten: Set<String>) {
        names.withLock { names in
            names.ofRead = names.ofRead.filter { !forgotten.contains($0.value.name) }
            names.files = names.files.filter { !forgotten.contains($0.key) }
        }
    }
}

// Creating and removing the files.
extension ExternalData {
    /// Writes a value to its file, unless the file has it already. A file that somebody has changed is replaced.
    func write(_ data: Data, named name: String, operations: FileOperations, isSynchronous: Bool) throws {
        let path = path(of: name)
        guard try self.data(named: name, sizeBytes: data.count) != data else { return }
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
        guard FileKind(ofEntryAt: folder) == .folder, let names = try? ownNames else { return 0 }
        let unused = names.filter { !kept.contains($0) }
        for name in unused { operations.remove(path(of: name)) }
        SystemCall.removeEmptyFolder(folder)
        return unused.count
    }

    /// The names in the folder that the store gives to files, and those of incomplete files; none without a folder.
    ///
    /// - Throws: `StoreError` if the folder cannot be read.
    var ownNames: [String] {
        get throws(StoreError) {
            guard FileStamp(folder) != nil || errno == EACCES else { return [] }
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder)
            } catch {
                throw unreadable(folder, error)
            }
            return names.filter { name in
                let suffix = AtomicFile.temporarySuffix
                return Self.isName(name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
            }
        }
    }

    /// The names of the files whose contents do not match them, in order.
    ///
    /// - Throws: `StoreError` if the folder or a file cannot be read.
    var namesOfChangedFiles: [String] {
        get throws(StoreError) {
            var changed: [String] = []
            for name in try ownNames.sorted() {
                guard let size = FileStamp(path(of: name))?.sizeBytes,
                    let data = try data(named: name, sizeBytes: size), Self.name(of: data) != name
                else { continue }
                changed.append(name)
            }
            return changed
        }
    }

    /// Moves the files to the folder of another store on the same file system. They replace files with the same names,
    /// which somebody could have changed.
    func moveAll(to other: ExternalData) throws {
        let names = try ownNames
        guard !names.isEmpty else { return }
        try other.createFolder(operations: .system, isSynchronous: true)
        for name in names {
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
        let names = try ownNames.filter { Self.isName($0) && !left.contains($0) }
        guard !names.isEmpty else { return false }
        do {
            try other.createFolder(operations: .system, isSynchronous: true)
            for name in names where !RegularFile.addName(other.path(of: name), to: path(of: name)) {
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
        guard let size = FileStamp(path(of: name))?.sizeBytes, let data = try data(named: name, sizeBytes: size) else {
            throw SystemError(ENOENT, call: "open")
        }
        try other.write([(name, data)])
    }

    /// Writes values to their files. If this fails, it has created none, and no folder for them.
    ///
    /// - Returns: The names of the files that the folder did not have.
    @discardableResult
    func write(
        _ values: [(name: String, data: Data)], operations: FileOperations = .system
    ) throws -> [String] {
        let hadFolder = FileStamp(folder) != nil
        var created: [String] = []
        do {
            for (name, data) in values {
                let isNew = FileStamp(path(of: name)) == nil
                try write(data, named: name, operations: operations, isSynchronous: true)
                if isNew { created.append(name) }
            }
        } catch {
            remove(created)
            // It stays if somebody else has put something there.
            if !hadFolder { SystemCall.removeEmptyFolder(folder) }
            throw error
        }
        return created
    }

    /// Removes the files with some names, and the folder if it is empty then. Without names, the folder stays as it
    /// was.
    func remove(_ names: [String]) {
        guard !names.isEmpty else { return }
        for name in names { FileOperations.system.remove(path(of: name)) }
        SystemCall.removeEmptyFolder(folder)
    }
}
