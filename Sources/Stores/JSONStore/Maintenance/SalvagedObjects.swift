import ColumnEngine
import Foundation
import JSONTokens

/// Extracts all objects from a file that can be read one by one, even if the rest is damaged.
///
/// An unreadable object is skipped up to its end, or if that cannot be found, to the end of the line, because files
/// have one object per line. Objects below a damaged entity name are assigned to an entity if it is the only one that
/// has all their keys and does not occur elsewhere in the file.
struct SalvagedObjects {
    /// A part of the file that could not be read.
    struct Rejected {
        var range: Range<Int>
        var reason: String
        /// The offset of the error; nil if it is the start of the part.
        var errorOffset: Int?

        /// The offset to report.
        var place: Int { errorOffset ?? range.lowerBound }
    }

    private(set) var objects: [StoredChanges.Object] = []
    private(set) var rejected: [Rejected] = []
    /// The headings whose objects could be those of several entities.
    private(set) var unclear: [Rejected] = []
    private let bytes: UnsafeRawBufferPointer
    private let formats: [String: EntityLayout]
    /// The keys of members beside the entities that are kept, which are no headings.
    private let keptKeys: Set<String>
    private var offset = 0
    private var format: EntityLayout?
    private var seenNames: Set<String> = []
    /// Objects without a known entity.
    private var strays: [Strays] = []
    /// Whether objects are added to the last ones of ``strays``.
    private var isAmongStrays = false

    /// Objects below a heading that names no entity.
    private struct Strays {
        var heading: Range<Int>
        /// The reason why it names none.
        var reason: String
        var objects: [Range<Int>] = []
        var keys: Set<String> = []
    }

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - keptKeys: The keys of members beside the entities that are kept.
    init(_ bytes: UnsafeRawBufferPointer, formats: [String: EntityLayout], keptKeys: Set<String>) {
        self.bytes = bytes
        self.formats = formats
        self.keptKeys = keptKeys
        offset = Self.startOfEntities(bytes)
        while offset < bytes.count { step() }
        for place in strays.indices { settle(strays[place]) }
        objects.sort { $0.offset < $1.offset }
        rejected.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func step() {
        switch bytes[offset] {
        case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.comma: offset += 1
        case ASCII.closeBracket, ASCII.closeBrace:
            format = nil
            isAmongStrays = false
            offset += 1
        case ASCII.openBrace where format != nil: takeObject()
        case ASCII.openBrace where isAmongStrays: takeStray()
        case ASCII.quote: takeEntity()
        default:
            guard format == nil, !isAmongStrays else { return rejectLine(Self.unknownReason) }
            beginStrays(to: endOfLine, Self.unknownReason)
        }
    }

    private static let unknownReason = "neither an object nor an entity"

    /// Begins to note objects below a heading that names no entity. It is reported when it is clear what they are.
    private mutating func beginStrays(to end: Int, _ reason: String) {
        format = nil
        isAmongStrays = true
        strays.append(Strays(heading: offset..<end, reason: reason))
        offset = end
    }

    private mutating func takeEntity() {
        if let length = keptMemberLength {
            format = nil
            isAmongStrays = false
            offset += length
            return
        }
        let found = try? JSONScanner.scan(rest, isWhole: false) { scanner -> (String, Int) in
            let name = try scanner.readString()
            try scanner.consumeColon()
            try scanner.beginArray()
            return (name, scanner.offset)
        }
        guard let (name, length) = found, let format = formats[name] else {
            return beginStrays(to: found.map { offset + $0.1 } ?? endOfLine, "not an entity of the model")
        }
        seenNames.insert(name)
        isAmongStrays = false
        self.format = format
        offset += length
    }

    /// The length of a member beside the entities that is kept; nil for anything else. Writers put it at the start of a
    /// line, but names of entities further to the right.
    private var keptMemberLength: Int? {
        guard !keptKeys.isEmpty, bytes[..<offset].suffix(2).elementsEqual([ASCII.lineFeed, ASCII.space]) else {
            return nil
        }
        return try? JSONScanner.scan(rest, isWhole: false) { scanner -> Int? in
            guard keptKeys.contains(try scanner.readString()) else { return nil }
            try scanner.consumeColon()
            try scanner.skipValue()
            return scanner.offset
        }
    }

    /// Notes an object without a known entity.
    private mutating func takeStray() {
        let found = try? JSONScanner.scan(rest, isWhole: false) { scanner -> (Set<String>, Int) in
            var keys: Set<String> = []
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                keys.insert(key)
                try scanner.skipValue()
            }
            return (keys, scanner.offset)
        }
        guard let (keys, length) = found else { return rejectLine(Self.unknownReason) }
        strays[strays.count - 1].objects.append(offset..<offset + length)
        strays[strays.count - 1].keys.formUnion(keys)
        offset += length
    }

