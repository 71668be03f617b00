import ModelDiagnostics
import ModelSchema

/// A model with indexes by name for the rules.
final class ModelIndex: Sendable {
    let model: Model
    let entities: [EntityNode]
    let composites: [CompositeNode]
    /// The fetch request templates with their paths, in file order.
    let fetchRequests: [(template: FetchRequestTemplate, path: SchemaPath)]
    /// The configurations with their paths, in file order.
    let configurations: [(configuration: Configuration, path: SchemaPath)]
    /// The attributes with enums and their declarations, in file order.
    let enums: [(declaration: AttributeEnumeration, attribute: AttributeNode)]
    /// The attributes with enums, by their second accessor. Each list is sorted by path.
    let attributesBySecondAccessor: [SecondAccessor: [AttributeNode]]
    /// The findings of the expression checker, in file order.
    let expressionDiagnostics: [Diagnostic]
    private let entitiesByName: [String: EntityNode]
    private let compositesByName: [String: CompositeNode]
    private let childrenByParentName: [String: [EntityNode]]
    private let relationshipsByEnds: [Ends: [RelationshipNode]]
    /// The index of each entity's parent; nil if there is none, if it is unknown, or to break a cycle.
    private let parentNumbers: [Int?]

    /// The second accessor of an attribute with an enum, in an entity or a composite.
    struct SecondAccessor: Hashable {
        var name: String
        var ownerName: String
        var isOfComposite: Bool
    }

    private struct Ends: Hashable {
        var source: String
        var destination: String
    }

    init(_ model: Model) {
        self.model = model
        let root = SchemaPath.model
        entities = zip(model.entities, root.paths(to: .entity, named: model.entities.map(\.name))).enumerated()
            .map { EntityNode($1.0, number: $0, at: $1.1) }
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
        enums = (entities.flatMap(\.attributes) + composites.flatMap(\.attributes)).compactMap { node in
            node.attribute.enumeration.map { ($0, node) }
        }
        attributesBySecondAccessor = Dictionary(grouping: enums) { declaration, node in
            SecondAccessor(
                name: declaration.accessorName ?? node.attribute.name + "RawValue", ownerName: node.ownerName,
                isOfComposite: node.isCompositeMember)
        }.mapValues { $0.map(\.attribute).sorted { $0.path.description < $1.path.description } }
        expressionDiagnostics =
            ExpressionFindings(in: model, entities: entities, fetchRequests: fetchRequests)
            .diagnostics
        parentNumbers = Self.parentNumbers(of: entities, named: entitiesByName)
    }

    private static func parentNumbers(of entities: [EntityNode], named byName: [String: EntityNode]) -> [Int?] {
        var parents = entities.map { entity in entity.entity.parentName.flatMap { byName[$0]?.number } }
        var walkOfEntity = [Int?](repeating: nil, count: entities.count)
        for start in entities.indices {
            var number = start
            while walkOfEntity[number] == nil {
                walkOfEntity[number] = start
                guard let parent = parents[number] else { break }
                if walkOfEntity[parent] == start {
                    parents[number] = nil
                    break
                }
                number = parent
            }
        }
        return parents
    }

    /// Returns the entity with a name, or the first of several.
    func entity(named name: String) -> EntityNode? { entitiesByName[name] }

    /// Returns the composite with a name, or the first of several.
    func composite(named name: String) -> CompositeNode? { compositesByName[name] }

    /// Returns the child entities of the entity with a name, in file order.
    func children(ofEntityNamed name: String) -> [EntityNode] { childrenByParentName[name] ?? [] }

    /// Returns an entity's own relationships to another entity, in file order.
    func relationships(from source: String, to destination: String) -> [RelationshipNode] {
        relationshipsByEnds[Ends(source: source, destination: destination)] ?? []
    }

    /// Returns the parent of an entity, if it exists. The index breaks cycles, so following parents always ends.
    func parent(of entity: EntityNode) -> EntityNode? { parentNumbers[entity.number].map { entities[$0] } }

    /// Returns an entity's ancestors, nearest first.
    func ancestors(of entity: EntityNode) -> [EntityNode] {
        Array(sequence(first: entity, next: parent(of:)).dropFirst())
    }

    /// Returns an entity's own or inherited property with a name.
    func property(named name: String, of entity: EntityNode) -> PropertyNode? {
        var next: EntityNode? = entity
        while let entity = next {
            if let property = entity.propertiesByName[name] { return property }
            next = parent(of: entity)
        }
        return nil
    }

    /// Returns the names of an entity's own and inherited properties.
    func propertyNames(of entity: EntityNode) -> [String] {
        ([entity] + ancestors(of: entity)).flatMap(\.propertiesByName.keys)
    }

    /// Returns the destination of a relationship, if it exists.
    func destination(of relationship: RelationshipNode) -> EntityNode? {
        relationship.relationship.destinationName.flatMap(entity(named:))
    }

    /// Returns the relationship that is named as the inverse, if it exists, even if it does not point back.
    func inverse(of node: RelationshipNode) -> RelationshipNode? {
        let relationship = node.relationship
        guard let inverseName = relationship.inverseName,
            let entity = (relationship.inverseEntityName ?? relationship.destinationName).flatMap(entity(named:)),
            case .relationship(let inverse) = property(named: inverseName, of: entity)
        else { return nil }
        return inverse
    }

    /// Returns the inverse, if it points back.
    func mutualInverse(of node: RelationshipNode) -> RelationshipNode? {
        guard let inverse = inverse(of: node), self.inverse(of: inverse) === node else { return nil }
        return inverse
    }
}
