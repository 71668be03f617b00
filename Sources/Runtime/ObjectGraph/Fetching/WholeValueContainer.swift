/// One value that is an object, a list of objects, an ID, or nil: what a type that wraps another one reads.
struct WholeValueContainer: SingleValueDecodingContainer {
    let decoder: any Decoder
    var objectID: ObjectID?
    var isNil = false

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { isNil }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == ObjectID.self, let objectID = objectID as? Value { return objectID }
        return try Value(from: decoder)
    }

    private func mismatch<Value>(_ type: Value.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "an object can't be decoded as \(type)")
        return isNil ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func decode(_ type: Bool.Type) throws -> Bool { throw mismatch(type) }
    func decode(_ type: String.Type) throws -> String { throw mismatch(type) }
    func decode(_ type: Double.Type) throws -> Double { throw mismatch(type) }
    func decode(_ type: Float.Type) throws -> Float { throw mismatch(type) }
    func decode(_ type: Int.Type) throws -> Int { throw mismatch(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { throw mismatch(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { throw mismatch(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { throw mismatch(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { throw mismatch(type) }
    func decode(_ type: UInt.Type) throws -> UInt { throw mismatch(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { throw mismatch(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { throw mismatch(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { throw mismatch(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { throw mismatch(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { throw mismatch(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { throw mismatch(type) }
}

/// Decodes nil, or the ID of an object.
struct PlainDecoder: Decoder {
    let codingPath: [any CodingKey]
    let objectID: ObjectID?
    let reason: String

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private func error(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: reason)
        return objectID == nil ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw error([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw error([Any].self) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        WholeValueContainer(decoder: self, objectID: objectID, isNil: objectID == nil)
    }
}