    /// Takes the objects below a heading that names no entity, or rejects them.
    private mutating func settle(_ strays: Strays) {
        let candidates = formats.filter { name, format in
            !strays.objects.isEmpty && !seenNames.contains(name) && strays.keys.isSubset(of: format.keys.keys)
        }
        if candidates.count > 1 {
            let names = candidates.keys.sorted().map { "'\($0)'" }.joined(separator: " or ")
            unclear.append(
                Rejected(
                    range: strays.heading,
                    reason: "the name of the entity is damaged, and its objects could be those of \(names); "
                        + "write the name in this line"))
        }
        guard candidates.count == 1, let (name, format) = candidates.first else {
            rejected.append(Rejected(range: strays.heading, reason: strays.reason))
            for range in strays.objects { rejected.append(Rejected(range: range, reason: Self.unknownReason)) }
            return
        }
        seenNames.insert(name)
        rejected.append(
            Rejected(
                range: strays.heading, reason: "the name of the entity is damaged; its objects are those of '\(name)'"))
        for range in strays.objects {
            offset = range.lowerBound
            self.format = format
            takeObject()
        }
    }

    private mutating func takeObject() {
        guard let format else { return }
        do {
            // An object that is nested more deeply cannot be read in the file.
            let maximumDepth = StoreFormat.maximumDepth - StoreFormat.depthOfObjects
            var (object, length) = try JSONScanner.scan(rest, maximumDepth: maximumDepth, isWhole: false) { scanner in
                let reader = ObjectReader(format: format, source: .file, takesRepetitions: true)
                return (try reader.read(&scanner), scanner.offset)
            }
            object.offset = offset
            objects.append(object)
            offset += length
        } catch {
            let problem = error as? JSONError
            let length = try? JSONScanner.scan(rest, isWhole: false) { scanner in
                try scanner.skipValue()
                return scanner.offset
            }
            let end = length.map { offset + $0 } ?? endOfLine
            var part = Rejected(range: offset..<end, reason: problem?.reason ?? "\(error)")
            // Where the text is damaged, an error can be far behind the part.
            if let place = problem.map({ offset + $0.offset }), part.range.contains(place) { part.errorOffset = place }
            rejected.append(part)
            offset = end
        }
    }

    private mutating func rejectLine(_ reason: String) {
        let end = endOfLine
        rejected.append(Rejected(range: offset..<end, reason: reason))
        offset = end
    }

    private var endOfLine: Int { bytes[offset...].firstIndex(of: ASCII.lineFeed) ?? bytes.count }

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
    private(set) var header = StoreMetadata()
    /// The members that are unknown in the format.
    private(set) var unknown = UnknownMembers()
    private var keysRead: Set<String> = []

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - rootNames: The names of the roots of the model's entity families.
    init(_ bytes: UnsafeRawBufferPointer, rootNames: Set<String>) {
        // Everything before the first damage is kept.
        var read = Self()
        let isIntact: Void? = try? JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey() { try read.readMember(key, &scanner, rootNames) }
        }
        if isIntact == nil { read.readLines(of: bytes, rootNames) }
        self = read
    }

    private init() {}

    /// Reads the members that begin a line of their own, if a writer has written the file. The damage can be before
    /// them, such as that of an object before the unknown members.
    private mutating func readLines(of bytes: UnsafeRawBufferPointer, _ rootNames: Set<String>) {
        guard bytes.firstRange(of: Array("\n \"entities\": {".utf8)) != nil else { return }
        let beginning = [ASCII.lineFeed, ASCII.space, ASCII.quote]
        var start = 0
        while let found = bytes[start...].firstRange(of: beginning) {
            start = found.upperBound
            let line = UnsafeRawBufferPointer(rebasing: bytes[(found.upperBound - 1)...])
            try? JSONScanner.scan(line, isWhole: false) { scanner in
                let key = try scanner.readString()
                try scanner.consumeColon()
                try readMember(key, &scanner, rootNames)
            }
        }
    }

    /// Reads the value of a key. A value that was read before stays.
    private mutating func readMember(_ key: String, _ scanner: inout JSONScanner, _ rootNames: Set<String>) throws {
        guard !keysRead.contains(key) else {
            try scanner.skipValue()
            return
        }
        switch key {
        case "store": try header.readIdentifier(&scanner)
        case "metadata": try header.readMetadata(&scanner)
        case "lastIDs": try header.readLastNumbers(&scanner, rootNames: rootNames)
        case "format", "version", "model", StoredModel.schemaKey, "entities": try scanner.skipValue()
        default: try unknown.read(key, &scanner)
        }
        keysRead.insert(key)
    }
}
