import Foundation
import ModelDiagnostics
import ModelExpressions
import ModelSchema
import ObjectGraph

/// Lets predicates contain names of enum cases, such as `status == 'open'` if the store contains a number for `open`,
/// URIs of objects, such as `team == 'x-coredata://…/Team/p1'`, and numbers of objects, such as `id == 3`.
struct PredicateShorthands {
    /// A text in a comparison with an enum that is not one of its cases.
    struct UnknownCase {
        /// The start of the comparison in the predicate, in characters from 1.
        var column: Int?
        var message: String
        var hint: String
    }

    private let model: ManagedObjectModel
    private let entity: EntityDescription
    /// The stores of the objects that numbers mean; empty if they mean none.
    private let storeIdentifiers: [UUID]
    /// The entities of the variables of the enclosing subqueries.
    private var variables: [String: EntityDescription] = [:]

    init(of entity: EntityDescription, in model: ManagedObjectModel, storeIdentifiers: [UUID] = []) {
        self.model = model
        self.entity = entity
        self.storeIdentifiers = storeIdentifiers
    }

    // MARK: Key paths

    /// The enum of the attribute that an expression points to; nil if it points to none.
    func enumeration(of expression: ModelExpression) -> AttributeEnumeration? {
        attribute(of: expression)?.enumeration.flatMap { $0.cases == nil ? nil : $0 }
    }

    /// The attribute that an expression points to, which can be a member of a composite; nil if it points to none.
    func attribute(of expression: ModelExpression) -> Attribute? {
        guard case .attribute(let attribute) = destination(of: expression) else { return nil }
        return attribute
    }

    private func leadsToObjects(_ expression: ModelExpression) -> Bool {
        if case .entity = destination(of: expression) { true } else { false }
    }

    /// The object whose URI a text is; nil for other texts.
    private static func object(_ text: String) -> ConstantValue? {
        guard text.hasPrefix("x-coredata:") else { return nil }
        return URL(string: text).flatMap(ObjectID.init(uriRepresentation:))?.predicateValue
    }

    private enum Destination {
        case entity(EntityDescription)
        case attribute(Attribute)
    }

    private func destination(of expression: ModelExpression) -> Destination? {
        switch expression {
        case .evaluatedObject: return .entity(entity)
        case .variable(let name): return variables[name].map(Destination.entity)
        case .keyPath(let path, let base): return destination(of: path, from: destination(of: base))
        case .element(let list, let position): return position == .size ? nil : destination(of: list)
        case .subquery(let collection, _, _): return destination(of: collection)
        default: return nil
        }
    }

    private func destination(of path: ModelKeyPath, from base: Destination?) -> Destination? {
        path.components.reduce(base) { current, component in
            switch component {
            case .collectionOperator(.count), .collectionOperator(.sum), .collectionOperator(.average): return nil
            case .collectionOperator: return current
            case .key(let name):
                if case .attribute(let attribute) = current {
                    return self.entity.composites.composite(of: attribute)?.attributes.first { $0.name == name }
                        .map(Destination.attribute)
                }
                guard case .entity(let entity) = current else { return nil }
                if let attribute = entity.attribute(named: name) { return .attribute(attribute) }
                return entity.relationship(named: name).flatMap { model.entitiesByName[$0.destinationName] }
                    .map(Destination.entity)
            }
        }
    }

    // MARK: Replacing

    /// The predicate with values instead of the names of cases.
    func replaced(in predicate: ModelPredicate) -> ModelPredicate {
        switch predicate {
        case .constant: return predicate
        case .not(let operand): return .not(replaced(in: operand))
        case .and(let members): return .and(members.map(replaced))
        case .or(let members): return .or(members.map(replaced))
        case .comparison(var comparison):
            if let objects = comparingObjects(comparison) { return objects }
            comparison.left = replaced(in: comparison.left)
            comparison.right = replaced(in: comparison.right)
            // A part of a text is not the name of a case.
            guard !comparison.operator.comparesParts else { return .comparison(comparison) }
            if let enumeration = enumeration(of: comparison.left) {
                comparison.right = comparison.right.mappingTexts { enumeration.rawValue(named: $0)?.constant }
            } else if let enumeration = enumeration(of: comparison.right) {
                comparison.left = comparison.left.mappingTexts { enumeration.rawValue(named: $0)?.constant }
            } else if leadsToObjects(comparison.left) {
                comparison.right = comparison.right.mappingTexts(Self.object)
            } else if leadsToObjects(comparison.right) {
                comparison.left = comparison.left.mappingTexts(Self.object)
            }
            return .comparison(comparison)
        }
    }

