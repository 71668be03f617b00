import Foundation

extension AttributeValue {
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
    var float: Float? { if case .float(let value) = self { value } else { nil } }

    /// A Double, or a Float, which is one without loss.
    var double: Double? {
        switch self {
        case .double(let value): value
        case .float(let value): Double(value)
        default: nil
        }
    }

    /// An integer; nil if it is out of the type's range.
    func integer<Number: FixedWidthInteger>() -> Number? {
        if case .integer(let value) = self { Number(exactly: value) } else { nil }
    }

    /// The value as a type of Foundation's that attributes have; nil for other types, which decode themselves.
    func foundationValue<Value>(_ type: Value.Type) -> Value? {
        switch self {
        case .uuid(let value) where type == UUID.self: value as? Value
        case .date(let value) where type == Date.self: value as? Value
        case .decimal(let value) where type == Decimal.self: value as? Value
        case .binary(let value) where type == Data.self: value as? Value
        case .uri(let value) where type == URL.self: value as? Value
        default: nil
        }
    }
}

/// Decodes the value of an attribute, or of a member of a composite.
struct StoredValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: AttributeValue
    let attribute: Attribute
    /// The object with the value, for errors.
    let owner: ObjectID
    /// The composites of the model, by name.
    let composites: [String: Composite]
    let transformers: AttributeTransformers
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The error for a value that a type does not accept.
    func mismatch(_ type: Any.Type) -> DecodingError {
        let name = attribute.name
        if value.isNull {
            return .valueNotFound(type, reason("'\(name)' is nil; decode an optional"))
        }
        return .typeMismatch(
            type,
            reason("the value of '\(name)', whose type is \(attribute.type.rawValue), can't be decoded as \(type)"))
    }

    /// The values themselves stay out of errors.
    private func reason(_ text: String, _ error: (any Error)? = nil) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath, debugDescription: "\(owner): \(text)", underlyingError: error)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .composite(let values) = value,
            let composite = attribute.compositeName.flatMap({ composites[$0] })
        else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(MemberContainer(decoder: self, composite: composite, values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: The value itself

    func decodeNil() -> Bool { value.isNull }

    private func checked<Value>(_ result: Value?) throws -> Value {
        guard let result else { throw mismatch(Value.self) }
        return result
    }

    func decode(_ type: Bool.Type) throws -> Bool { try checked(value.boolean) }
    func decode(_ type: String.Type) throws -> String { try checked(value.string) }
    func decode(_ type: Double.Type) throws -> Double { try checked(value.double) }
    func decode(_ type: Float.Type) throws -> Float { try checked(value.float) }
    func decode(_ type: Int.Type) throws -> Int { try checked(value.integer()) }
    func decode(_ type: Int8.Type) throws -> Int8 { try checked(value.integer()) }
    func decode(_ type: Int16.Type) throws -> Int16 { try checked(value.integer()) }
    func decode(_ type: Int32.Type) throws -> Int32 { try checked(value.integer()) }
    func decode(_ type: Int64.Type) throws -> Int64 { try checked(value.integer()) }
    func decode(_ type: UInt.Type) throws -> UInt { try checked(value.integer()) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try checked(value.integer()) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try checked(value.integer()) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try checked(value.integer()) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try checked(value.integer()) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try checked(value.integer()) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try checked(value.integer()) }

    /// Decodes the value in the form in which an accessor reads it.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if attribute.type != .transformable, let result = value.foundationValue(type) { return result }
        switch value {
        case .uuid, .date, .decimal, .uri:
            // Their own ways to decode themselves expect something else.
            if Self.areOfFoundation(type) { throw mismatch(type) }
        case .null where Self.areOfFoundation(type): throw mismatch(type)
        case .composite:
            if let representable = type as? any AttributeRepresentable.Type,
                let result = representable.init(attributeValue: value) as? Value
            {
                return result
            }
        case .binary, .string:
            if attribute.type == .transformable || attribute.type == .binary {
                return try checked(try transformed(type))
            }
        default: break
        }
        return try Value(from: self)
    }

    private static func areOfFoundation(_ type: Any.Type) -> Bool {
        type == UUID.self || type == Date.self || type == Decimal.self || type == Data.self || type == URL.self
    }

    /// The value of a transformable attribute, or of a binary one that contains `Codable` values.
    private func transformed<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if case .binary(let data) = value, attribute.type == .transformable, attribute.codableTypeName == nil,
            let transformer = transformers.transformer(for: attribute, of: type)
        {
            do {
                return try transformer.value(from: data)
            } catch {
                throw DecodingError.dataCorrupted(reason("the transformer of '\(attribute.name)' fails", error))
            }
        }
        return switch value {
        case .string(let text): CodableText.value(from: Data(text.utf8))
        case .binary(let data): CodableText.value(from: data)
        default: nil
        }
    }
}

/// The members of a composite by name.
private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StoredValueDecoder
    let composite: Composite
    let values: [String: AttributeValue]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { composite.attributes.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { true }

    private func member(_ key: Key) throws -> StoredValueDecoder {
        guard let attribute = composite.attributes.first(where: { $0.name == key.stringValue }) else {
            let error = QueryError.unknownKey(
                key.stringValue, of: composite.name, among: composite.attributes.map(\.name))
            throw FetchError(code: .unknownProperty, description: error.description)
        }
        return StoredValueDecoder(
            value: values[attribute.name] ?? .null, attribute: attribute, owner: decoder.owner,
            composites: decoder.composites, transformers: decoder.transformers, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).decode(type) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}
