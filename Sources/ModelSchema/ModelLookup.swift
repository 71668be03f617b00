/// A lookup of the names in a model, which resolves them once.
///
/// Creating a lookup is O(*n*) in the number of entities. The time for each query is then proportional to its result.
/// The lookup describes the model at the time of its creation.
public struct ModelLookup: Sendable {
    /// The model whose names these are, as it was when the look-up was made.
    public let model: Model
    private let entities: [String: Entity]
    private let children: [String: [Entity]]
    private let composites: [String: Composite]
    /// The properties of the entities that have more than people draw, by the entity's name: looking through them for
    /// each question would cost the square.
    private let largeEntities: [String: PropertyPlaces]

    /// Prepares look-ups by name. O(*n*) for *n* entities and composites.
    public init(_ model: Model) {
        self.model = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        children = Dictionary(grouping: model.entities.filter { $0.parentName != nil }) { $0.parentName ?? "" }
            .mapValues { $0.sorted { $0.name < $1.name } }
        composites = Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        largeEntities = Dictionary(
            model.entities.filter { $0.attributes.count + $0.relationships.count > PropertyPlaces.leastCount }
                .map { ($0.name, PropertyPlaces(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the entity with a name, or the first of several.
    public func entity(named name: String) -> Entity? { entities[name] }

    /// Returns the composite with a name, or the first of several.
    public func composite(named name: String) -> Composite? { composites[name] }

    /// Returns an entity's ancestors, nearest first; empty for a root.
    ///
    /// The result ends at a parent that does not exist and before an entity repeats, so it is finite for broken models.
    public func ancestors(of entity: Entity) -> [Entity] {
        var ancestors: [Entity] = []
        var seen: Set<String> = [entity.name]
        var next = entity.parentName
        while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
            ancestors.append(parent)
            next = parent.parentName
        }
        return ancestors
    }

    /// The entities whose parent is an entity, by name.
    public func children(of entity: Entity) -> [Entity] { children[entity.name] ?? [] }

    /// The entities that a fetch on an entity can return: itself and every descendant, parent before child, siblings
    /// by name. Abstract entities are included. An entity comes up once even where parents form a cycle.
    public func family(of entity: Entity) -> [Entity] {
        var family: [Entity] = []
        var seen: Set<String> = []
        // A stack rather than recursion: a hostile model may be as deep as it is large.
        var waiting = [entity]
        while let next = waiting.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            family.append(next)
            waiting += children(of: next).reversed()
        }
        return family
    }

    /// All attributes of an entity's objects: inherited ones first, from the root down, each level by name.
    ///
    /// Source: rule MOD-7, inherited properties count as the entity's own.
    public func attributes(of entity: Entity) -> [Attribute] {
        // The array of a root is shared, not copied.
        guard entity.parentName != nil else { return Self.byName(entity.attributes) }
        return lineage(of: entity).flatMap { Self.byName($0.attributes) }
    }

    /// All relationships of an entity's objects: inherited ones first, from the root down, each level by name.
    public func relationships(of entity: Entity) -> [Relationship] {
        guard entity.parentName != nil else { return Self.byName(entity.relationships) }
        return lineage(of: entity).flatMap { Self.byName($0.relationships) }
    }

    /// The attribute an entity's objects have under a name, own or inherited.
    public func attribute(named name: String, of entity: Entity) -> Attribute? {
        ownAttribute(named: name, of: entity)
            ?? ancestors(of: entity).lazy.compactMap { ownAttribute(named: name, of: $0) }.first
    }

    /// The relationship an entity's objects have under a name, own or inherited.
    public func relationship(named name: String, of entity: Entity) -> Relationship? {
        ownRelationship(named: name, of: entity)
            ?? ancestors(of: entity).lazy.compactMap { ownRelationship(named: name, of: $0) }.first
    }

    private func ownAttribute(named name: String, of entity: Entity) -> Attribute? {
        guard let places = largeEntities[entity.name], places.areOf(entity) else {
            return entity.attribute(named: name)
        }
        return places.attributes[name].map { entity.attributes[$0] }
    }

    private func ownRelationship(named name: String, of entity: Entity) -> Relationship? {
        guard let places = largeEntities[entity.name], places.areOf(entity) else {
            return entity.relationship(named: name)
        }
        return places.relationships[name].map { entity.relationships[$0] }
    }

    /// The relationship that points back, or nil if the model names none or names one that does not exist.
    public func inverse(of relationship: Relationship) -> Relationship? {
        guard let inverseName = relationship.inverseName,
            let destinationName = relationship.inverseEntityName ?? relationship.destinationName,
            let destination = entity(named: destinationName)
        else { return nil }
        return self.relationship(named: inverseName, of: destination)
    }

    /// Sorted by name; an array that is, as those of generated code are, is not copied.
    private static func byName<Property: Named>(_ properties: [Property]) -> [Property] {
        let isSorted = properties.indices.dropFirst().allSatisfy { properties[$0 - 1].name <= properties[$0].name }
        return isSorted ? properties : properties.sorted { $0.name < $1.name }
    }

    private func lineage(of entity: Entity) -> [Entity] { ancestors(of: entity).reversed() + [entity] }
}

private protocol Named {
    var name: String { get }
}

extension Attribute: Named {}
extension Relationship: Named {}

/// Where the properties of an entity are, by name.
struct PropertyPlaces: Sendable {
    /// Looking through fewer properties takes no longer than asking for their places.
    static let leastCount = 100

    /// Of two attributes of one name, the first.
    let attributes: [String: Int]
    /// Of two relationships of one name, the first.
    let relationships: [String: Int]
    private let entity: Entity

    init(of entity: Entity) {
        self.entity = entity
        attributes = Dictionary(
            entity.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        relationships = Dictionary(
            entity.relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether an entity is the one whose properties these are, and not another one of its name.
    func areOf(_ other: Entity) -> Bool {
        // Equal at once where both share their memory, as copies of one entity do.
        entity.attributes == other.attributes && entity.relationships == other.relationships
    }
}
