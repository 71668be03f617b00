/// Decodes a list from the destinations of a to-many relationship.
struct DestinationsDecoder: Decoder {
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

/// The place of an object in a list.
private struct PlaceKey: CodingKey {
    let place: Int

    var intValue: Int? { place }
    var stringValue: String { String(place) }

    init(intValue: Int) { place = intValue }

    init?(stringValue: String) { nil }
}
