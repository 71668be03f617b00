import ModelExpressions
import ModelSchema
import ObjectGraph

/// A condition as Swift's `#Predicate`, for copying into a program.
struct SwiftPredicate {
    private(set) var text = ""
    private let entity: EntityDescription
    private let model: ManagedObjectModel

    /// Nil for a condition that has no such form, or whose form depends on more than the model.
    init?(_ predicate: ModelPredicate, of entity: EntityDescription, in model: ManagedObjectModel) {
        self.entity = entity
        self.model = model
        guard let condition = text(of: predicate) else { return nil }
        let name = entity.schema.className ?? entity.name
        text = "#Predicate<\(name)> { \(condition) }"
    }

    private func text(of predicate: ModelPredicate) -> String? {
        switch predicate {
        case .constant(let value): return "\(value)"
        case .not(let operand): return text(of: operand).map { "!(\($0))" }
        case .and(let members): return joined(members, by: "&&")
        case .or(let members): return joined(members, by: "||").map { "(\($0))" }
        case .comparison(let comparison): return text(of: comparison)
        }
    }

    private func joined(_ members: [ModelPredicate], by sign: String) -> String? {
        let texts = members.compactMap(text)
        return texts.count == members.count ? texts.joined(separator: " \(sign) ") : nil
    }

    private func text(of comparison: ModelComparison) -> String? {
        guard comparison.modifier == .direct, let left = operand(comparison.left) else { return nil }
        switch comparison.operator {
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            guard comparison.options.isEmpty, let right = operand(comparison.right) else { return nil }
            guard comparison.operator.isOrdering, left.isOptional else {
                return "\(left.text) \(comparison.operator.rawValue) \(right.text)"
            }
            return nil
        case .contains, .beginsWith:
            let isLoose = comparison.options == [.caseInsensitive, .diacriticInsensitive]
            guard comparison.options.isEmpty || (isLoose && comparison.operator == .contains),
                let right = operand(comparison.right)
            else { return nil }
            let contains = isLoose ? "localizedStandardContains(" : "contains("
            let method = comparison.operator == .beginsWith ? "starts(with: " : contains
            return left.isOptional
                ? "\(left.text)?.\(method)\(right.text)) == true" : "\(left.text).\(method)\(right.text))"
        case .in:
            guard comparison.options.isEmpty, case .aggregate(let members) = comparison.right, !left.isOptional else {
                return nil
            }
            let values = members.compactMap { operand($0)?.text }
            return values.count == members.count ? "[\(values.joined(separator: ", "))].contains(\(left.text))" : nil
        case .endsWith, .between, .like, .matches: return nil
        }
    }

    private func operand(_ expression: ModelExpression) -> (text: String, isOptional: Bool)? {
        switch expression {
        case .constant(.null): return ("nil", false)
        case .constant(.boolean(let flag)): return ("\(flag)", false)
        case .constant(.integer(let number)): return ("\(number)", false)
        case .constant(.real(let number)) where number.isFinite: return ("\(number)", false)
        case .constant(.string(let text)): return (text.debugDescription, false)
        case .keyPath(let path, of: .evaluatedObject): return keyPath(path)
        default: return nil
        }
    }

    private func keyPath(_ path: ModelKeyPath) -> (text: String, isOptional: Bool)? {
        var current = entity
        var text = "$0"
        var isOptional = false
        for (index, component) in path.components.enumerated() {
            guard case .key(let name) = component else { return nil }
            text += (isOptional && index > 0 ? "?." : ".") + name
            if let attribute = current.attribute(named: name) {
                guard index == path.components.count - 1 else { return nil }
                let isScalar = attribute.usesScalarValueType ?? true
                let isNumber = attribute.type.isInteger || [.double, .float, .boolean].contains(attribute.type)
                return (text, isOptional || (attribute.isOptional && !(isNumber && isScalar)))
            }
            guard let relationship = current.relationship(named: name), !relationship.isToMany,
                let destination = model.entitiesByName[relationship.destinationName]
            else { return nil }
            current = destination
            isOptional = true
        }
        return (text, isOptional)
    }
}
