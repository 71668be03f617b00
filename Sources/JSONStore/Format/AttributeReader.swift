import Foundation
import ObjectGraph

/// Reads the value of one attribute as its type has it.
enum AttributeReader {
    static func read(
        _ scanner: inout JSONScanner, _ attribute: Attribute, of entity: EntityDescription
    ) throws -> AttributeValue {
        if try scanner.readNull() { return .null }
        let offset = scanner.offset
        func refuse(_ scanner: borrowing JSONScanner) -> JSONError {
            scanner.failure(
                "'\(entity.name).\(attribute.name)' is no value of type \(attribute.type.rawValue)", at: offset)
        }
        switch attribute.type {
        case .boolean:
            return .boolean(try scanner.readBoolean())
        case .integer16, .integer32, .integer64:
            let number = try scanner.readInteger()
            guard attribute.type.integerRange?.contains(number) == true else { throw refuse(scanner) }
            return .integer(number)
        case .float:
            return .float(try scanner.readFloat())
        case .double:
            return .double(try scanner.readDouble())
        case .decimal:
            guard let number = Decimal(exactly: try scanner.readString()) else { throw refuse(scanner) }
            return .decimal(number)
        case .string:
            return .string(try scanner.readString())
        case .date:
            return .date(Date(timeIntervalSinceReferenceDate: try scanner.readDate()))
        case .binary, .transformable:
            return .binary(Data(try scanner.readBase64()))
        case .uuid:
            guard let uuid = UUID(uuidString: try scanner.readString()) else { throw refuse(scanner) }
            return .uuid(uuid)
        case .uri:
            guard let url = URL(string: try scanner.readString()) else { throw refuse(scanner) }
            return .uri(url)
        case .composite, .objectID, .undefined:
            throw refuse(scanner)
        }
    }
}

extension Decimal {
    /// A number from text that is a number from the first character to the last.
    fileprivate init?(exactly text: String) {
        if text == "NaN" {
            self = .nan
            return
        }
        // Foundation stops at the first character it does not know, and says nothing.
        guard text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return nil }
        self.init(string: text)
        // It rounds what it has no room for, without a word as well.
        guard text.utf8.count <= 38 || Self.significantDigits(text) == Self.significantDigits(description) else {
            return nil
        }
    }

    private static func significantDigits(_ text: String) -> [UInt8] {
        let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        var digits = mantissa.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return Array(digits.drop { $0 == UInt8(ascii: "0") })
    }
}
