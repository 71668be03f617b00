import ColumnEngine
import Foundation
import JSONTokens

/// The part of a store's file before the objects: the format, and the model that it was written with.
struct StoreMetadata {
    var identifier: UUID?
    var metadata = Array("{}".utf8)
    var lastNumbers: [String: Int64] = [:]

    /// Whether a file begins like that of a store, whatever follows.
    static func isBeginning(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let format = try? JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            return try scanner.nextKey() == "format" ? try scanner.readString() : nil
        }
        return format == StoreFormat.name
    }

    /// Reads the value of `version`, because files of newer versions can contain anything after it.
    static func readVersion(_ scanner: inout JSONScanner, path: String) throws {
        _ = try scanner.peek()
        let start = scanner.offset
        let version = try scanner.readInteger()
        if version == StoreFormat.version { return }
        guard version > StoreFormat.version else {
            throw scanner.error("the format has no version \(version)", at: start)
        }
        throw StoreError(
            .newerFormat, location: path,
            "the file has format version \(version), but this program supports version \(StoreFormat.version)")
    }

    mutating func readIdentifier(_ scanner: inout JSONScanner) throws {
        _ = try scanner.peek()
        let start = scanner.offset
        identifier = UUID(uuidString: try scanner.readString())
        if identifier == nil { throw scanner.error("the store's identifier is not a UUID", at: start) }
    }

    mutating func readMetadata(_ scanner: inout JSONScanner) throws {
        guard try scanner.peek() == .object else { throw scanner.error("the metadata is not an object") }
        metadata = try scanner.captureValue()
    }

    /// Reads the last numbers of families of entities. With invalid ones, unreadable numbers would be assigned.
    mutating func readLastNumbers(_ scanner: inout JSONScanner, rootNames: Set<String>) throws {
        try scanner.beginObject()
        while let name = try scanner.nextKey() {
            guard rootNames.contains(name) else {
                throw scanner.error("the model has no root entity '\(name)'", at: scanner.keyOffset)
            }
            guard lastNumbers[name] == nil else {
                throw scanner.error("duplicate entity '\(name)'", at: scanner.keyOffset)
            }
            _ = try scanner.peek()
            let start = scanner.offset
            let number = try scanner.readInteger()
            guard number >= 0 else { throw scanner.error("the last number of '\(name)' is less than 0", at: start) }
            lastNumbers[name] = number
        }
    }
}