    // MARK: Numbers of objects

    /// The objects whose numbers an expression means: those at a path before `id`,
    /// which is not a property of their entity.
    private func numberedObjects(
        _ expression: ModelExpression
    ) -> (objects: ModelExpression, entity: EntityDescription)? {
        guard case .keyPath(let path, let base) = expression, path.components.last == .key(Self.number) else {
            return nil
        }
        let rest = path.components.dropLast()
        let objects = rest.isEmpty ? base : ModelExpression.keyPath(ModelKeyPath(Array(rest)), of: base)
        guard case .entity(let entity) = destination(of: objects), !entity.propertyNames.contains(Self.number) else {
            return nil
        }
        return (objects, entity)
    }

    private static let number = "id"

    /// A comparison of objects instead of one of their numbers with constants; nil for any other comparison.
    private func comparingObjects(_ comparison: ModelComparison) -> ModelPredicate? {
        var comparison = comparison
        if comparison.operator != .in, comparison.modifier == .direct, numberedObjects(comparison.left) == nil {
            swap(&comparison.left, &comparison.right)
        }
        guard let (objects, entity) = numberedObjects(comparison.left), case .constant(let value) = comparison.right,
            !storeIdentifiers.isEmpty
        else { return nil }
        let isNegative = comparison.operator == .notEqualTo
        let numbers: [ConstantValue]
        switch (comparison.operator, value) {
        case (.equalTo, .integer): numbers = [value]
        // For one of several destinations, this is not the opposite of an equal number.
        case (.notEqualTo, .integer) where comparison.modifier == .direct: numbers = [value]
        case (.in, .collection(let members)): numbers = members
        default: return nil
        }
        var objectIDs: [ConstantValue] = []
        for number in numbers {
            guard case .integer(let number) = number else { return nil }
            for storeIdentifier in storeIdentifiers {
                objectIDs += entity.concreteFamilyNames.map {
                    ObjectID(storeIdentifier: storeIdentifier, entityName: $0, number: number).predicateValue
                }
            }
        }
        comparison.left = replaced(in: objects)
        comparison.operator = .in
        comparison.right = .constant(.collection(objectIDs))
        return isNegative ? .not(.comparison(comparison)) : .comparison(comparison)
    }

    /// Whether a comparison in a predicate still contains a number of objects.
    ///
    /// - Parameter column: The start of the comparison.
    func comparesNumbers(in predicate: ModelPredicate, at column: Int?) -> Bool {
        switch predicate {
        case .constant: false
        case .not(let operand): comparesNumbers(in: operand, at: column)
        case .and(let members), .or(let members): members.contains { comparesNumbers(in: $0, at: column) }
        case .comparison(let comparison):
            comparison.position.column == column
                && [comparison.left, comparison.right].contains { numberedObjects($0) != nil }
        }
    }

    /// The expression with values instead of the names of cases in its conditions.
    func replaced(in expression: ModelExpression) -> ModelExpression {
        switch expression {
        case .constant, .evaluatedObject, .variable: expression
        case .keyPath(let path, let base): .keyPath(path, of: replaced(in: base))
        case .element(let list, .index(let index)): .element(of: replaced(in: list), at: .index(replaced(in: index)))
        case .element(let list, let position): .element(of: replaced(in: list), at: position)
        case .aggregate(let members): .aggregate(members.map(replaced))
        case .unary(let sign, let operand): .unary(sign, replaced(in: operand))
        case .binary(let sign, let left, let right): .binary(sign, replaced(in: left), replaced(in: right))
        case .function(let function, let arguments): .function(function, arguments.map(replaced))
        case .methodCall(let receiver, let selector, let arguments):
            .methodCall(replaced(in: receiver), selector: selector, arguments.map(replaced))
        case .subquery(let collection, let variable, let predicate):
            .subquery(
                replaced(in: collection), variable: variable,
                inside(collection, variable).replaced(in: predicate))
        case .cast(let value, let type): .cast(replaced(in: value), type: type)
        case .ternary(let predicate, let first, let second):
            .ternary(replaced(in: predicate), replaced(in: first), replaced(in: second))
        }
    }

    private func inside(_ collection: ModelExpression, _ variable: String) -> PredicateShorthands {
        var inner = self
        inner.variables[variable] = if case .entity(let entity) = destination(of: collection) { entity } else { nil }
        return inner
    }

