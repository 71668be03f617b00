import ModelSchema

/// The inherited properties of a model's entities, counted once for all entities.
///
/// Code that repeats inherited properties, such as an initializer with all properties, grows with the square of a deep
/// or a wide hierarchy. The limits are beyond any model in practice. Beyond the limits, each class has only its own
/// properties.
struct Inheritance: Sendable {
    /// The number of ancestors and properties that an entity inherits from.
    private struct Place {
        var ancestorCount = 0
        var attributeCount = 0
        var relationshipCount = 0
        /// The number of properties, where one with long texts counts as several.
        var size = 0

        func below(_ entity: Entity) -> Place {
            Place(
                ancestorCount: ancestorCount + 1, attributeCount: attributeCount + entity.attributes.count,
                relationshipCount: relationshipCount + entity.relationships.count,
                size: size + entity.attributes.map(\.repeatedSize).reduce(0, +)
                    + entity.relationships.map(\.repeatedSize).reduce(0, +))
        }

        var propertyCount: Int { attributeCount + relationshipCount }
    }

    /// The maximum number of ancestors whose properties are repeated. In 490 versions of public models, no entity has
    /// more than 2.
    static let maximumAncestorCount = 12
    /// The maximum number of inherited properties that are repeated. In the same versions, no entity inherits more than
    /// 30.
    static let maximumPropertyCount = 400
    /// The maximum number of inherited properties that the code of all entities repeats. In the same versions, the
    /// entities of a model inherit at most 156 altogether.
    static let maximumTotalCount = 50_000

    private var places: [String: Place] = [:]
    /// The number of properties that all entities inherit within the other limits, where one with long texts counts as
    /// several.
    private(set) var totalCount = 0

    /// O(*n*) in the number of entities.
    init(in model: ModelLookup) {
        places.reserveCapacity(model.model.entities.count)
        for entity in model.model.entities where places[entity.name] == nil {
            var walked = [entity]
            var names: Set<String> = [entity.name]
            var place = Place()
            // A cycle of parents is an error of the model, and ends here like a root.
            while let parent = walked.last?.parentName.flatMap(model.entity(named:)), names.insert(parent.name).inserted
            {
                if let known = places[parent.name] {
                    place = known.below(parent)
                    break
                }
                walked.append(parent)
            }
            for entity in walked.reversed() {
                places[entity.name] = place
                place = place.below(entity)
            }
        }
        totalCount = places.values.filter(Self.isRepeatable).map(\.size).reduce(0, +)
    }

    private static func isRepeatable(_ place: Place) -> Bool {
        place.ancestorCount <= maximumAncestorCount && place.propertyCount <= maximumPropertyCount
    }

    /// Whether the code of all entities together repeats too many properties for any of them to repeat one.
    var isOverTotal: Bool { totalCount > Self.maximumTotalCount }

    func attributeCount(of entity: Entity) -> Int { places[entity.name]?.attributeCount ?? 0 }
    func relationshipCount(of entity: Entity) -> Int { places[entity.name]?.relationshipCount ?? 0 }

    /// Whether the code of an entity repeats its inherited properties.
    func isRepeated(in entity: Entity) -> Bool {
        guard let place = places[entity.name] else { return true }
        return Self.isRepeatable(place) && (place.propertyCount == 0 || !isOverTotal)
    }

    /// The entity, followed by the ancestors whose properties its code repeats.
    func repeatedLineage(of entity: Entity, in model: ModelLookup) -> [Entity] {
        [entity] + (isRepeated(in: entity) ? model.ancestors(of: entity) : [])
    }
}

extension Attribute {
    fileprivate var repeatedSize: Int {
        let texts = [name, customClassName ?? "", compositeName ?? "", defaultValueString ?? ""]
        return 1 + (texts.map(\.utf8.count).reduce(0, +) + userInfo.byteCount) / UserInfo.bytesPerProperty
    }
}

extension Relationship {
    fileprivate var repeatedSize: Int {
        1 + (name.utf8.count + (destinationName ?? "").utf8.count + userInfo.byteCount) / UserInfo.bytesPerProperty
    }
}

extension UserInfo {
    /// The number of bytes of texts that count as a property. Snapshots repeat documentation, and it can be long.
    fileprivate static let bytesPerProperty = 1_000

    fileprivate var byteCount: Int { entries.map { $0.key.utf8.count + $0.value.utf8.count }.reduce(0, +) }
}
