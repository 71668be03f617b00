import CompiledModels
import ModelSchema

/// Archives the default values of attributes.
///
/// Source: the defaults in public archives, compared with the models that they were compiled from.
enum ArchivedDefaults {
    /// A default that the text does not give.
    struct InvalidDefaultError: Error {}

    /// The default of an attribute, and whether public archives contain such a one.
    static func value(of attribute: Attribute) throws(InvalidDefaultError) -> (member: ArchivedMember, isKnown: Bool) {
        if attribute.type == .date {
            guard let text = attribute.defaultDateTimeInterval, !text.isEmpty else {
                return (.null, attribute.defaultValueString == nil && attribute.defaultDateTimeInterval == nil)
            }
            guard let seconds = Double(text) else { throw InvalidDefaultError() }
            return (.object(ArchivedObject(.date, [(.time, .real(seconds))])), true)
        }
        guard let text = attribute.defaultValueString else { return (.null, true) }
        // Apart from a text, an empty default is none.
        guard !text.isEmpty || attribute.type == .string else { return (.null, !hasDefaults(attribute.type)) }
        switch attribute.type {
        case .integer16, .integer32, .integer64:
            // The compiler reads a text that is not a number as 0.
            let number = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) } ?? 0
            return (.numberObject(.integer(number)), true)
        case .double: return (.numberObject(.real(Double(text) ?? 0)), Double(text) == 0)
        case .float: return (.numberObject(.single(Float(text) ?? 0)), Float(text) == 0)
        case .boolean:
            let flag = attribute.defaultValue == .boolean(true)
            return (.numberObject(.boolean(flag)), ["YES", "NO", "0"].contains(text))
        case .string: return (.string(text), true)
        case .decimal: return (.object(try decimal(text)), text == "0.0" || text == "0")
        case .uuid: return (.object(ArchivedObject(.uuid, [(.uuidbytes, .bytes(try uuid(text)))])), true)
        case .uri: return (.object(ArchivedObject(.url, [(.base, .null), (.relative, .string(text))])), false)
        case .binary, .transformable, .objectID, .composite, .undefined, .date: return (.null, true)
        }
    }

    private static func hasDefaults(_ type: AttributeType) -> Bool {
        switch type {
        case .binary, .transformable, .objectID, .composite, .undefined: false
        default: true
        }
    }

    /// The default in the form in which it is read: the text, or the interval of a date.
    static func texts(of attribute: Attribute) -> (text: String?, date: String?) {
        guard !attribute.isDerived, let member = try? value(of: attribute).member else { return (nil, nil) }
        switch member {
        case .string(let text): return (text, nil)
        case .numberObject(.integer(let number)): return (String(number), nil)
        case .numberObject(.real(let number)): return (number.plainText, nil)
        case .numberObject(.single(let number)): return (number.plainText, nil)
        case .numberObject(.boolean(let flag)): return (flag ? "YES" : "NO", nil)
        case .object:
            switch attribute.type {
            case .date: return (nil, attribute.defaultDateTimeInterval.flatMap(Double.init)?.plainText)
            case .uuid: return (attribute.defaultValueString?.uppercased(), nil)
            case .decimal:
                let digits = attribute.defaultValueString.flatMap { try? decimalDigits($0) }
                return (digits.map { ArchivedNumbers.text(ofDecimal: $0) }, nil)
            default: return (attribute.defaultValueString, nil)
            }
        default: return (nil, nil)
        }
    }

    private static func uuid(_ text: String) throws(InvalidDefaultError) -> [UInt8] {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = groups.joined().utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], digits.count == 32 else { throw InvalidDefaultError() }
        return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The digits of a text such as `-12.50` or `1.5e3`. Digits that a decimal number cannot hold are left out.
    private static func decimalDigits(_ text: String) throws(InvalidDefaultError) -> DecimalDigits {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let isNegative = text.hasPrefix("-")
        let number = isNegative || text.hasPrefix("+") ? parts[0].dropFirst() : parts[0]
        let groups = number.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = groups.count == 2 ? groups[1] : ""
        let digits = (groups[0] + fraction).utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard parts.count <= 2, groups.count <= 2, !digits.isEmpty, digits.allSatisfy((0...9).contains),
            let power = parts.count == 2 ? Int(parts[1]) : 0, (-1000...1000).contains(power)
        else { throw InvalidDefaultError() }
        var mantissa: UInt128 = 0
        var exponent = power - fraction.utf8.count
        for (index, digit) in digits.enumerated() {
            guard let longer = mantissa.appending(UInt128(digit)) else {
                exponent += digits.count - index
                break
            }
            mantissa = longer
        }
        while mantissa != 0, exponent > 127, let longer = mantissa.appending(0) {
            (mantissa, exponent) = (longer, exponent - 1)
        }
        while mantissa != 0, exponent < -128 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
        if mantissa == 0 { exponent = min(max(exponent, -128), 0) }
        guard exponent <= 127 else { throw InvalidDefaultError() }
        // Archives have no negative zero: without digits, the sign means that the value is not a number.
        return DecimalDigits(isNegative: isNegative && mantissa != 0, mantissa: mantissa, exponent: exponent)
    }

    private static func decimal(_ text: String) throws(InvalidDefaultError) -> ArchivedObject {
        let digits = try decimalDigits(text)
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: digits.mantissa >> (8 * $0)) }
        let wordCount = (128 - digits.mantissa.leadingZeroBitCount + 15) / 16
        return ArchivedObject(
            .decimalNumber,
            [
                (.mantissa, .bytes(bytes)), (.mantissaByteOrder, .integer(1)),
                (.exponent, .integer(Int64(digits.exponent))), (.length, .integer(Int64(wordCount))),
                (.negative, .boolean(digits.isNegative)), (.compact, .boolean(false)),
            ])
    }
}

extension UInt128 {
    /// The number with one more digit at its end; nil if that is too large.
    fileprivate func appending(_ digit: UInt128) -> UInt128? {
        let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
        let (sum, isSumTooLarge) = product.addingReportingOverflow(digit)
        return isTooLarge || isSumTooLarge ? nil : sum
    }
}
