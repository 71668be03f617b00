import ModelExpressions
import ModelSchema

/// What a rename changes in predicates and expressions.
enum RenamedKey {
    case property(entityName: String, name: String)
    case member(CompositeMember)

    var name: String {
        switch self {
        case .property(_, let name): name
        case .member(let member): member.name
        }
    }
}

/// Renames a key in one predicate or expression. Follows key paths by the model, so that equal names of other entities
/// stay.
struct KeyRenaming {
    private let key: RenamedKey
    private let newName: String
    private let lookup: ModelLookup
    private let entity: Entity
    private var variables: [String: ExpressionType]
    /// For each occurrence of the name as a key, in the order of the text, whether it is the renamed one; nil if its
    /// owner is unknown.
    private(set) var occurrences: [Bool?] = []

    /// - Parameters:
    ///   - entity: The entity of the evaluated object.
    ///   - variables: The types of variables.
    init(
        _ key: RenamedKey, to newName: String, in lookup: ModelLookup, of entity: Entity,
        variables: [String: ExpressionType]
    ) {
        self.key = key
        self.newName = newName
        self.lookup = lookup
        self.entity = entity
        self.variables = variables
    }

    /// Returns the predicate with the new name.
    mutating func renamed(_ predicate: ModelPredicate) -> ModelPredicate {
        switch predicate {
        case .constant: return predicate
        case .comparison(var comparison):
            comparison.left = renamed(comparison.left).expression
            comparison.right = renamed(comparison.right).expression
            return .comparison(comparison)
        case .not(let operand): return .not(renamed(operand))
        case .and(let members): return .and(members.map { renamed($0) })
        case .or(let members): return .or(members.map { renamed($0) })
        }
    }

    /// Returns the expression with the new name, and its type as far as it has keys.
    mutating func renamed(_ expression: ModelExpression) -> (expression: ModelExpression, type: ExpressionType) {
        switch expression {
        case .evaluatedObject: return (expression, .object(entityName: entity.name))
        case .variable(let name): return (expression, variables[name] ?? .unknown)
        case .keyPath(let path, let base):
            let (base, start) = renamed(base)
            var type = start.element
            let components = path.components.map { component -> ModelKeyPath.Component in
                guard case .key(let name) = component else {
                    // A path continues with the values that an operator collects.
                    if component == .collectionOperator(.count) { type = .attribute(.integer64) }
                    return component
                }
                let step = step(name, from: type)
                type = step.type
                return .key(step.name)
            }
            return (.keyPath(ModelKeyPath(components), of: base), type)
        case .element(let base, let position):
            let (base, type) = renamed(base)
            guard case .index(let index) = position else { return (.element(of: base, at: position), type) }
            return (.element(of: base, at: .index(renamed(index).expression)), type)
        case .subquery(let collection, let variable, let predicate):
            let (collection, type) = renamed(collection)
            let outer = variables[variable]
            variables[variable] = type.element
            defer { variables[variable] = outer }
            return (.subquery(collection, variable: variable, renamed(predicate)), type)
        case .ternary(let predicate, let first, let second):
            let predicate = renamed(predicate)
            let ((first, one), (second, other)) = (renamed(first), renamed(second))
            return (.ternary(predicate, first, second), one == other ? one : .unknown)
        case .constant, .aggregate, .unary, .binary, .function, .methodCall, .cast:
            let changed = expression.mapping({ renamed($0).expression }, condition: { renamed($0) })
            return (changed, .unknown)
        }
    }

    /// A key with its new name, and the type of its value.
    private mutating func step(_ name: String, from type: ExpressionType) -> (name: String, type: ExpressionType) {
        switch type {
        case .object(let entityName):
            guard let entity = lookup.entity(named: entityName) else { break }
            for owner in [entity] + lookup.ancestors(of: entity) {
                guard let type = owner.typeOfProperty(name) else { continue }
                guard name == key.name else { return (name, type) }
                let isRenamed: Bool =
                    if case .property(owner.name, _) = key { true } else { false }
                occurrences.append(isRenamed)
                return (isRenamed ? newName : name, type)
            }
            if name == key.name { occurrences.append(false) }
            return (name, name == "self" ? type : .unknown)
        case .composite(let compositeName):
            guard let composite = lookup.composite(named: compositeName) else { break }
            let member = composite.attributes.first { $0.name == name }
            let isRenamed: Bool =
                if case .member(CompositeMember(composite: compositeName, name: name)) = key { member != nil } else {
                    false
                }
            if name == key.name { occurrences.append(isRenamed) }
            return (isRenamed ? newName : name, member.map(\.keyType) ?? .unknown)
        case .attribute:
            if name == key.name { occurrences.append(false) }
            return (name, .unknown)
        case .unknown, .null, .collection: break
        }
        if name == key.name { occurrences.append(nil) }
        return (name, .unknown)
    }
}

extension Entity {
    /// The type of the values of an own property; nil if there is none.
    fileprivate func typeOfProperty(_ name: String) -> ExpressionType? {
        if let attribute = attribute(named: name) { return attribute.keyType }
        if let relationship = relationship(named: name) {
            return relationship.destinationName.map { .object(entityName: $0) } ?? .unknown
        }
        return fetchedProperties.first { $0.name == name }.map { property in
            property.fetchRequest.entityName.map { .object(entityName: $0) } ?? .unknown
        }
    }
}

extension Attribute {
    fileprivate var keyType: ExpressionType {
        guard type == .composite else { return .attribute(type) }
        return compositeName.map { .composite(name: $0) } ?? .unknown
    }
}
