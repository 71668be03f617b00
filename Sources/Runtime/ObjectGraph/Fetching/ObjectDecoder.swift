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

    /// - Throws: `DecodingError` for an object that would contain itself again and again.
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let step, step.leads(through: objects.objectID(at: place), readBy: type) {
            let reason = "the object would contain itself; decode an ObjectID, or another type that ends the circle"
            throw DecodingError.dataCorrupted(context(reason))
        }
        return KeyedDecodingContainer(PropertyContainer(decoder: self, entity: objects.entity(at: place)))
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
            if relationship.isToMany {
                let areIDs = type == [ObjectID].self || type == Set<ObjectID>.self
                return try Value(from: DestinationsDecoder(relationship, after: step(key), areIDs: areIDs))
            }
            if type == ObjectID.self {
                let objectIDs = try decoder.objects.destinationIDs(at: decoder.place, of: relationship)
                if let objectID = objectIDs.first as? Value { return objectID }
            }
            return try destination(of: relationship, key, type).value(type)
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

    private func step(_ key: Key) -> DecodingStep { DecodingStep(from: decoder, readBy: Key.self, key) }

    /// The decoder of the destination of a to-one relationship.
    private func destination(
        of relationship: RelationshipDescription, _ key: Key, _ type: Any.Type
    ) throws -> ObjectDecoder {
        let (objects, places) = try decoder.objects.destinations(at: decoder.place, of: relationship)
        guard let place = places.first else {
            throw DecodingError.valueNotFound(
                type,
                .init(
                    codingPath: codingPath + [key],
                    debugDescription: "'\(entity.name).\(relationship.name)' is nil"))
        }
        return ObjectDecoder(objects, at: place, after: step(key))
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
        case .attribute(let index): return stored(value(at: index), at: index, forKey: key)
        case .relationship(let relationship) where relationship.isToMany:
            return DestinationsDecoder(relationship, after: step(key), areIDs: false)
        case .relationship(let relationship): return try destination(of: relationship, key, Any.self)
        case .objectID, .absent:
            throw DecodingError.typeMismatch(
                Any.self, .init(codingPath: codingPath + [key], debugDescription: "'\(key.stringValue)' has no parts"))
        }
    }
}

/// Decodes a list from the destinations of a to-many relationship.
private struct DestinationsDecoder: Decoder {
    let relationship: RelationshipDescription
    let step: DecodingStep
    /// Whether only IDs are decoded, for which the destinations need not be read.
    let areIDs: Bool

    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] { step.codingPath }

    init(_ relationship: RelationshipDescription, after step: DecodingStep, areIDs: Bool) {
        self.relationship = relationship
        self.step = step
        self.areIDs = areIDs
    }

    private var reason: DecodingError.Context {
        .init(codingPath: codingPath, debugDescription: "'\(relationship.name)' is a list of objects")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DecodingError.typeMismatch([String: Any].self, reason)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (sources, place) = (step.source.objects, step.source.place)
        if areIDs {
            return ObjectIDContainer(
                codingPath: codingPath, objectIDs: try sources.destinationIDs(at: place, of: relationship))
        }
        let (objects, places) = try sources.destinations(at: place, of: relationship)
        return DestinationsContainer(objects: objects, places: places, step: step)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw DecodingError.typeMismatch(Any.self, reason)
    }
}

/// The destinations of a to-many relationship.
private struct DestinationsContainer: UnkeyedDecodingContainer {
    let objects: DecodableObjects
    let places: [Int]
    let step: DecodingStep
    private(set) var currentIndex = 0

    init(objects: DecodableObjects, places: [Int], step: DecodingStep) {
        self.objects = objects
        self.places = places
        self.step = step
    }

    var codingPath: [any CodingKey] { step.codingPath }
    var count: Int? { places.count }
    var isAtEnd: Bool { currentIndex >= places.count }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type).value(type) }

    private mutating func next(_ type: Any.Type) throws -> ObjectDecoder {
        let key = PlaceKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath + [key], debugDescription: "the list has ended"))
        }
        defer { currentIndex += 1 }
        return ObjectDecoder(objects, at: places[currentIndex], after: step.member(key))
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(Any.self) }
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

/// A step from an object to the destinations of a relationship, while a value is decoded.
final class DecodingStep {
    let source: ObjectDecoder
    /// The coding keys of the type that is decoded from the source.
    private let keys: Any.Type
    /// The key of the relationship, and the place in a list.
    private let path: [any CodingKey]

    convenience init(from source: ObjectDecoder, readBy keys: Any.Type, _ key: any CodingKey) {
        self.init(from: source, readBy: keys, path: [key])
    }

    private init(from source: ObjectDecoder, readBy keys: Any.Type, path: [any CodingKey]) {
        self.source = source
        self.keys = keys
        self.path = path
    }

    /// The step to one object of a list.
    func member(_ key: any CodingKey) -> DecodingStep { DecodingStep(from: source, readBy: keys, path: path + [key]) }

    var codingPath: [any CodingKey] { source.codingPath + path }

    /// Whether the steps so far have come through an object for a type with the same keys. That type would ask for the
    /// same properties again, and so on forever.
    func leads(through objectID: ObjectID, readBy type: Any.Type) -> Bool {
        sequence(first: self, next: \.source.step).contains { step in
            step.keys == type && step.source.objects.objectID(at: step.source.place) == objectID
        }
    }
}

/// The place of an object in a list.
private struct PlaceKey: CodingKey {
    let place: Int

    var intValue: Int? { place }
    var stringValue: String { String(place) }

    init(intValue: Int) { place = intValue }

    init?(stringValue: String) { nil }
}
