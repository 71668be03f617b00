package import Foundation

extension Decimal {
    /// Creates a number from text that consists only of the number, as `description` writes it; nil if the text is no
    /// number, or one with more digits than a decimal has.
    package init?(exactly text: String) {
        if text == "NaN" {
            self = .nan
            return
        }
        // Foundation stops silently at the first unknown character.
        guard text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return nil }
        self.init(string: text)
        // It also silently rounds numbers with too many digits.
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
