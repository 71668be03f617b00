package import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import StoreExchange
import StructuredText

/// A value for display on the page.
///
/// JSON represents JavaScript's types directly: `null`, Booleans, numbers, and strings. Everything else is an object
/// whose `t` is its type, so no text in a store can be mistaken for something else.
package indirect enum Cell: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number that a `Double` represents exactly.
    case number(Double)
    /// A number with more digits, as text.
    case digits(String)
    case text(String)
    /// The start of a text, its length in UTF-8 bytes, and the digest of all of it where it can be edited.
    case longText(String, count: Int, digest: String? = nil)
    case date(Date)
    case uri(String)
    /// The name of an enum's case, and the stored value.
    case enumerationCase(String, stored: String)
    case data(DataPreview)
    case composite([String: Cell])
    case object(ObjectLink)
    case objects([ObjectLink], count: Int)
}

/// An object to follow.
package struct ObjectLink: Sendable, Hashable, Encodable {
    /// Its URI.
    package var id: String
    package var entity: String
    package var label: String
}

extension Cell {
    /// The number of characters of a text that a table shows.
    static let shortTextCount = 200
    /// The number of characters of a text that the page receives; only an export contains more.
    static let longTextCount = 200_000

    /// Creates a cell from an attribute's value from string-keyed access, with a maximum number of characters of a
    /// text.
    init(_ value: Any?, of attribute: Attribute, textCount: Int = shortTextCount) {
        let plain = Cell(plain: value, textCount: textCount)
        let stored: AttributeEnumeration.RawValue? =
            switch plain {
            case .number(let number): Int64(exactly: number).map { .integer($0) }
            case .text(let text): .string(text)
            default: nil
            }
        let known = attribute.enumeration?.cases?.first { $0.rawValue == stored }
        self = known.map { .enumerationCase($0.name, stored: $0.storedText) } ?? plain
    }

    /// Creates a cell from a value, without the names of enum cases.
    init(plain value: Any?, textCount: Int = shortTextCount) {
        switch value {
        case nil: self = .null
        case let flag as Bool: self = .boolean(flag)
        case let number as any BinaryInteger: self = Cell(integer: Int64(clamping: number))
        case let number as Float: self = Cell(Double(String(number)) ?? Double(number))
        case let number as Double: self = Cell(number)
        case let number as Decimal: self = .digits(number.description)
        case let text as String: self = Cell(text, textCount: textCount)
        case let date as Date: self = .date(date)
        case let uuid as UUID: self = .text(uuid.uuidString)
        case let url as URL: self = .uri(url.absoluteString)
        case let data as Data: self = .data(DataPreview(data, textCount: textCount))
        case let members as [String: Any]:
            self = .composite(members.mapValues { Cell(plain: $0, textCount: textCount) })
        case .some(let other): self = Cell(String(describing: other), textCount: textCount)
        }
    }

    /// The average number of bytes for a character that is still shown: one can have any number of marks.
    private static let maximumCharacterByteCount = 8

    private init(_ text: String, textCount: Int) {
        // A text has at least as many UTF-8 bytes as characters, and counting bytes is faster. A text can have a
        // hundred million characters, so only the displayed ones are read.
        let limit = textCount * Self.maximumCharacterByteCount
        let shown: Substring
        if text.utf8.count > textCount,
            let end = text.index(text.startIndex, offsetBy: textCount, limitedBy: text.endIndex), end < text.endIndex
        {
            shown = text[..<end]
        } else if text.utf8.count > limit {
            shown = text[...]
        } else {
            self = .text(text)
            return
        }
        self = .longText(
            shown.limited(to: limit), count: text.utf8.count,
            digest: textCount < Self.longTextCount ? nil : text.utf8.digest)
    }

    init(integer number: Int64) {
        self = abs(Double(number)) <= 9_007_199_254_740_991 ? .number(Double(number)) : .digits(String(number))
    }

    private init(_ number: Double) { self = number.isFinite ? .number(number) : .digits(String(number)) }

    /// Creates a cell from the value of an expression.
    init(_ value: RowValue) {
        switch value {
        case .null, .nilInsteadOfDefault: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = Cell(integer: number)
        case .real(let number): self = Cell(number)
        case .text(let text): self = Cell(text, textCount: Self.shortTextCount)
        case .list: self = Cell(value.text, textCount: Self.shortTextCount)
        case .jsonText(let text): self = Cell(text, textCount: Self.shortTextCount)
        case .members(let members): self = .composite(members.mapValues(Cell.init))
        }
    }
}

