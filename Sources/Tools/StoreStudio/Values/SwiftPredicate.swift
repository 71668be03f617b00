import ModelExpressions
import ModelSchema
import ObjectGraph

/// A condition as Swift's `#Predicate`, for copying into a program.
///
/// Swift converts no values, so an operand has the type that its property has in generated code, and a constant fits it
/// or the condition has no such form.
struct SwiftPredicate {
    private(set) var text = ""
    private let entity: EntityDescription
    private let model: ManagedObjectModel

    /// - Parameter predicate: A condition on stored values, without the names of enum cases.
    /// - Returns: Nil for a condition that has no such form, or whose form depends on more than the model.
    init?(_ predicate: ModelPredicate, of entity: EntityDescription, in model: ManagedObjectModel) {
        self.entity = entity
        self.model = model
        guard let condition = text(of: predicate) else { return nil }
        let name = Self.escaped(entity.schema.className ?? entity.name)
        // A closure that uses no argument has to ignore it.
        text = "#Predicate<\(name)> { \(condition.contains("$0") ? condition : "_ in \(condition)") }"
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
        guard comparison.modifier == .direct else { return nil }
        switch comparison.operator {
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            return comparison.options.isEmpty ? comparing(comparison) : nil
        case .contains, .beginsWith:
            let isLoose = comparison.options == [.caseInsensitive, .diacriticInsensitive]
            guard comparison.options.isEmpty || (isLoose && comparison.operator == .contains),
                let left = property(comparison.left), left.type == .string,
                let right = text(of: comparison.right, comparedWith: left), right != "nil"
            else { return nil }
            let contains = isLoose ? "localizedStandardContains(" : "contains("
            let method = comparison.operator == .beginsWith ? "starts(with: " : contains
            let call = "\(left.text)\(left.endsOptional ? "?" : "").\(method)\(right))"
            return left.optionality == .optional ? call + " == true" : call
        case .in:
            guard comparison.options.isEmpty, let left = property(comparison.left), left.optionality == .required,
                let members = Self.members(of: comparison.right), !members.isEmpty
            else { return nil }
            let values = members.compactMap { Self.literal($0, of: left.type) }
            return values.count == members.count ? "[\(values.joined(separator: ", "))].contains(\(left.text))" : nil
        case .endsWith, .between, .like, .matches: return nil
        }
    }

    private func comparing(_ comparison: ModelComparison) -> String? {
        let sign = comparison.operator.rawValue
        if let left = property(comparison.left) {
            guard let right = text(of: comparison.right, comparedWith: left),
                !comparison.operator.isOrdering || left.isOrdered
            else { return nil }
            return "\(left.text) \(sign) \(right)"
        }
        guard let right = property(comparison.right), let left = text(of: comparison.left, comparedWith: right),
            !comparison.operator.isOrdering || right.isOrdered
        else { return nil }
        return "\(left) \(sign) \(right.text)"
    }

    /// Returns an operand that has the type of a property; nil if it has another one.
    private func text(of operand: ModelExpression, comparedWith property: Property) -> String? {
        switch operand {
        case .constant(.null): return property.optionality == .optional ? "nil" : nil
        case .constant(let value): return Self.literal(value, of: property.type)
        default:
            guard let other = self.property(operand), other.type == property.type,
                other.optionality == property.optionality,
                property.optionality != .unknown || other.text == property.text,
                property.type.isOrderedInSwift || property.type == .boolean
            else { return nil }
            return other.text
        }
    }

    // MARK: Constants

    private static func members(of expression: ModelExpression) -> [ConstantValue]? {
        switch expression {
        case .constant(.collection(let members)): return members
        case .aggregate(let members):
            let constants = members.compactMap { if case .constant(let value) = $0 { value } else { nil } }
            return constants.count == members.count ? constants : nil
        default: return nil
        }
    }

