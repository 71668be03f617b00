public import CompiledModels
public import ModelSchema

extension CompiledVersionList {
    /// Returns the contents of the file.
    ///
    /// ```swift
    /// let versions = [
    ///     "Library": ModelLookup(old).coreDataVersionHashes,
    ///     "Library 2": ModelLookup(new).coreDataVersionHashes,
    /// ]
    /// let bytes = CompiledVersionList.bytes(of: versions, currentName: "Library 2")
    /// try Data(bytes).write(to: folder.appending(path: CompiledVersionList.fileName))
    /// ```
    ///
    /// - Parameters:
    ///   - versions: The hashes of each version's entities, by their names.
    ///   - currentName: The current version; nil if the bundle does not name one.
    ///   - tools: The version of Xcode whose files to write.
    public static func bytes(
        of versions: [String: [String: CoreDataVersionHash]], currentName: String?, tools: CompilerTools = .latest
    ) -> [UInt8] {
        var list = BinaryPropertyListWriter()
        let sorted = versions.sorted { $0.key.isBefore($1.key) }
        let hashes = sorted.map { name, hashes in
            let entities = hashes.sorted { $0.key.isBefore($1.key) }
            let numbers = entities.map { (key: $0.key, number: list.add(.data($0.value.bytes))) }
            return (key: name, number: list.add(numbers))
        }
        var members: [(key: String, number: Int)] = []
        if let currentName { members.append((Key.currentName, list.add(.string(currentName)))) }
        if tools.writesChecksums {
            let checksums = sorted.map { version in
                (key: version.key, number: list.add(.string(CoreDataVersionDigest(of: version.value).checksum)))
            }
            members.append((Key.checksums, list.add(checksums)))
        }
        members.append((Key.hashes, list.add(hashes)))
        let root = list.add(members)
        return list.bytes(root: root)
    }
}
