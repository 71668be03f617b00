import ModelDiagnostics
import ModelSchema

extension ExpressionCheck {
    /// The type that a path points to. After a to-many relationship, every value is a collection.
    mutating func type(of path: ModelKeyPath, from base: ExpressionType, text: ModelExpression) -> ExpressionType {
        var current = base.element
        var isMany = base.isCollection
        var pending: CollectionOperator?
        for (index, component) in path.components.enumerated() {
            switch component {
            case .key(let name):
                guard let step = step(name, from: current) else { return .unknown }
                current = step.type
                isMany = isMany || step.isMany
            case .collectionOperator(let collectionOperator):
                if !isMany, pending == nil, current != .unknown {
                    let end = path.components[index...].map { ".\($0)" }.joined()
                    let whole = text.description
                    let operand = whole.hasSuffix(end) ? String(whole.dropLast(end.count)) : whole
                    add(.notACollection(collectionOperator.rawValue, on: operand, at: anchor))
                }
                if collectionOperator == .count {
                    current = .attribute(.integer64)
                    isMany = false
                } else {
                    // `items.@sum.price`: the rest of the path says which values to add.
                    pending = collectionOperator
                }
            }
        }
        guard let pending else { return isMany ? .collection(current) : current }
        return type(of: pending, over: current)
    }

    private mutating func type(
        of collectionOperator: CollectionOperator, over element: ExpressionType
    ) -> ExpressionType {
        switch collectionOperator {
        case .count: return .attribute(.integer64)
        case .sum:
            expect(.number, element, by: collectionOperator.rawValue)
            return element.isInteger ? .attribute(.integer64) : element
        case .average:
            expect(.number, element, by: collectionOperator.rawValue)
            return element == .attribute(.decimal) ? element : .attribute(.double)
        case .minimum, .maximum: return element
        case .distinctUnionOfObjects, .unionOfObjects: return .collection(element)
        }
    }

    // MARK: One key

    /// The type that a key points to; nil if it is not known, reported or not.
    private mutating func step(_ key: String, from type: ExpressionType) -> (type: ExpressionType, isMany: Bool)? {
        switch type {
        case .unknown, .null, .collection: return nil
        case .attribute(let value) where key == "length" && (value == .string || value == .binary):
            return (.attribute(.integer64), false)
        case .attribute:
            add(.keyPathThroughValue(key, of: type, at: anchor))
            return nil
        case .composite(let name): return model.composite(named: name).flatMap { step(key, in: $0) }
        case .object(let name): return model.entity(named: name).flatMap { step(key, in: $0) }
        }
    }

    private mutating func step(_ key: String, in composite: Composite) -> (type: ExpressionType, isMany: Bool)? {
        if let attribute = composite.attributes.first(where: { $0.name == key }) {
            return (ExpressionType(of: attribute), false)
        }
        let nearest = nearestName(to: key, among: composite.attributes.map(\.name))
        add(.unknownKey(key, of: composite.name, nearest: nearest, descendant: nil, at: anchor))
        return nil
    }

    private mutating func step(_ key: String, in entity: Entity) -> (type: ExpressionType, isMany: Bool)? {
        if let attribute = model.attribute(named: key, of: entity) {
            if attribute.isTransient, purpose == .fetch { add(.transientKey(key, of: entity.name, at: anchor)) }
            return (ExpressionType(of: attribute), false)
        }
        if let relationship = model.relationship(named: key, of: entity) {
            if relationship.isTransient, purpose == .fetch {
                add(.transientKey(key, of: entity.name, at: anchor))
            }
            return (relationship.destinationName.map { .object(entityName: $0) } ?? .unknown, relationship.isToMany)
        }
        if let property = fetchedProperty(key, of: entity) {
            return (property.fetchRequest.entityName.map { .object(entityName: $0) } ?? .unknown, true)
        }
        switch key {
        case "self", "objectID": return (.object(entityName: entity.name), false)
        case "entity": return (.unknown, false)
        default:
            add(unknownKey(key, of: entity))
            return nil
        }
    }

    private func fetchedProperty(_ name: String, of entity: Entity) -> FetchedProperty? {
        ([entity] + model.ancestors(of: entity)).lazy.flatMap(\.fetchedProperties).first { $0.name == name }
    }

    private func unknownKey(_ key: String, of entity: Entity) -> Diagnostic {
        let lineage = [entity] + model.ancestors(of: entity)
        // The first entity is the entity itself, which has no such property.
        let descendant = model.family(of: entity).dropFirst().first {
            $0.attribute(named: key) != nil || $0.relationship(named: key) != nil
        }
        return .unknownKey(
            key, of: entity.name, nearest: nearestName(to: key, amongPropertiesOf: lineage),
            descendant: descendant?.name, at: anchor)
    }

    /// The property of an entity or its ancestors that the author probably meant.
    private func nearestName(to key: String, amongPropertiesOf entities: [Entity]) -> String? {
        // With too many names, do not even collect them.
        var count = 0
        for entity in entities {
            count += entity.attributes.count + entity.relationships.count + entity.fetchedProperties.count
        }
        guard count <= Self.maximumSearchedCount else { return nil }
        var names: [String] = []
        for entity in entities {
            names += entity.attributes.map(\.name)
            names += entity.relationships.map(\.name)
            names += entity.fetchedProperties.map(\.name)
        }
        return nearestName(to: key, among: names)
    }

    /// The name that the author probably meant. The cost must not grow with the square of a model's size if it has very
    /// many names and as many mistakes.
    private func nearestName(to key: String, among names: [String]) -> String? {
        names.count <= Self.maximumSearchedCount ? NearestName.to(key, among: names) : nil
    }

    private static var maximumSearchedCount: Int { 300 }
}
