import ModelDiagnostics
import ModelSchema

extension ExpressionCheck {
    mutating func visit(_ comparison: ModelComparison) {
        var left = type(of: comparison.left)
        var right = type(of: comparison.right)
        inferVariables(of: comparison, left, right)
        // Walking the sides again would take exponential time if comparisons nest.
        if case .variable(let name) = comparison.left { left = type(ofVariable: name) }
        if case .variable(let name) = comparison.right { right = type(ofVariable: name) }
        checkQuantity(of: comparison, left, right)
        checkKinds(of: comparison, left, right)
    }

    // MARK: Variables

    private mutating func inferVariables(
        of comparison: ModelComparison, _ left: ExpressionType, _ right: ExpressionType
    ) {
        switch comparison.operator {
        case .beginsWith, .endsWith, .like, .matches:
            infer(comparison.left, as: .attribute(.string))
            infer(comparison.right, as: .attribute(.string))
        case .in, .between:
            if left.element != .unknown { infer(comparison.right, as: .collection(left.element)) }
            infer(comparison.left, as: right.element)
        case .contains:
            infer(comparison.right, as: left.element)
            if right.family == .string { infer(comparison.left, as: right) }
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            infer(comparison.right, as: left.element)
            infer(comparison.left, as: right.element)
        }
    }

    // MARK: One or many

    private mutating func checkQuantity(
        of comparison: ModelComparison, _ left: ExpressionType, _ right: ExpressionType
    ) {
        if comparison.modifier != .direct {
            switch left {
            case .collection, .unknown: break
            default:
                add(.notACollection(comparison.modifier.rawValue, on: comparison.left.description, at: anchor))
            }
            return
        }
        guard purpose == .fetch else { return }
        if left.isCollection, comparison.left.leadsToObjects, comparison.operator != .contains {
            add(.toManyWithoutQuantifier(comparison.left, at: anchor))
        } else if right.isCollection, comparison.right.leadsToObjects, comparison.operator != .in {
            add(.toManyWithoutQuantifier(comparison.right, at: anchor))
        }
    }

    // MARK: Kinds

    private mutating func checkKinds(of comparison: ModelComparison, _ left: ExpressionType, _ right: ExpressionType) {
        let fits: Bool
        switch comparison.operator {
        case .beginsWith, .endsWith, .like, .matches: fits = isString(left.element) && isString(right)
        case .contains where left.isCollection && comparison.modifier == .direct:
            fits = fit(left.element, right)
        case .contains: fits = left.family == nil || isString(left.element) && isString(right)
        case .in: fits = right.isCollection ? fit(left, right) : isString(left.element) && isString(right)
        case .between:
            if !isPair(comparison.right, type: right) { return add(.invalidBetweenBounds(at: anchor)) }
            fits = fit(left, right)
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            fits = fit(left, right)
        }
        if !fits { add(.mismatch(comparison, left, right, at: anchor)) }
    }

    /// Whether the type is a string, or might be one.
    private func isString(_ type: ExpressionType) -> Bool { type.family == .string || type.family == nil }

    /// Whether the value can be the right side of BETWEEN: two values, or a value that is not known yet.
    private func isPair(_ expression: ModelExpression, type: ExpressionType) -> Bool {
        switch expression {
        case .constant(.collection(let members)): members.count == 2
        case .aggregate(let members): members.count == 2
        default: type.isCollection || type == .unknown
        }
    }
}

extension ModelExpression {
    /// Whether the members of a collection are objects of the store or their properties, rather than a literal list.
    fileprivate var leadsToObjects: Bool {
        switch self {
        case .keyPath, .subquery: true
        default: false
        }
    }
}
