/// Decodes a value from the properties of one object.
struct ObjectDecoder: Decoder {
    let objects: DecodableObjects
    let place: Int
    /// How the object was reached; nil for one that the fetch has found.
    let step: DecodingStep?

    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] { step?.codingPath ?? [] }

    init(_ objects: DecodableObjects, at place: Int, after step: DecodingStep? = nil) {
        self.objects = objects
        self.place = place
        self.step = step
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PropertyContainer(decoder: self, entity: objects.entity(at: place)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.typeMismatch([Any].self, reason("an object isn't a list"))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        WholeValueContainer(decoder: self, objectID: objects.objectID(at: place))
    }

    /// Decodes a value of the whole object: its ID, or what reads its properties.
    ///
    /// - Throws: `DecodingError` for an object that would contain itself again and again.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == ObjectID.self { return try wholeID(type) }
        try objects.noteObject()
        if let step { try step.check(self, type) }
        return try Value(from: self)
    }

    /// The object's ID. A function that casts looks up metadata at each call, so decoding other types has none.
    @inline(never)
    private func wholeID<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try objects.objectID(at: place) as? Value ?? Value(from: self)
    }

    func reason(_ text: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: "\(objects.objectID(at: place)): \(text)")
    }
}

/// The properties of an object by name.
private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ObjectDecoder
    let entity: EntityDescription

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        (entity.attributes.map(\.name) + entity.relationships.map(\.name)).compactMap(Key.init(stringValue:))
    }

    private func property(_ key: Key) throws -> DecodableObjects.Property {
        try decoder.objects.property(key.stringValue, of: entity)
    }

    // Reading a property that no entity has throws an error that says so.
    func contains(_ key: Key) -> Bool {
        if case .absent? = try? property(key) { false } else { true }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        switch try property(key) {
        case .attribute(let index): value(at: index).isNull
        case .relationship(let relationship):
            try !relationship.isToMany
                && decoder.objects.destinationIDs(at: decoder.place, of: relationship).isEmpty
        case .objectID: false
        case .absent: true
        }
    }

    private func value(at index: Int) -> AttributeValue {
        decoder.objects.value(at: decoder.place, attribute: index)
    }

    /// Whether the stored value of an attribute is the data or the text of another value.
    private func isEncoded(_ index: Int) -> Bool {
        let type = entity.attributeTypes[index]
        return type == .transformable || type == .binary
    }

    /// The value of an attribute, for errors and conversions.
    private func stored(_ value: AttributeValue, at index: Int, forKey key: Key) -> StoredValueDecoder {
        StoredValueDecoder(
            value: value, attribute: entity.attributes[index], owner: decoder.objects.objectID(at: decoder.place),
            composites: entity.composites, transformers: decoder.objects.model.transformers,
            codingPath: codingPath + [key])
    }

    /// Decodes a value of a type that an attribute's value is, or converts it.
    @inline(__always)  // So that it is compiled for each type of value.
    private func read<Value: Decodable>(
        forKey key: Key, _ convert: (AttributeValue) -> Value?
    ) throws -> Value {
        guard case .attribute(let index) = try property(key) else { return try decode(Value.self, forKey: key) }
        let value = value(at: index)
        if isEncoded(index) { return try stored(value, at: index, forKey: key).decode(Value.self) }
        if let result = convert(value) { return result }
        throw stored(value, at: index, forKey: key).mismatch(Value.self)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(forKey: key) { $0.boolean } }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(forKey: key) { $0.string } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(forKey: key) { $0.double } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(forKey: key) { $0.float } }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(forKey: key) { $0.integer() } }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(forKey: key) { $0.integer() } }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(forKey: key) { $0.integer() } }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(forKey: key) { $0.integer() } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(forKey: key) { $0.integer() } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(forKey: key) { $0.integer() } }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        switch try property(key) {
        case .attribute(let index):
            let value = value(at: index)
            if !isEncoded(index), let result = value.foundationValue(type) { return result }
            return try stored(value, at: index, forKey: key).decode(type)
        case .relationship(let relationship) where relationship.isToMany:
            let areIDs = type == [ObjectID].self || type == Set<ObjectID>.self
            return try Value(from: destinations(of: relationship, key, areIDs: areIDs))
        case .relationship(let relationship):
            if type == ObjectID.self {
                let objectIDs = try decoder.objects.destinationIDs(at: decoder.place, of: relationship)
                if let objectID = objectIDs.first as? Value { return objectID }
            }
            let destination = try destination(of: relationship, key, to: type)
            return try destination?.value(type) ?? Value(from: missing(key))
        case .objectID:
            if let objectID = decoder.objects.objectID(at: decoder.place) as? Value { return objectID }
            return try Value(from: missing(key, objectID: decoder.objects.objectID(at: decoder.place)))
        case .absent: return try Value(from: missing(key))
        }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if case .relationship(let relationship) = try property(key), !relationship.isToMany, type != ObjectID.self {
            // Others may have deleted the destination since the relationship was read.
            return try destination(of: relationship, key, to: type)?.value(type)
        }
        return try decodeNil(forKey: key) ? nil : decode(type, forKey: key)
    }

    private func destinations(
        of relationship: RelationshipDescription, _ key: Key, areIDs: Bool
    ) -> DestinationsDecoder {
        DestinationsDecoder(relationship: relationship, source: decoder, key: key, areIDs: areIDs)
    }

    /// The decoder of the destination of a to-one relationship; nil if there is none.
    private func destination(
        of relationship: RelationshipDescription, _ key: Key, to type: Any.Type
    ) throws -> ObjectDecoder? {
        let (objects, places) = try decoder.objects.destinations(at: decoder.place, of: relationship)
        return try places.first.map { place in
            ObjectDecoder(objects, at: place, after: try DecodingStep(from: decoder, to: type, key))
        }
    }

    /// The decoder of what is nil, or only an ID.
    private func missing(_ key: Key, objectID: ObjectID? = nil) -> PlainDecoder {
        PlainDecoder(
            codingPath: codingPath + [key], objectID: objectID,
            reason: objectID == nil ? "'\(entity.name).\(key.stringValue)' is nil" : "'objectID' is an ObjectID")
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        switch try property(key) {
        case .attribute(let index): stored(value(at: index), at: index, forKey: key)
        case .relationship(let relationship) where relationship.isToMany:
            destinations(of: relationship, key, areIDs: false)
        case .relationship(let relationship):
            try destination(of: relationship, key, to: Any.self) ?? missing(key)
        case .objectID: missing(key, objectID: decoder.objects.objectID(at: decoder.place))
        case .absent: missing(key)
        }
    }
}
