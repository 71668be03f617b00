/// A lookup of the names in a model, which resolves them once.
///
/// Creating a lookup is O(*n*) in the number of entities. The time for each query is then proportional to its result.
/// The lookup describes the model at the time of its creation.
///
/// ```swift
/// let lookup = ModelLookup(model)
/// guard let book = lookup.entity(named: "Book") else { return }
/// let names = lookup.attributes(of: book).map(\.name)  // Own and inherited ones
/// let inverse = lookup.relationship(named: "author", of: book).flatMap(lookup.inverse)
/// ```
public struct ModelLookup: Sendable {
    /// The model.
    public let model: Model
    private let entities: [String: Entity]
    private let children: [String: [Entity]]
    private let composites: [String: Composite]
    /// What the hashes of composite attributes share; nil without composites.
    let compositeHashes: CompositeHashes?
    /// The properties of very large entities, by the entity's name. Without an index, looking up all their properties
    /// would take quadratic time.
    private let largeEntities: [String: PropertyPlaces]

    /// Creates a lookup. O(*n*) in the number of entities and composites.
    public init(_ model: Model) {
        self.model = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        children = Dictionary(grouping: model.entities.filter { $0.parentName != nil }) { $0.parentName ?? "" }
            .mapValues { $0.sorted { $0.name < $1.name } }
        composites = Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        compositeHashes = model.composites.isEmpty ? nil : CompositeHashes()
        largeEntities = Dictionary(
            model.entities.filter { $0.attributes.count + $0.relationships.count > PropertyPlaces.leastCount }
                .map { ($0.name, PropertyPlaces(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the entity with a name, or the first of several.
    public func entity(named name: String) -> Entity? { entities[name] }

    /// Returns the composite with a name, or the first of several.
    public func composite(named name: String) -> Composite? { composites[name] }

    /// Returns an entity's ancestors, nearest first; empty for a root entity.
    ///
    /// The result ends at a parent that does not exist and before an entity repeats, so it is finite for invalid
    /// models.
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

    /// Returns a result for each entity that depends on its parent's, by name; the first of several with the same name.
    /// O(*n*) without cycles, however deep the hierarchy is.
    func inherited<Result>(_ result: (_ ofParent: Result?, Entity) -> Result) -> [String: Result] {
        var results: [String: Result] = [:]
        // The names on the way to a cycle, in which each entity has ancestors of its own: they end before it repeats.
        var cyclicNames: Set<String> = []
        for entity in model.entities where results[entity.name] == nil {
            var lineage = [entity]
            var seen: Set<String> = [entity.name]
            var next = entity.parentName
            var isCycle = false
            while let name = next, results[name] == nil || cyclicNames.contains(name),
                let parent = self.entity(named: name)
            {
                isCycle = !seen.insert(name).inserted
                if isCycle { break }
                lineage.append(parent)
                next = parent.parentName
            }
            if isCycle {
                cyclicNames.formUnion(seen)
                let ancestors = ancestors(of: entity).reversed().reduce(nil as Result?) { result($0, $1) }
                results[entity.name] = result(ancestors, entity)
                continue
            }
            var last = next.flatMap { results[$0] }
            for member in lineage.reversed() {
                let own = result(last, member)
                results[member.name] = own
                last = own
            }
        }
        return results
    }

    /// Returns an entity's children, by name.
    public func children(of entity: Entity) -> [Entity] { children[entity.name] ?? [] }

    /// Returns an entity and its descendants, whose objects a fetch of the entity returns: parent before child,
    /// siblings by name. The result includes abstract entities, and each entity only once, even if parents form a
    /// cycle.
    public func family(of entity: Entity) -> [Entity] {
        var family: [Entity] = []
        var seen: Set<String> = []
        // A stack instead of recursion, because a hostile model can be as deep as it is large.
        var waiting = [entity]
        while let next = waiting.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            family.append(next)
            waiting += children(of: next).reversed()
        }
        return family
    }

    /// Returns an entity's own and inherited attributes: from the root down, each level by name.
    ///
    /// Source: rule MOD-7, inherited properties count as the entity's own.
    public func attributes(of entity: Entity) -> [Attribute] {
        // The array of a root entity is shared, not copied.
        guard entity.parentName != nil else { return Self.byName(entity.attributes) }
        return lineage(of: entity).flatMap { Self.byName($0.attributes) }
    }

    /// Returns an entity's own and inherited relationships: from the root down, each level by name.
    public func relationships(of entity: Entity) -> [Relationship] {
        guard entity.parentName != nil else { return Self.byName(entity.relationships) }
        return lineage(of: entity).flatMap { Self.byName($0.relationships) }
    }

    /// Returns an entity's own or inherited attribute with a name.
    public func attribute(named name: String, of entity: Entity) -> Attribute? {
        ownAttribute(named: name, of: entity)
            ?? ancestors(of: entity).lazy.compactMap { ownAttribute(named: name, of: $0) }.first
    }

    /// Returns an entity's own or inherited relationship with a name.
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

    /// Returns the inverse of a relationship; nil if it is missing or does not exist.
    public func inverse(of relationship: Relationship) -> Relationship? {
        guard let inverseName = relationship.inverseName,
            let destinationName = relationship.inverseEntityName ?? relationship.destinationName,
            let destination = entity(named: destinationName)
        else { return nil }
        return self.relationship(named: inverseName, of: destination)
    }

    /// Returns properties sorted by name, without copying a sorted array, such as those in generated code.
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

/// The positions of an entity's properties, by name.
struct PropertyPlaces: Sendable {
    /// The minimum number of properties. Searching fewer properties is as fast as a lookup.
    static let leastCount = 100

    /// The positions of attributes; the first of several with the same name.
    let attributes: [String: Int]
    /// The positions of relationships; the first of several with the same name.
    let relationships: [String: Int]
    private let entity: Entity

    init(of entity: Entity) {
        self.entity = entity
        attributes = Dictionary(
            entity.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        relationships = Dictionary(
            entity.relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the positions belong to an entity, and not to another one with its name.
    func areOf(_ other: Entity) -> Bool {
        // The comparison is fast if both share their storage, as copies of one entity do.
        entity.attributes == other.attributes && entity.relationships == other.relationships
    }
}