extension Cell: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type = "t"
        case text = "s"
        case count, digest, raw, stored, data, members, link, links
    }

    package func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        func object(_ type: String, _ text: String? = nil) throws -> KeyedEncodingContainer<CodingKeys> {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encodeIfPresent(text, forKey: .text)
            return container
        }
        switch self {
        case .null: try single.encodeNil()
        case .boolean(let flag): try single.encode(flag)
        case .number(let number):
            // A number without a fraction is written as an integer.
            if let whole = Int64(exactly: number) { try single.encode(whole) } else { try single.encode(number) }
        case .text(let text): try single.encode(text)
        case .digits(let digits): _ = try object("digits", digits)
        case .longText(let beginning, let count, let digest):
            var container = try object("long", beginning)
            try container.encode(count, forKey: .count)
            try container.encodeIfPresent(digest, forKey: .digest)
        case .date(let date):
            let interval = date.timeIntervalSinceReferenceDate
            var container = try object("date", DateText.text(for: interval))
            // JSON has no other numbers.
            if interval.isFinite { try container.encode(interval, forKey: .raw) }
        case .uri(let text): _ = try object("uri", text)
        case .enumerationCase(let name, let stored):
            var container = try object("case", name)
            try container.encode(stored, forKey: .stored)
        case .data(let preview):
            var container = try object("data")
            try container.encode(preview, forKey: .data)
        case .composite(let members):
            var container = try object("composite")
            try container.encode(members, forKey: .members)
        case .object(let link):
            var container = try object("object")
            try container.encode(link, forKey: .link)
        case .objects(let links, let count):
            var container = try object("objects")
            try container.encode(links, forKey: .links)
            try container.encode(count, forKey: .count)
        }
    }
}

extension AttributeEnumeration.Case {
    /// The raw value as text.
    var storedText: String {
        switch rawValue {
        case .integer(let number): String(number)
        case .string(let text): text
        }
    }
}

// The name of a value, and its form in a condition.
extension Cell {
    /// The value as a number; nil for a value without a place on a scale.
    var magnitude: Double? {
        switch self {
        case .number(let number): number
        case .digits(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
        case .date(let date):
            date.timeIntervalSinceReferenceDate.isFinite ? date.timeIntervalSinceReferenceDate : nil
        default: nil
        }
    }

    /// The name in a chart.
    var plainText: String {
        switch self {
        case .null: "nil"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
        case .digits(let text), .text(let text), .longText(let text, _, _), .uri(let text): text
        case .date(let date): DateText.text(for: date.timeIntervalSinceReferenceDate)
        case .enumerationCase(let name, _): name
        case .data(let preview): "\(preview.count) bytes"
        case .composite: "…"
        case .object(let link): link.label
        case .objects(_, let count): "\(count)"
        }
    }

    /// The form in a condition on an attribute or a relationship; nil for values without one.
    ///
    /// - Parameter type: The type of the attribute; nil for a relationship.
    func literal(for type: AttributeType?) -> String? {
        switch self {
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        // A condition compares with the exact value of a Float, which its shortest digits are not.
        case .number(let number) where type == .float: Cell.number(Double(Float(number))).plainText
        case .number: plainText
        case .digits(let digits): Self.literal(ofDigits: digits, for: type)
        case .text(let text) where type == .uuid: "CAST(\(text.quoted), 'NSUUID')"
        case .text(let text): text.quoted
        // The name of a case can be the raw value of another one.
        case .enumerationCase(_, let stored) where type == .string: stored.quoted
        case .enumerationCase(let name, _): name.quoted
        case .date(let date):
            date.timeIntervalSinceReferenceDate.isFinite
                ? "CAST(\(date.timeIntervalSinceReferenceDate), 'NSDate')" : nil
        case .object(let link): link.id.quoted
        default: nil
        }
    }

    /// The form of a number that is not in ``number(_:)``. Nothing equals a value that is not a number.
    private static func literal(ofDigits digits: String, for type: AttributeType?) -> String? {
        let isFinite = digits.contains(where: \.isNumber)
        switch type {
        case .decimal:
            guard isFinite else { return nil }
            // The literals of the language are 64 bits long.
            return digits.count(where: \.isNumber) > 15 ? "CAST(\(digits.quoted), 'NSDecimalNumber')" : digits
        case .double, .float:
            if isFinite { return digits }
            return digits.hasSuffix("inf") ? "CAST(\(digits.quoted), 'NSNumber')" : nil
        default: return digits
        }
    }
}

extension Sequence<UInt8> {
    /// What tells the bytes from others in this run of the program, for a page that has only some of them.
    var digest: String {
        var hasher = Hasher()
        let isHashed: Void? = withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isHashed == nil { for byte in self { hasher.combine(byte) } }
        return String(hasher.finalize())
    }
}

extension Substring {
    /// The text without the scalars behind a number of bytes.
    fileprivate func limited(to byteCount: Int) -> String {
        guard utf8.count > byteCount else { return String(self) }
        // An index within a scalar is rounded down to its start.
        return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: byteCount)])
    }
}

extension String {
    /// The text as a constant of the format language.
    var quoted: String {
        "\"" + replacing(scalar: "\\", with: "\\\\").replacing(scalar: "\"", with: "\\\"") + "\""
    }
}
