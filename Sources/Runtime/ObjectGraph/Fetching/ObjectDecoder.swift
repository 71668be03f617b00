import Foundation

/// Decodes a value from the properties of one object.
struct ObjectDecoder: Decoder {
    let objects: DecodableObjects
    let place: Int
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ objects: DecodableObjects, at place: Int, codingPath: [any CodingKey] = []) {
        self.objects = objects
        self.place = place
        self.codingPath = codingPath
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PropertyContainer(decoder: self, entity: objects.entity(at: place)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.typeMismatch([Any].self, context("an object is no list"))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw DecodingError.typeMismatch(Any.self, context("an object has several values, which need keys"))
    }

    /// Decodes a value of the whole object: its ID, or what reads its properties.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        type == ObjectID.self ? try objectID(type) : try Value(from: self)
    }

    private func objectID<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let objectID = objects.objectID(at: place) as? Value else { return try Value(from: self) }
        return objectID
    }

    private func context(_ reason: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath, debugDescription: "\(objects.objectID(at: place)): \(reason)")
    }
}

/// The properties of an object by name.
private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ObjectDecoder
    let entity: EntityDescription

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        entity.attributes.lazy.filter { !$0.isTransient }.compactMap { Key(stringValue: $0.name) }
    }

    private func property(_ key: Key) throws -> DecodableObjects.Property {
        try decoder.objects.property(key.stringValue, of: entity)
    }

    // Whether the model has the property is found by what reads it, which can throw.
    func contains(_ key: Key) -> Bool { true }

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
            value: value, attribute: entity.attributes[index], composites: entity.composites,
            transformers: decoder.objects.model.transformers, codingPath: codingPath + [key])
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

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        switch try property(key) {
        case .attribute(let index):
            let value = value(at: index)
            if !isEncoded(index), let result = value.foundationValue(type) { return result }
            return try stored(value, at: index, forKey: key).decode(type)
        case .relationship(let relationship):
            let path = codingPath + [key]
            if relationship.isToMany {
                return try Value(from: DestinationsDecoder(decoder, relationship, codingPath: path))
            }
            if type == ObjectID.self {
                let objectIDs = try decoder.objects.destinationIDs(at: decoder.place, of: relationship)
                if let objectID = objectIDs.first as? Value { return objectID }
            }
            return try destination(of: relationship, at: path, type).value(type)
        case .objectID:
            if let objectID = decoder.objects.objectID(at: decoder.place) as? Value { return objectID }
            throw DecodingError.typeMismatch(
                type, .init(codingPath: codingPath + [key], debugDescription: "'objectID' is an ObjectID"))
        case .absent:
            throw DecodingError.valueNotFound(
                type,
                .init(
                    codingPath: codingPath + [key],
                    debugDescription: "'\(entity.name)' has no property '\(key.stringValue)'"))
        }
    }

    /// The decoder of the destination of a to-one relationship.
    private func destination(
        of relationship: RelationshipDescription, at path: [any CodingKey], _ type: Any.Type
    ) throws -> ObjectDecoder {
        let (objects, places) = try decoder.objects.destinations(at: decoder.place, of: relationship)
        guard let place = places.first else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "'\(entity.name).\(relationship.name)' is nil"))
        }
        return ObjectDecoder(objects, at: place, codingPath: path)
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
        let path = codingPath + [key]
        switch try property(key) {
        case .attribute(let index): return stored(value(at: index), at: index, forKey: key)
        case .relationship(let relationship) where relationship.isToMany:
            return DestinationsDecoder(decoder, relationship, codingPath: path)
        case .relationship(let relationship): return try destination(of: relationship, at: path, Any.self)
        case .objectID, .absent: return decoder
        }
    }
}

/// Decodes a list from the destinations of a to-many relationship.
private struct DestinationsDecoder: Decoder {
    let source: ObjectDecoder
    let relationship: RelationshipDescription
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ source: ObjectDecoder, _ relationship: RelationshipDescription, codingPath: [any CodingKey]) {
        self.source = source
        self.relationship = relationship
        self.codingPath = codingPath
    }

    private var reason: DecodingError.Context {
        .init(codingPath: codingPath, debugDescription: "'\(relationship.name)' is a list of objects")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DecodingError.typeMismatch([String: Any].self, reason)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        DestinationsContainer(
            decoder: self,
            objectIDs: try source.objects.destinationIDs(at: source.place, of: relationship))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw DecodingError.typeMismatch(Any.self, reason)
    }
}

/// The destinations of a to-many relationship. Their properties are read when one is decoded as more than an ID.
private struct DestinationsContainer: UnkeyedDecodingContainer {
    let decoder: DestinationsDecoder
    let objectIDs: [ObjectID]
    private(set) var currentIndex = 0
    private var found: (objects: DecodableObjects, places: [Int])?

    init(decoder: DestinationsDecoder, objectIDs: [ObjectID]) {
        self.decoder = decoder
        self.objectIDs = objectIDs
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    // An object that others deleted after the list was read is not among those that are found.
    var count: Int? { found?.places.count ?? objectIDs.count }
    var isAtEnd: Bool { currentIndex >= found?.places.count ?? objectIDs.count }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == ObjectID.self, currentIndex < objectIDs.count, let objectID = objectIDs[currentIndex] as? Value {
            currentIndex += 1
            return objectID
        }
        return try next(type).value(type)
    }

    private mutating func next(_ type: Any.Type) throws -> ObjectDecoder {
        if found == nil {
            found = try decoder.source.objects.destinations(at: decoder.source.place, of: decoder.relationship)
        }
        let path = codingPath + [PlaceKey(intValue: currentIndex)]
        guard let found, currentIndex < found.places.count else {
            throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "the list has ended"))
        }
        defer { currentIndex += 1 }
        return ObjectDecoder(found.objects, at: found.places[currentIndex], codingPath: path)
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(Any.self) }
}

/// The place of an object in a list.
private struct PlaceKey: CodingKey {
    let place: Int

    var intValue: Int? { place }
    var stringValue: String { String(place) }

    init(intValue: Int) { place = intValue }

    init?(stringValue: String) { nil }
}
