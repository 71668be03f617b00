import ModelExpressions
import ModelSchema

/// The types of a predicate's variables, as SwiftGen finds them: from the path on the left of a comparison that has the
/// variable on its right.
enum SwiftGenVariables {
    static func types(of request: FetchRequestTemplate, in model: ModelLookup) -> [String: String] {
        guard let format = request.predicateString, let predicate = try? ModelPredicate(format: format),
            let entity = request.entityName.flatMap({ model.entity(named: $0) })
        else { return [:] }
        var types: [String: String] = [:]
        add(predicate, entity, model, to: &types)
        return types
    }

    private static func add(
        _ predicate: ModelPredicate, _ entity: Entity, _ model: ModelLookup, to types: inout [String: String]
    ) {
        switch predicate {
        case .constant: break
        case .not(let operand): add(operand, entity, model, to: &types)
        case .and(let operands), .or(let operands):
            for operand in operands { add(operand, entity, model, to: &types) }
        case .comparison(let comparison):
            guard case .variable(let name) = comparison.right,
                case .keyPath(let path, of: .evaluatedObject) = comparison.left,
                let type = type(of: path, entity, model)
            else { return }
            types[name] = type
        }
    }

    /// The type of the attribute at the end of a path, or the class if the path ends with a relationship.
    private static func type(of path: ModelKeyPath, _ entity: Entity, _ model: ModelLookup) -> String? {
        var current = entity
        for (index, component) in path.components.enumerated() {
            guard case .key(let name) = component else { return nil }
            if let attribute = model.attribute(named: name, of: current) {
                return index == path.components.count - 1 ? SwiftGenAttribute.typeName(of: attribute) : nil
            }
            guard let destination = model.relationship(named: name, of: current)?.destinationName,
                let next = model.entity(named: destination)
            else { return nil }
            current = next
        }
        let className = SwiftGenEntity.className(of: current)
        return className.isEmpty ? "NSManagedObject" : className
    }
}
