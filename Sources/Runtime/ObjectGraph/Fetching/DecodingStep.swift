/// A step from an object to the destinations of a relationship, while a value is decoded.
final class DecodingStep {
    /// Each level needs stack space for the calls of its type's initializer.
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
    func check(_ object: ObjectDecoder, _ type: Any.Type) throws {
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
