import ModelSchema

/// The constants without a literal in the language, which are written as a cast of a literal.
enum CastConstant {
    /// The types, by their names in casts.
    private static let date = "NSDate"
    private static let uuid = "NSUUID"
    private static let url = "NSURL"
    private static let decimal = "NSDecimalNumber"
    private static let data = "NSData"

    /// The constant that a cast of a literal represents; nil if it must be computed.
    static func value(of literal: ConstantValue, type: String) -> ConstantValue? {
        switch (literal, type) {
        case (.integer(let seconds), date): .date(Double(seconds))
        case (.real(let seconds), date): .date(seconds)
        case (.string(let text), uuid): .uuid(text)
        case (.string(let text), url): .url(text)
        case (.string(let text), decimal): .decimal(text)
        case (.string(let text), data): bytes(hexadecimal: text).map(ConstantValue.data)
        default: nil
        }
    }

    /// The literal and the type from which ``value(of:type:)`` creates a constant.
    static func literal(for value: ConstantValue) -> (literal: ConstantValue, type: String)? {
        switch value {
        case .date(let seconds): (.real(seconds), date)
        case .uuid(let text): (.string(text), uuid)
        case .url(let text): (.string(text), url)
        case .decimal(let text): (.string(text), decimal)
        case .data(let bytes): (.string(hexadecimal(bytes)), data)
        default: nil
        }
    }

    /// The type of a value after a cast; unknown if the name is not a type.
    static func type(named name: String) -> ExpressionType {
        switch name {
        case date: .attribute(.date)
        case uuid: .attribute(.uuid)
        case url: .attribute(.uri)
        case decimal: .attribute(.decimal)
        case data: .attribute(.binary)
        case "NSNumber": .attribute(.double)
        case "NSString": .attribute(.string)
        default: .unknown
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            guard let digit = character.isASCII ? character.hexDigitValue : nil else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        return high == nil ? bytes : nil
    }
}
