import FileAccess
import Foundation
import JSONTokens

/// The first members of a journal's line. ``ChangeReader`` reads the rest of a save.
enum JournalStatement: Equatable {
    /// A file with this identity contains all saves up to a sequence number, of the store with an identifier.
    case base(BaseIdentity, store: UUID, sequence: Int64)
    /// A save. When it was written, all saves up to `synchronized` were on the medium.
    case save(sequence: Int64, synchronized: Int64)

    static let formatName = "modelgen-journal"
    static let formatVersion: Int64 = 1

    /// Whether a file begins like a journal. The first line can be torn, or lost with a block of the medium.
    static func isBeginning(_ bytes: [UInt8]) -> Bool {
        let beginning = Array("{\"format\": \"\(formatName)\"".utf8)
        return bytes.allSatisfy { $0 == 0 } || bytes.starts(with: beginning) || beginning.starts(with: bytes)
    }

    /// The first line of a journal, which also announces a file with merged saves.
    static func baseLine(_ base: BaseIdentity, store: UUID, sequence: Int64) -> [UInt8] {
        JournalLine.bytes { writer in
            writer.writeKey("format")
            writer.writeString(formatName)
            writer.writeMember("version")
            writer.writeInteger(formatVersion)
            writer.writeMember("store")
            writer.writeString(store.uuidString)
            writer.writeMember("sequence")
            writer.writeInteger(sequence)
            writer.writeMember("base")
            writer.writeRaw("{")
            writer.writeKey("bytes")
            writer.writeInteger(Int64(base.sizeBytes))
            writer.writeMember(JournalLine.checksumKey)
            writer.writeRaw("\"")
            writer.writeRaw(base.checksum.digits)
            writer.writeRaw("\"}")
        }
    }

    /// The line of a save, with the members that ``ChangeWriter`` has written.
    static func saveLine(sequence: Int64, synchronized: Int64, changes: [UInt8]) -> [UInt8] {
        JournalLine.bytes { writer in
            writer.writeKey("sequence")
            writer.writeInteger(sequence)
            if synchronized != sequence - 1 {
                writer.writeMember("synced")
                writer.writeInteger(synchronized)
            }
            writer.writeRaw(changes)
        }
    }

    /// Reads a line with a valid checksum.
    ///
    /// - Throws: `JSONError` for a line of another kind; ``NewerJournalError``.
    init(_ line: UnsafeRawBufferPointer) throws {
        self = try JSONScanner.scan(line, isWhole: false) { scanner in
            try scanner.beginObject()
            let key = try scanner.nextKey()
            guard key == "sequence" else { return try Self.readBase(&scanner, firstKey: key) }
            let sequence = try Self.readCount(&scanner)
            return .save(sequence: sequence, synchronized: try Self.readSynchronized(&scanner) ?? sequence - 1)
        }
    }

    private static func readSynchronized(_ scanner: inout JSONScanner) throws -> Int64? {
        guard try scanner.nextKey() == "synced" else { return nil }
        return try readCount(&scanner)
    }

    private static func readBase(_ scanner: inout JSONScanner, firstKey: String?) throws -> JournalStatement {
        guard firstKey == "format", try scanner.readString() == formatName else {
            throw scanner.error("the line does not belong to the journal of a store")
        }
        try expectKey("version", &scanner)
        let version = try scanner.readInteger()
        guard version <= formatVersion else { throw NewerJournalError(version: version) }
        try expectKey("store", &scanner)
        guard let store = UUID(uuidString: try scanner.readString()) else {
            throw scanner.error("the store's identifier is not a UUID")
        }
        try expectKey("sequence", &scanner)
        let sequence = try readCount(&scanner)
        try expectKey("base", &scanner)
        try scanner.beginObject()
        try expectKey("bytes", &scanner)
        let sizeBytes = try readCount(&scanner)
        try expectKey(JournalLine.checksumKey, &scanner)
        var digits: [UInt8] = []
        try scanner.readString(appendingTo: &digits)
        guard let checksum = digits.withUnsafeBytes({ Checksum(digits: $0) }) else {
            throw scanner.error("the checksum of the file is not valid")
        }
        return .base(BaseIdentity(sizeBytes: Int(sizeBytes), checksum: checksum), store: store, sequence: sequence)
    }

    private static func expectKey(_ name: String, _ scanner: inout JSONScanner) throws {
        guard try scanner.nextKey() == name else {
            throw scanner.error("expected '\(name)' in the line", at: scanner.keyOffset)
        }
    }

    private static func readCount(_ scanner: inout JSONScanner) throws -> Int64 {
        let number = try scanner.readInteger()
        // So that numbers can count up from it.
        guard (0...Int64.max / 2).contains(number) else {
            throw scanner.error("the number is \(number < 0 ? "less than 0" : "too large")")
        }
        return number
    }
}

/// The journal has a version of the format that this library does not support.
struct NewerJournalError: Error {
    var version: Int64
}
