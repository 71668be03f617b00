/// Reads the objects for numbers and identifiers in archives.
///
/// Source: public archives of Foundation's classes.
package enum ArchivedNumbers {
    /// The digits of a decimal number; nil for other values.
    static func decimal(_ value: ArchivedValue) -> String? {
        guard let mantissa = value[.mantissa]?.bytes, mantissa.count <= 16,
            let exponent = value[.exponent]?.integer, (-200...200).contains(exponent)
        else { return nil }
        // The archive specifies the byte order; 1 is little-endian.
        let isLittleEndian = value[.mantissaByteOrder]?.integer != 2
        let wordCount = min(value[.length]?.integer.map { Int(clamping: $0) } ?? 8, mantissa.count / 2)
        // NaN is written as a sign without words.
        guard wordCount >= 0, wordCount > 0 || value[.negative]?.boolean != true else { return nil }
        var number: UInt128 = 0
        for word in (0..<wordCount).reversed() {
            let (low, high) = (UInt128(mantissa[2 * word]), UInt128(mantissa[2 * word + 1]))
            number = number << 16 | (isLittleEndian ? high << 8 | low : low << 8 | high)
        }
        return text(
            ofDecimal: DecimalDigits(
                isNegative: value[.negative]?.boolean == true, mantissa: number, exponent: Int(exponent)))
    }

    /// A decimal number with all of its digits.
    package static func text(ofDecimal number: DecimalDigits) -> String {
        let digits = String(number.mantissa)
        let sign = number.isNegative ? "-" : ""
        guard number.exponent < 0 else {
            return sign + (number.mantissa == 0 ? "0" : digits + String(repeating: "0", count: number.exponent))
        }
        let padded = String(repeating: "0", count: max(0, 1 - number.exponent - digits.count)) + digits
        return sign + padded.dropLast(-number.exponent) + "." + padded.suffix(-number.exponent)
    }

    /// The text of a UUID, in upper case; nil for other values.
    static func uuid(_ value: ArchivedValue) -> String? {
        guard let bytes = value[.uuidbytes]?.bytes, bytes.count == 16 else { return nil }
        let digits = bytes.map { byte in
            String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }

    /// The text of a URL without a base; nil for other values.
    static func uri(_ value: ArchivedValue) -> String? {
        value[.base] == nil ? value[.relative]?.text : nil
    }
}

/// A decimal number as archives contain it: the mantissa times ten to the power of the exponent.
package struct DecimalDigits {
    /// Whether the number is below zero, or a zero with a sign.
    package var isNegative: Bool
    /// The digits as an integer.
    package var mantissa: UInt128
    /// The power of ten.
    package var exponent: Int

    /// Creates a number from its parts.
    package init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
        self.isNegative = isNegative
        self.mantissa = mantissa
        self.exponent = exponent
    }
}
