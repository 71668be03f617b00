import Foundation

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
        throw DecodingError.typeMismatch([Any].self, reason("an object is no list"))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        WholeValueContainer(decoder: self, objectID: objects.objectID(at: place))
    }

    /// Decodes a value of the whole object: its ID, or what reads its properties.
    ///
    /// - Throws: `DecodingError` for an object that would contain itself again and again.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == ObjectID.self, let objectID = objects.objectID(at: place) as? Value { return objectID }
        try objects.noteObject()
        if let step { try step.check(self, type) }
        return try Value(from: self)
    }

    func reason(_ text: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: "\(objects.objectID(at: place)): \(text)")
    }
}

/// A step from an object to the destinations of a relationship, while a value is decoded.
final class DecodingStep {
    /// As many levels of values as a small stack has room for.
    private static let maximumDepth = 100

    let source: ObjectDecoder
    /// The type that is decoded from the destination.
    private let type: Any.Type
    /// The key of the relationship, and the place in a list.
    private let path: [any CodingKey]
    private let depth: Int

    /// - Throws: `DecodingError` after too many steps, which would need a larger stack.
    init(from source: ObjectDecoder, to type: Any.Type, _ path: any CodingKey...) throws {
        self.source = source
        self.type = type
        self.path = path
        depth = (source.step?.depth ?? 0) + 1
        guard depth <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(
                source.reason("an object is nested in \(Self.maximumDepth) others; decode fewer levels"))
        }
    }

    var codingPath: [any CodingKey] { source.codingPath + path }

    /// Checks whether an object can be decoded after the steps so far.
    ///
    /// - Throws: `DecodingError` if they have come through the object for the same type, which would ask for the same
    ///   properties again, and so on forever.
    fileprivate func check(_ object: ObjectDecoder, _ type: Any.Type) throws {
        let objectID = object.objects.objectID(at: object.place)
        let isCircle = sequence(first: self, next: \.source.step).contains { step in
            let source = step.source
            guard (source.step?.type ?? source.objects.decodedType) == type else { return false }
            return source.objects.objectID(at: source.place) == objectID
        }
        if isCircle {
            let text = "the object would contain itself; decode an ObjectID, or another type that ends the circle"
            throw DecodingError.dataCorrupted(object.reason(text))
        }
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

/// Decodes a list from the destinations of a to-many relationship.
private struct DestinationsDecoder: Decoder {
    let relationship: RelationshipDescription
    let source: ObjectDecoder
    let key: any CodingKey
    /// Whether only IDs are decoded, for which the destinations need not be read.
    let areIDs: Bool

    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] { source.codingPath + [key] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DecodingError.typeMismatch(
            [String: Any].self, source.reason("'\(relationship.name)' is a list of objects"))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if areIDs {
            let objectIDs = try source.objects.destinationIDs(at: source.place, of: relationship)
            return ObjectIDContainer(codingPath: codingPath, objectIDs: objectIDs)
        }
        let (objects, places) = try source.objects.destinations(at: source.place, of: relationship)
        return DestinationsContainer(decoder: self, objects: objects, places: places)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { WholeValueContainer(decoder: self) }
}

/// The destinations of a to-many relationship. The next one is the same until it has been decoded.
private struct DestinationsContainer: UnkeyedDecodingContainer {
    let decoder: DestinationsDecoder
    let objects: DecodableObjects
    let places: [Int]
    private(set) var currentIndex = 0

    init(decoder: DestinationsDecoder, objects: DecodableObjects, places: [Int]) {
        self.decoder = decoder
        self.objects = objects
        self.places = places
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { places.count }
    var isAtEnd: Bool { currentIndex >= places.count }

    mutating func decodeNil() -> Bool { false }

    private func next(to type: Any.Type) throws -> ObjectDecoder {
        let key = PlaceKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath + [key], debugDescription: "the list has ended"))
        }
        let step = try DecodingStep(from: decoder.source, to: type, decoder.key, key)
        return ObjectDecoder(objects, at: places[currentIndex], after: step)
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next(to: type).value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try next(to: Any.self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next(to: [Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try next(to: Any.self)
        currentIndex += 1
        return decoder
    }
}

/// The IDs of the destinations of a to-many relationship.
private struct ObjectIDContainer: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let objectIDs: [ObjectID]
    private(set) var currentIndex = 0

    init(codingPath: [any CodingKey], objectIDs: [ObjectID]) {
        self.codingPath = codingPath
        self.objectIDs = objectIDs
    }

    var count: Int? { objectIDs.count }
    var isAtEnd: Bool { currentIndex >= objectIDs.count }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "the list has IDs of objects"))
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd, let objectID = objectIDs[currentIndex] as? Value else { throw mismatch(type) }
        currentIndex += 1
        return objectID
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw mismatch(type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

    mutating func superDecoder() throws -> any Decoder { throw mismatch(Any.self) }
}

/// Decodes nil, or the ID of an object.
private struct PlainDecoder: Decoder {
    let codingPath: [any CodingKey]
    let objectID: ObjectID?
    let reason: String

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private func failure(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: reason)
        return objectID == nil ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw failure([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw failure([Any].self) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        WholeValueContainer(decoder: self, objectID: objectID, isNil: objectID == nil)
    }
}

/// One value that is an object, a list of objects, an ID, or nil: what a type that wraps another one reads.
private struct WholeValueContainer: SingleValueDecodingContainer {
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
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "an object is no \(type)")
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
}

/// The place of an object in a list.
private struct PlaceKey: CodingKey {
    let place: Int

    var intValue: Int? { place }
    var stringValue: String { String(place) }

    init(intValue: Int) { place = intValue }

    init?(stringValue: String) { nil }
}
