import ColumnEngine
import Foundation
import JSONTokens

/// Extracts all objects from a file that can be read one by one, even if the rest is damaged.
///
/// An unreadable object is skipped up to its end, or if that cannot be found, to the end of the line, because files
/// have one object per line.
struct SalvagedObjects {
    /// A part of the file that could not be read.
    struct Rejected {
        var range: Range<Int>
        var reason: String
    }

    private(set) var objects: [StoredChanges.Object] = []
    private(set) var rejected: [Rejected] = []
    private let bytes: UnsafeRawBufferPointer
    private let formats: [String: EntityFormat]
    private var offset = 0
    private var format: EntityFormat?

    /// - Parameter bytes: The whole file.
    init(_ bytes: UnsafeRawBufferPointer, formats: [String: EntityFormat]) {
        self.bytes = bytes
        self.formats = formats
        offset = Self.startOfEntities(bytes)
        while offset < bytes.count { step() }
    }

    private mutating func step() {
        switch bytes[offset] {
        case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.comma: offset += 1
        case ASCII.closeBracket, ASCII.closeBrace:
            format = nil
            offset += 1
        case ASCII.openBrace where format != nil: takeObject()
        case ASCII.quote: takeEntity()
        default: rejectLine("neither an object nor an entity")
        }
    }

    private mutating func takeEntity() {
        let found = try? JSONScanner.scan(rest, isWhole: false) { scanner -> (String, Int) in
            let name = try scanner.readString()
            try scanner.consumeColon()
            try scanner.beginArray()
            return (name, scanner.offset)
        }
        guard let (name, length) = found, let format = formats[name] else {
            format = nil
            return rejectLine("not an entity of the model")
        }
        self.format = format
        offset += length
    }

    private mutating func takeObject() {
        guard let format else { return }
        do {
            var (object, length) = try JSONScanner.scan(rest, isWhole: false) { scanner in
                let reader = ObjectReader(format: format, source: .file, takesRepetitions: true)
                return (try reader.read(&scanner), scanner.offset)
            }
            object.offset = offset
            objects.append(object)
            offset += length
        } catch {
            let reason = (error as? JSONError)?.message ?? "\(error)"
            let length = try? JSONScanner.scan(rest, isWhole: false) { scanner in
                try scanner.skipValue()
                return scanner.offset
            }
            guard let length else { return rejectLine(reason) }
            rejected.append(Rejected(range: offset..<offset + length, reason: reason))
            offset += length
        }
    }

    private mutating func rejectLine(_ reason: String) {
        let end = bytes[offset...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
        rejected.append(Rejected(range: offset..<end, reason: reason))
        offset = end
    }

    private var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[offset...]) }

    /// The start of the objects: after the key `entities`, or the start of the file if the key cannot be found.
    private static func startOfEntities(_ bytes: UnsafeRawBufferPointer) -> Int {
        let key = Array("\"entities\"".utf8)
        guard let start = bytes.firstRange(of: key)?.upperBound,
            let brace = bytes[start...].firstIndex(of: ASCII.openBrace)
        else { return 0 }
        return brace + 1
    }
}

/// The readable parts of a file other than objects.
struct SalvagedHeader {
    private(set) var header = StoreHeader()
    /// The members that are unknown in the format.
    private(set) var unknown = UnknownMembers()

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - rootNames: The names of the roots of the model's entity families.
    init(_ bytes: UnsafeRawBufferPointer, rootNames: Set<String>) {
        // Everything before the first damage is kept.
        var read = Self()
        try? JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey() { try read.readMember(key, &scanner, rootNames) }
        }
        self = read
    }

    private init() {}

    private mutating func readMember(_ key: String, _ scanner: inout JSONScanner, _ rootNames: Set<String>) throws {
        switch key {
        case "store": try header.readIdentifier(&scanner)
        case "metadata": try header.readMetadata(&scanner)
        case "lastIDs": try header.readLastNumbers(&scanner, rootNames: rootNames)
        case "format", "version", "model", StoredModel.schemaKey, "entities": try scanner.skipValue()
        default: try unknown.read(key, &scanner)
        }
    }
}
