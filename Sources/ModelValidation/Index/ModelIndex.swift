import ModelSchema

/// A model with everything rules look up by name, built once.
final class ModelIndex: Sendable {
    let model: Model
    let entities: [EntityNode]
    let composites: [CompositeNode]
    /// The templates of fetch requests with their places, in file order.
    let fetchRequests: [(template: FetchRequestTemplate, path: SchemaPath)]
    /// The configurations with their places, in file order.
    let configurations: [(configuration: Configuration, path: SchemaPath)]
    private let entitiesByName: [String: EntityNode]
    private let compositesByName: [String: CompositeNode]
    private let childrenByParentName: [String: [EntityNode]]
    private let relationshipsByEnds: [Ends: [RelationshipNode]]

    private struct Ends: Hashable {
        var source: String
        var destination: String
    }

    init(_ model: Model) {
        self.model = model
        let root = SchemaPath.model
        entities = zip(model.entities, root.paths(to: .entity, named: model.entities.map(\.name)))
            .map { EntityNode($0, at: $1) }
        composites = zip(model.composites, root.paths(to: .composite, named: model.composites.map(\.name)))
            .map { CompositeNode($0, at: $1) }
        let templates = model.fetchRequestTemplates
        fetchRequests = zip(templates, root.paths(to: .fetchRequest, named: templates.map(\.name)))
            .map { (template: $0, path: $1) }
        configurations = zip(
            model.configurations, root.paths(to: .configuration, named: model.configurations.map(\.name))
        ).map { (configuration: $0, path: $1) }
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        compositesByName = Dictionary(composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        childrenByParentName = Dictionary(grouping: entities.filter { $0.entity.parentName != nil }) {
            $0.entity.parentName ?? ""
        }
        relationshipsByEnds = Dictionary(grouping: entities.flatMap(\.relationships)) {
            Ends(source: $0.entityName, destination: $0.relationship.destinationName ?? "")
        }
    }

    /// The entity with a name; the first, should the model hold two.
    func entity(named name: String) -> EntityNode? { entitiesByName[name] }

    /// The composite with a name; the first, should the model hold two.
    func composite(named name: String) -> CompositeNode? { compositesByName[name] }

    /// The entities whose parent has a name, in file order.
    func children(ofEntityNamed name: String) -> [EntityNode] { childrenByParentName[name] ?? [] }

    /// The relationships that an entity itself declares towards another, in file order.
    func relationships(from source: String, to destination: String) -> [RelationshipNode] {
        relationshipsByEnds[Ends(source: source, destination: destination)] ?? []
    }

    /// An entity's ancestors, nearest first. Ends where a parent is missing or comes up twice.
    func ancestors(of entity: EntityNode) -> [EntityNode] {
        var ancestors: [EntityNode] = []
        var seen: Set<String> = [entity.name]
        var next = entity.entity.parentName
        while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
            ancestors.append(parent)
            next = parent.entity.parentName
        }
        return ancestors
    }

    /// The property that an entity's objects have under a name, own or inherited.
    func property(named name: String, of entity: EntityNode) -> PropertyNode? {
        if let own = entity.propertiesByName[name] { return own }
        guard entity.entity.parentName != nil else { return nil }
        return ancestors(of: entity).lazy.compactMap { $0.propertiesByName[name] }.first
    }

    /// The names of all properties that an entity's objects have.
    func propertyNames(of entity: EntityNode) -> [String] {
        ([entity] + ancestors(of: entity)).flatMap(\.propertiesByName.keys)
    }

    /// The entity a relationship leads to, where it exists.
    func destination(of relationship: RelationshipNode) -> EntityNode? {
        relationship.relationship.destinationName.flatMap(entity(named:))
    }

    /// The relationship that is named as the inverse, where it exists; it need not point back.
    func inverse(of node: RelationshipNode) -> RelationshipNode? {
        let relationship = node.relationship
        guard let inverseName = relationship.inverseName,
            let entity = (relationship.inverseEntityName ?? relationship.destinationName).flatMap(entity(named:)),
            case .relationship(let inverse) = property(named: inverseName, of: entity)
        else { return nil }
        return inverse
    }

    /// The inverse, where both sides name each other.
    func mutualInverse(of node: RelationshipNode) -> RelationshipNode? {
        guard let inverse = inverse(of: node), self.inverse(of: inverse) === node else { return nil }
        return inverse
    }
}
