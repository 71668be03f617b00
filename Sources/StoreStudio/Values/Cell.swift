package import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import StoreExchange

/// A value as the page shows it.
///
/// In JSON, what JavaScript has is written as it is: `null`, `true`, a number, a text. Everything else is an object whose
/// `t` says what it is, so that no text of a store can pass for anything but text.
package indirect enum Cell: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number that a double holds exactly.
    case number(Double)
    /// A number with more digits, as text.
    case digits(String)
    case text(String)
    /// The beginning of a text, and how many bytes of UTF-8 it has.
    case longText(String, count: Int)
    case date(Date)
    case uri(String)
    /// The name of an enum's case, and what the store holds for it.
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
    /// How much of a text a table shows.
    static let shortTextCount = 200
    /// How much of a text the page gets at all; the rest is for an export.
    static let longTextCount = 200_000

    /// A value of an attribute as string-keyed access gives it.
    ///
    /// - Parameter textCount: How many characters of a text are wanted.
    init(_ value: Any?, of attribute: Attribute, textCount: Int = shortTextCount) {
        let plain = Cell(plain: value, textCount: textCount)
        guard let cases = attribute.enumeration?.cases else {
            self = plain
            return
        }
        let stored: AttributeEnumeration.RawValue? =
            switch plain {
            case .number(let number): Int64(exactly: number).map { .integer($0) }
            case .text(let text): .string(text)
            default: nil
            }
        guard let stored, let name = cases.first(where: { $0.rawValue == stored })?.name else {
            self = plain
            return
        }
        switch stored {
        case .integer(let number): self = .enumerationCase(name, stored: String(number))
        case .string(let text): self = .enumerationCase(name, stored: text)
        }
    }

    /// A value without regard to what an enum calls it.
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

    private init(_ text: String, textCount: Int) {
        // UTF-8 has at least as many bytes as there are characters, and is counted faster.
        guard text.utf8.count > textCount else {
            self = .text(text)
            return
        }
        // A text may have a hundred million characters: only those that are shown are looked at.
        guard let end = text.index(text.startIndex, offsetBy: textCount, limitedBy: text.endIndex),
            end < text.endIndex
        else {
            self = .text(text)
            return
        }
        self = .longText(String(text[..<end]), count: text.utf8.count)
    }

    init(integer number: Int64) {
        self = abs(Double(number)) <= 9_007_199_254_740_991 ? .number(Double(number)) : .digits(String(number))
    }

    private init(_ number: Double) {
        self = number.isFinite ? .number(number) : .digits(String(number))
    }

    /// What an expression gives, as tables of queries have it.
    init(_ value: RowValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = Cell(integer: number)
        case .real(let number): self = Cell(number)
        case .text(let text): self = Cell(text, textCount: Self.shortTextCount)
        case .list: self = Cell(value.text, textCount: Self.shortTextCount)
        }
    }
}

extension Cell: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type = "t"
        case text = "s"
        case count, raw, stored, data, members, link, links
    }

    package func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        switch self {
        case .null: return try single.encodeNil()
        case .boolean(let flag): return try single.encode(flag)
        case .number(let number):
            // A whole number is written as one.
            if let whole = Int64(exactly: number) { return try single.encode(whole) }
            return try single.encode(number)
        case .text(let text): return try single.encode(text)
        default: break
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .null, .boolean, .number, .text: break
        case .digits(let digits):
            try container.encode("digits", forKey: .type)
            try container.encode(digits, forKey: .text)
        case .longText(let beginning, let count):
            try container.encode("long", forKey: .type)
            try container.encode(beginning, forKey: .text)
            try container.encode(count, forKey: .count)
        case .date(let date):
            try container.encode("date", forKey: .type)
            try container.encode(DateText.text(for: date.timeIntervalSinceReferenceDate), forKey: .text)
            // JSON has no other numbers.
            if date.timeIntervalSinceReferenceDate.isFinite {
                try container.encode(date.timeIntervalSinceReferenceDate, forKey: .raw)
            }
        case .uri(let text):
            try container.encode("uri", forKey: .type)
            try container.encode(text, forKey: .text)
        case .enumerationCase(let name, let stored):
            try container.encode("case", forKey: .type)
            try container.encode(name, forKey: .text)
            try container.encode(stored, forKey: .stored)
        case .data(let preview):
            try container.encode("data", forKey: .type)
            try container.encode(preview, forKey: .data)
        case .composite(let members):
            try container.encode("composite", forKey: .type)
            try container.encode(members, forKey: .members)
        case .object(let link):
            try container.encode("object", forKey: .type)
            try container.encode(link, forKey: .link)
        case .objects(let links, let count):
            try container.encode("objects", forKey: .type)
            try container.encode(links, forKey: .links)
            try container.encode(count, forKey: .count)
        }
    }
}
