import ColumnEngine
import Foundation
import ModelSchema

/// Valid objects of a model with random values and links: unique and required values are respected, and both sides of
/// relationships agree.
struct RandomGraph {
    private let model: ManagedObjectModel
    private let storeIdentifier: UUID
    private var numbers: SeededNumbers
    /// The objects of each entity that is not abstract, by the entity's name.
    private var objects: [String: [ObjectID]] = [:]
    /// The destinations of each object, by the index of the relationship.
    private var links: [ObjectID: [Int: [ObjectID]]] = [:]
    private var counter: Int64 = 0
    /// The number of members of composites that an attribute's value can still have. It would be exponential in the
    /// depth of composites in composites.
    private var remainingMemberCount = 0
    private static let maximumMemberCount = 10_000
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    init(of model: ManagedObjectModel, storeIdentifier: UUID, objectCount: Int, seed: UInt64) {
        self.model = model
        self.storeIdentifier = storeIdentifier
        numbers = SeededNumbers(seed: seed)
        var last: [String: Int64] = [:]
        for entity in model.entities where !entity.isAbstract {
            objects[entity.name] = (0..<objectCount).map { _ in
                last[entity.rootName, default: 0] += 1
                return ObjectID(
                    storeIdentifier: storeIdentifier, entityName: entity.name, number: last[entity.rootName] ?? 1)
            }
        }
        for entity in model.entities {
            for relationship in entity.relationships
            where entity.schema.relationships.contains(where: { $0.name == relationship.name })
                && !relationship.schema.isTransient
            {
                link(relationship, of: entity)
            }
        }
    }

    /// Everything as new objects.
    mutating func insertions() -> StoreChanges {
        var changes = StoreChanges()
        for entity in model.entities {
            let unique = entity.uniqueNames(in: model)
            for object in objects[entity.name] ?? [] {
                let values = entity.attributes.map { attribute in
                    remainingMemberCount = Self.maximumMemberCount
                    return value(of: attribute, in: entity, isUnique: unique.contains(attribute.name))
                }
                let destinations = entity.relationships.map { relationship in
                    relationship.isStored ? links[object]?[relationship.index] ?? [] : []
                }
                changes.inserted.append(
                    StoreChanges.Insertion(objectID: object, values: values, destinations: destinations))
            }
        }
        return changes
    }

    // MARK: - Values

