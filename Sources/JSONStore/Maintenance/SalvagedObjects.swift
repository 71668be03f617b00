import ColumnEngine
import Foundation

/// Takes all objects out of a file that can be read one by one, however damaged the rest is.
///
/// An object that cannot be read is passed over as a whole where its end can be found, and up to the end of its line where
/// it cannot: files have one object a line.
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

    /// Where the objects begin: behind the key `entities`, or at the start where it cannot be found.
    private static func startOfEntities(_ bytes: UnsafeRawBufferPointer) -> Int {
        let key = Array("\"entities\"".utf8)
        guard let start = bytes.firstRange(of: key)?.upperBound,
            let brace = bytes[start...].firstIndex(of: ASCII.openBrace)
        else { return 0 }
        return brace + 1
    }
}
