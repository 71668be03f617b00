package import Foundation

/// How values of `Codable` types are kept: as JSON text on one line, with sorted keys, so that equal values give equal
/// text. Numbers that are infinite or none are strings.
package enum CodableText {
    /// The text of a value.
    package static func data(from value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    /// The value that a text stands for; nil if it is none of the type.
    package static func value<Value: Decodable>(from data: Data) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(Value.self, from: data)
    }
}