    private mutating func value(
        of attribute: Attribute, in entity: EntityDescription, isUnique: Bool, depth: Int = 0
    ) -> AttributeValue {
        if attribute.isTransient || attribute.isDerived { return .null }
        if attribute.isOptional, !isUnique, Int.random(in: 0..<4, using: &numbers) == 0 { return .null }
        counter += 1
        let number = isUnique ? counter : Int64.random(in: -100...100, using: &numbers)
        switch attribute.type {
        case .boolean: return .boolean(number % 2 == 0)
        case .integer16, .integer32, .integer64: return .integer(number)
        case .float: return .float(Float(number) / 4)
        case .double: return .double(Double(number) / 3)
        case .decimal: return .decimal(Decimal(number) / 8)
        case .string: return .string(["", "a", "Größe ", "🦸", "x\"y\n"][Int(counter % 5)] + "\(number)")
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(number) * 1000.25))
        case .binary, .transformable: return .binary(Data("bytes \(number)".utf8))
        case .uuid:
            let digits = String(UInt64(bitPattern: number), radix: 16)
            let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
            let text = "00000000-0000-4000-8000-\(zeros)\(digits.suffix(12))"
            return UUID(uuidString: text).map(AttributeValue.uuid) ?? .null
        case .uri: return URL(string: "https://example.org/\(number)").map(AttributeValue.uri) ?? .null
        case .composite:
            let members = entity.composite(of: attribute)?.attributes ?? []
            guard depth < Self.maximumDepth, members.count <= remainingMemberCount else { return .composite([:]) }
            remainingMemberCount -= members.count
            return .composite(
                members.reduce(into: [:]) { values, member in
                    let value = value(of: member, in: entity, isUnique: false, depth: depth + 1)
                    if !value.isNull { values[member.name] = value }
                })
        default: return .null
        }
    }

    // MARK: - Links

    private func family(_ name: String) -> [ObjectID] {
        (model.entitiesByName[name]?.concreteFamilyNames ?? []).flatMap { objects[$0] ?? [] }
    }

    private mutating func link(_ relationship: RelationshipDescription, of entity: EntityDescription) {
        let sources = family(entity.name).shuffled(using: &numbers)
        let destinations = family(relationship.destinationName).shuffled(using: &numbers)
        guard let inverseName = relationship.inverseName,
            let inverse = model.entitiesByName[relationship.destinationName]?.relationship(named: inverseName)
        else { return linkWithoutInverse(relationship, sources, destinations) }
        // Each pair once: from the to-one side, or otherwise from the side that sorts first.
        guard relationship.isToMany == inverse.isToMany else {
            guard !relationship.isToMany, !destinations.isEmpty else { return }
            // If the inverse is required, all objects have a destination, assigned in turn.
            let isNeeded = inverse.schema.minimumCount > 0
            let most = inverse.schema.maximumCount > 0 ? destinations.count * inverse.schema.maximumCount : .max
            let share = isNeeded || isUnique(relationship, of: entity) ? 1 : inverse.usualCount
            for (place, source) in sources.prefix(most).enumerated()
            where isNeeded || place < share || relationship.isRequired || Bool.random(using: &numbers) {
                add(source, relationship, destinations[place / share % destinations.count], inverse)
            }
            return
        }
        let own = "\(entity.name).\(relationship.name)"
        let destinationName = relationship.destinationName
        let owner = model.entitiesByName[destinationName]?.owner(of: inverse, in: model)?.name ?? destinationName
        let other = "\(owner).\(inverse.name)"
        guard own <= other else { return }
        if !relationship.isToMany {
            for (source, destination) in zip(sources, destinations) {
                guard links[source]?[relationship.index] == nil, links[destination]?[inverse.index] == nil else {
                    continue
                }
                add(source, relationship, destination, inverse)
            }
            return
        }
        let isNeeded = relationship.schema.minimumCount > 0 || inverse.schema.minimumCount > 0
        for source in sources {
            for destination in destinations where isNeeded || Int.random(in: 0..<3, using: &numbers) == 0 {
                let (own, other) = (links[source]?[relationship.index] ?? [], links[destination]?[inverse.index] ?? [])
                if own.contains(destination) || relationship.isFull(own) || inverse.isFull(other) { continue }
                add(source, relationship, destination, inverse)
            }
        }
    }

    /// An object is a destination at most once: a SQLite store, like Core Data's, has no room for more.
    private mutating func linkWithoutInverse(
        _ relationship: RelationshipDescription, _ sources: [ObjectID], _ destinations: [ObjectID]
    ) {
        let share = relationship.isToMany && relationship.schema.minimumCount == 0 ? relationship.usualCount : 1
        for (place, destination) in destinations.enumerated() where !sources.isEmpty {
            let source = sources[place / share % sources.count]
            guard relationship.isToMany || links[source]?[relationship.index] == nil else { continue }
            links[source, default: [:]][relationship.index, default: []].append(destination)
        }
    }

    /// Whether two objects of an entity, or of a descendant, must not have the same destination.
    private func isUnique(_ relationship: RelationshipDescription, of entity: EntityDescription) -> Bool {
        entity.concreteFamilyNames.contains { name in
            model.entitiesByName[name]?.uniqueNames(in: model).contains(relationship.name) ?? false
        }
    }

    private mutating func add(
        _ source: ObjectID, _ relationship: RelationshipDescription, _ destination: ObjectID,
        _ inverse: RelationshipDescription
    ) {
        links[source, default: [:]][relationship.index, default: []].append(destination)
        // An object that points to itself by a relationship that is its own inverse does so once.
        if source == destination, relationship.index == inverse.index { return }
        links[destination, default: [:]][inverse.index, default: []].append(source)
    }
}

extension RelationshipDescription {
    /// The number of destinations of the objects that get any: several, so that they can have an order.
    fileprivate var usualCount: Int { schema.maximumCount > 0 ? schema.maximumCount : 2 }

    /// Whether an object has the maximum number of destinations.
    fileprivate func isFull(_ destinations: [ObjectID]) -> Bool {
        schema.maximumCount > 0 && destinations.count >= schema.maximumCount
    }
}

/// Deterministic random numbers from a seed (SplitMix64, a published function).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