    // MARK: Unknown cases

    /// The strings in comparisons with enums that are not cases, in a predicate whose case names have been replaced.
    func unknownCases(in predicate: ModelPredicate) -> [UnknownCase] {
        switch predicate {
        case .constant: return []
        case .not(let operand): return unknownCases(in: operand)
        case .and(let members), .or(let members): return members.flatMap(unknownCases)
        case .comparison(let comparison):
            let inside = unknownCases(in: comparison.left) + unknownCases(in: comparison.right)
            guard !comparison.operator.comparesParts, comparison.options.isEmpty else { return inside }
            let sides = [(comparison.left, comparison.right), (comparison.right, comparison.left)]
            return inside
                + sides.flatMap { path, value in
                    enumeration(of: path).map { unknownCases(of: $0, called: "\(path)", in: value, comparison) } ?? []
                }
        }
    }

    /// The same in the conditions of an expression.
    func unknownCases(in expression: ModelExpression) -> [UnknownCase] {
        switch expression {
        case .constant, .evaluatedObject, .variable: []
        case .keyPath(_, let operand), .unary(_, let operand), .cast(let operand, _): unknownCases(in: operand)
        case .element(let list, .index(let index)): unknownCases(in: list) + unknownCases(in: index)
        case .element(let list, .first), .element(let list, .last), .element(let list, .size): unknownCases(in: list)
        case .aggregate(let members), .function(_, let members): members.flatMap(unknownCases)
        case .binary(_, let left, let right): unknownCases(in: left) + unknownCases(in: right)
        case .methodCall(let receiver, _, let arguments): ([receiver] + arguments).flatMap(unknownCases)
        case .subquery(let collection, let variable, let predicate):
            unknownCases(in: collection) + inside(collection, variable).unknownCases(in: predicate)
        case .ternary(let predicate, let first, let second):
            unknownCases(in: predicate) + unknownCases(in: first) + unknownCases(in: second)
        }
    }

    private func unknownCases(
        of enumeration: AttributeEnumeration, called name: String, in value: ModelExpression,
        _ comparison: ModelComparison
    ) -> [UnknownCase] {
        let cases = enumeration.cases ?? []
        return value.texts.compactMap { text in
            guard enumeration.caseName(of: .string(text)) == nil else { return nil }
            let names = cases.map(\.name)
            let hint =
                NearestName.to(text, among: names).map { "did you mean '\($0)'?" }
                ?? "its cases are \(names.joined(separator: ", "))"
            return UnknownCase(
                column: comparison.position.column, message: "'\(text)' is not a case of '\(name)'", hint: hint)
        }
    }
}

extension AttributeEnumeration.RawValue {
    fileprivate var constant: ConstantValue {
        switch self {
        case .integer(let number): .integer(number)
        case .string(let text): .string(text)
        }
    }
}

extension ModelExpression {
    /// The expression with other values instead of its string constants.
    fileprivate func mappingTexts(_ transform: (String) -> ConstantValue?) -> ModelExpression {
        switch self {
        case .constant(let value): .constant(value.mappingTexts(transform))
        case .aggregate(let members): .aggregate(members.map { $0.mappingTexts(transform) })
        case .ternary(let predicate, let first, let second):
            .ternary(predicate, first.mappingTexts(transform), second.mappingTexts(transform))
        default: self
        }
    }

    /// The string constants in the expression.
    fileprivate var texts: [String] {
        switch self {
        case .constant(let value): value.texts
        case .aggregate(let members): members.flatMap(\.texts)
        case .ternary(_, let first, let second): first.texts + second.texts
        default: []
        }
    }
}

extension ConstantValue {
    fileprivate func mappingTexts(_ transform: (String) -> ConstantValue?) -> ConstantValue {
        switch self {
        case .string(let text): transform(text) ?? self
        case .collection(let members): .collection(members.map { $0.mappingTexts(transform) })
        default: self
        }
    }

    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .collection(let members): members.flatMap(\.texts)
        default: []
        }
    }
}

extension AttributeEnumeration {
    /// The name of the case with a raw value; nil for a value that no case has.
    func caseName(of value: RawValue) -> String? { cases?.first { $0.rawValue == value }?.name }

    /// The raw value for a text: that of the case with this name, unless the text is itself a raw value.
    func rawValue(named text: String) -> RawValue? {
        guard let cases, !cases.contains(where: { $0.rawValue == .string(text) }) else { return nil }
        return cases.first { $0.name == text }?.rawValue
    }
}
