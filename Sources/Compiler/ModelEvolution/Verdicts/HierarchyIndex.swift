import ModelSchema

/// The entities of a model by name, with their inherited properties.
///
/// A hostile model can be as deep as it is large, so searches in hierarchies end at ``maximumDepth``, or if all steps
/// are used up. Real models have three levels of entities.
struct HierarchyIndex: Sendable {
    static let maximumDepth = 64

    let lookup: ModelLookup
    /// The remaining number of entities to visit, up and down hierarchies.
    private var remainingSteps = 100_000
    var attributes: [String: OwnProperties<Attribute>] = [:]
    var relationships: [String: OwnProperties<Relationship>] = [:]

    init(_ model: Model) { lookup = ModelLookup(model) }

    func entity(named name: String) -> Entity? { lookup.entity(named: name) }

    /// Returns the entity and its ancestors, nearest first.
    func lineage(of entity: Entity) -> [Entity] {
        var lineage = [entity]
        var seen: Set<String> = [entity.name]
        var next = entity.parentName
        while lineage.count < Self.maximumDepth, let name = next, seen.insert(name).inserted,
            let parent = lookup.entity(named: name)
        {
            lineage.append(parent)
            next = parent.parentName
        }
        return lineage
    }

    /// Whether searches have ended without an answer.
    var isExhausted: Bool { remainingSteps <= 0 }

    /// The entities that can have objects, among an entity and its descendants.
    mutating func concreteFamily(of entity: Entity) -> [Entity] {
        guard !lookup.children(of: entity).isEmpty else { return entity.isAbstract ? [] : [entity] }
        var family: [Entity] = []
        var seen: Set<String> = []
        var waiting = [entity]
        while !isExhausted, let next = waiting.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            remainingSteps -= 1
            if !next.isAbstract { family.append(next) }
            waiting += lookup.children(of: next).reversed()
        }
        return family
    }

    /// Returns the properties of a kind that an entity declares.
    mutating func ownProperties<Property: StoredProperty>(of entity: Entity) -> OwnProperties<Property> {
        if let known = self[keyPath: Property.indexed][entity.name] { return known }
        let properties = OwnProperties(entity[keyPath: Property.declared])
        self[keyPath: Property.indexed][entity.name] = properties
        return properties
    }

    /// The own or inherited property that continues a property of the other model, with its owner.
    mutating func counterpart<Property: StoredProperty>(
        of property: Property, in entity: Entity
    ) -> (property: Property, owner: Entity)? {
        guard !isExhausted else { return nil }
        for owner in lineage(of: entity) {
            remainingSteps -= 1
            if let found = ownProperties(of: owner).counterpart(of: property) { return (found, owner) }
        }
        return nil
    }

    /// Returns whether stores hold a property of the other model for the objects of an entity.
    mutating func holds(_ property: some StoredProperty, in entity: Entity) -> Bool {
        counterpart(of: property, in: entity).map { !$0.property.isTransient } ?? false
    }

    /// Returns the names of the properties of the other model that stores do not hold for the objects of an entity.
    mutating func namesNotHeld(_ properties: [some StoredProperty], in entity: Entity) -> [String] {
        properties.filter { !holds($0, in: entity) }.map(\.name)
    }
}
