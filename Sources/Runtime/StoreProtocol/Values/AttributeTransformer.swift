public import Foundation

/// Converts the values of transformable attributes to data and back, for types that are not `Codable`.
///
/// Register a transformer with ``ManagedObjectModel/registering(_:)`` for every attribute of its type, or by the name
/// of the transformer in the model with ``ManagedObjectModel/registering(_:forName:)``.
///
/// ```swift
/// struct ColorTransformer: AttributeTransformer {
///     func data(from color: Color) -> Data { Data([color.red, color.green, color.blue]) }
///
///     func value(from data: Data) throws -> Color {
///         guard data.count == 3 else { throw CocoaError(.coderReadCorrupt) }
///         return Color(red: data[0], green: data[1], blue: data[2])
///     }
/// }
/// ```
public protocol AttributeTransformer<Value>: Sendable {
    /// The type of the values in programs.
    associatedtype Value

    /// Returns the data that stores keep. Equal values should have equal data.
    ///
    /// - Throws: An error if the value has no data. Setting the property then stops the program, so check values
    ///   before.
    func data(from value: Value) throws -> Data

    /// Returns the value of data. If this method throws an error, the attribute reads as nil.
    ///
    /// - Throws: An error if the data has no value.
    func value(from data: Data) throws -> Value
}

/// The transformers that a program has registered with a model.
package struct AttributeTransformers: Sendable {
    private var byName: [String: any AttributeTransformer] = [:]
    private var byType: [ObjectIdentifier: any AttributeTransformer] = [:]

    package var isEmpty: Bool { byName.isEmpty && byType.isEmpty }

    mutating func register<Value>(_ transformer: some AttributeTransformer<Value>) {
        byType[ObjectIdentifier(Value.self)] = transformer
    }

    mutating func register(_ transformer: some AttributeTransformer, forName name: String) {
        byName[name] = transformer
    }

    /// Returns the transformer of an attribute's values: the one that the model names, otherwise the one of the type.
    package func transformer<Value>(for attribute: Attribute, of type: Value.Type) -> (any AttributeTransformer<Value>)?
    {
        let named = attribute.valueTransformerName.flatMap { byName[$0] }
        return (named ?? byType[ObjectIdentifier(type)]) as? any AttributeTransformer<Value>
    }
}

/// The storage of `Codable` values: JSON text on one line with sorted keys, so that equal values have equal text.
/// Infinite numbers and NaN are strings.
package enum CodableText {
    /// Returns the text of a value.
    package static func data(from value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    /// Returns the value of a text; nil if the type does not accept it.
    package static func value<Value: Decodable>(from data: Data) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(Value.self, from: data)
    }
}