    /// Returns a constant as a literal that the compiler accepts for a property's type; nil if there is none.
    private static func literal(_ value: ConstantValue, of type: AttributeType) -> String? {
        switch (type, value) {
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
            return type.integerRange?.contains(number) == true ? "\(number)" : nil
        case (.integer16, .real(let number)), (.integer32, .real(let number)), (.integer64, .real(let number)):
            return Int64(exactly: number).flatMap { literal(.integer($0), of: type) }
        case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
            return "\(number)"
        case (.double, .real(let number)), (.float, .real(let number)): return number.isFinite ? "\(number)" : nil
        case (.boolean, .boolean(let flag)): return "\(flag)"
        case (.boolean, .integer(let number)): return number == 0 ? "false" : number == 1 ? "true" : nil
        case (.string, .string(let text)): return text.debugDescription
        default: return nil
        }
    }

    // MARK: Properties

    /// A property in generated code.
    private struct Property {
        var text: String
        var type: AttributeType
        var optionality: PropertyOptionality
        /// Whether the attribute itself is optional, and not only the objects on the way to it.
        var endsOptional: Bool

        /// Whether Swift orders its values in the same way, with none missing.
        var isOrdered: Bool { optionality == .required && type.isOrderedInSwift }
    }

    /// The attribute at the end of a path of to-one relationships; nil for anything else.
    private func property(_ expression: ModelExpression) -> Property? {
        guard case .keyPath(let path, of: .evaluatedObject) = expression else { return nil }
        var current = entity
        var text = "$0"
        var isOptional = false
        for (index, component) in path.components.enumerated() {
            guard case .key(let name) = component else { return nil }
            text += isOptional && index > 0 ? "?." : "."
            if let attribute = current.attribute(named: name) {
                guard index == path.components.count - 1, attribute.isEquatableInSwift else { return nil }
                return Property(
                    text: text + Self.escaped(attribute.nameOfStoredValue), type: attribute.type,
                    optionality: isOptional ? .optional : attribute.optionalityInSwift,
                    endsOptional: attribute.optionalityInSwift == .optional)
            }
            guard let relationship = current.relationship(named: name), !relationship.isToMany,
                let destination = model.entitiesByName[relationship.destinationName]
            else { return nil }
            text += Self.escaped(name)
            current = destination
            isOptional = true
        }
        return nil
    }

    /// Returns a name in backquotes if it would mean something else without them, in a type or after a dot.
    private static func escaped(_ name: String) -> String {
        ["Any", "Protocol", "Self", "Type", "init", "self"].contains(name) ? "`\(name)`" : name
    }
}

extension Attribute {
    /// The property with the stored value in generated code. One with an enum has the attribute's name, unless the
    /// model names it.
    fileprivate var nameOfStoredValue: String {
        guard let enumeration, enumeration.accessorName == nil else { return name }
        return name + "RawValue"
    }

    /// Whether the property has a type of the libraries in generated code, and not one of the program's own, which
    /// might not be `Equatable`.
    fileprivate var isEquatableInSwift: Bool {
        codableTypeName == nil && ![.transformable, .composite, .objectID, .undefined].contains(type)
    }

    /// Whether the property is optional in generated code with the optionals of the model, as by default.
    ///
    /// The model in a store does not contain which numbers are scalars in code.
    fileprivate var optionalityInSwift: PropertyOptionality {
        let isNumber = type.isInteger || [.double, .float, .boolean].contains(type)
        guard isOptional else { return .required }
        guard isNumber, defaultValue != nil else { return .optional }
        return usesScalarValueType.map { $0 ? .required : .optional } ?? .unknown
    }
}

/// Whether a property is optional in generated code.
private enum PropertyOptionality {
    case required, optional
    /// It depends on more than the model of a store.
    case unknown
}

extension AttributeType {
    /// Whether Swift orders the values of the type in the same way.
    fileprivate var isOrderedInSwift: Bool {
        isInteger || [.double, .float, .decimal, .string, .date].contains(self)
    }
}
