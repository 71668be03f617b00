import ModelDiagnostics
import ModelSchema

/// One walk over one tree, with the types of variables and the findings so far.
struct ExpressionCheck {
    let model: ModelLookup
    let purpose: ExpressionChecker.Purpose
    let entity: Entity
    let anchor: SchemaPath
    var report = ExpressionReport()
    /// The place of the current comparison.
    private var position = FormatPosition()
    /// The variables whose type is given: by the caller, or by the SUBQUERY around the current place.
    var bound: [String: ExpressionType]
    /// The types of all other variables, as comparisons imply them.
    private var inferred: [String: ExpressionType] = [:]

    init(_ checker: ExpressionChecker, entity: Entity, variables: [String: ExpressionType], anchor: SchemaPath?) {
        model = checker.model
        purpose = checker.purpose
        self.entity = entity
        self.anchor = anchor ?? .entity(entity.name)
        bound = variables
    }

    mutating func add(_ diagnostic: Diagnostic) {
        report.diagnostics.append(diagnostic)
        report.columns.append(position.column)
    }

    mutating func visit(_ predicate: ModelPredicate) {
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            let outer = position
            position = comparison.position
            visit(comparison)
            position = outer
        case .not(let operand): visit(operand)
        case .and(let members), .or(let members):
            for member in members { visit(member) }
        }
    }

    // MARK: Variables

    func type(ofVariable name: String) -> ExpressionType { bound[name] ?? inferred[name] ?? .unknown }

    func types(of names: Set<String>) -> [String: ExpressionType] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, type(ofVariable: $0)) })
    }

    /// Infers the type of a variable from the place of its expression in a comparison.
    mutating func infer(_ expression: ModelExpression, as type: ExpressionType) {
        guard type != .unknown, type != .null else { return }
        switch expression {
        case .variable(let name): infer(variable: name, as: type)
        case .aggregate(let members):
            for member in members { infer(member, as: type.element) }
        case .unary(_, let operand): infer(operand, as: type)
        case .binary(_, let left, let right):
            infer(left, as: type)
            infer(right, as: type)
        case .ternary(_, let first, let second):
            infer(first, as: type)
            infer(second, as: type)
        case .constant, .evaluatedObject, .keyPath, .element, .function, .methodCall, .subquery, .cast: break
        }
    }

    private mutating func infer(variable name: String, as type: ExpressionType) {
        guard bound[name] == nil else { return }
        guard let known = inferred[name], known != type else {
            inferred[name] = type
            return
        }
        let common = ExpressionType.common([known, type])
        if common != .unknown {
            inferred[name] = common
        } else if !fit(known, type) || known.isCollection != type.isCollection {
            add(.variableConflict(name, known, type, at: anchor))
        }
    }

    /// Whether values of two types can be equal.
    func fit(_ left: ExpressionType, _ right: ExpressionType) -> Bool {
        guard let leftFamily = left.family, let rightFamily = right.family else { return true }
        guard leftFamily == rightFamily else { return false }
        guard case .object(let leftName) = left.element, case .object(let rightName) = right.element,
            let leftEntity = model.entity(named: leftName), let rightEntity = model.entity(named: rightName)
        else { return true }
        // An object of a descendant is also an object of its ancestors. Entities of different branches have no common
        // objects.
        return leftName == rightName
            || model.ancestors(of: leftEntity).contains { $0.name == rightName }
            || model.ancestors(of: rightEntity).contains { $0.name == leftName }
    }
}
