import FileAccess
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Making and removing the files.
extension ExternalData {
    /// Writes a value to its file, unless it is there.
    func write(_ data: Data, named name: String, operations: FileOperations, isSynchronous: Bool) throws {
        let path = path(of: name)
        guard FileStamp(path)?.sizeBytes != data.count else { return }
        try makeFolder(operations: operations, isSynchronous: isSynchronous)
        do {
            let file = AtomicFile(path: path, operations: operations, isSynchronous: isSynchronous)
            try file.prepare(rights: nil) { write in
                for start in stride(from: 0, to: data.count, by: 1 << 20) {
                    try [UInt8](data.dropFirst(start).prefix(1 << 20)).withUnsafeBytes(write)
                }
            }
            try file.replace()
        } catch let error as UncertainOutcome {
            // Nothing refers to it yet: whether it is there makes no difference to the save.
            operations.remove(path)
            throw error.reason
        }
    }

    private func makeFolder(operations: FileOperations, isSynchronous: Bool) throws {
        guard FileStamp(folder) == nil else { return }
        try operations.makeFolder(folder)
        let parent = URL(filePath: folder).deletingLastPathComponent().path(percentEncoded: false)
        if isSynchronous { try operations.synchronizeFolder(parent) }
    }

    /// Removes the files that nothing refers to, those that a crash has left among them. What cannot be removed does no
    /// harm.
    ///
    /// - Returns: How many were removed.
    @discardableResult
    func removeAll(but kept: Set<String>, operations: FileOperations) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let unused = names.filter { !kept.contains($0) }
        for name in unused { operations.remove(path(of: name)) }
        if unused.count == names.count { rmdirIfEmpty() }
        return unused.count
    }

    /// The paths of the files that do not hold what their names say, in order.
    var damagedFiles: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { name in
            guard let size = FileStamp(path(of: name))?.sizeBytes, let data = data(named: name, sizeBytes: size) else {
                return false
            }
            return Self.name(of: data) != name
        }.map(path)
    }

    /// Copies the files with some names to another store's folder.
    func copy(_ names: Set<String>, to other: ExternalData) throws {
        for name in names.sorted() {
            guard let size = FileStamp(path(of: name))?.sizeBytes, let data = data(named: name, sizeBytes: size) else {
                throw SystemError(call: "open", number: ENOENT)
            }
            try other.write(data, named: name, operations: .system, isSynchronous: true)
        }
    }

    private func rmdirIfEmpty() {
        rmdir(folder)
    }
}
