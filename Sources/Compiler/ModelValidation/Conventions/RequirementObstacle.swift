import Foundation
import ModelExpressions

/// A part of a predicate that requirements do not support, or an invalid pattern.
struct RequirementObstacle {
    var column: Int?
    var message: String
    var hint: String

    /// Finds the first obstacle in a predicate; nil if there is none.
    init?(in predicate: ModelPredicate) {
        switch predicate {
        case .constant: return nil
        case .not(let operand): self.init(in: operand)
        case .and(let members), .or(let members): self.init(firstOf: members) { RequirementObstacle(in: $0) }
        case .comparison(let comparison):
            guard let found = Self.find(in: comparison) else { return nil }
            self = found
            column = column ?? comparison.position.column
        }
    }

    private init(_ what: String, hint: String) {
        message = "a requirement cannot use \(what)"
        self.hint = hint
    }

    private init?<Part>(firstOf parts: [Part], _ find: (Part) -> RequirementObstacle?) {
        guard let found = parts.lazy.compactMap(find).first else { return nil }
        self = found
    }

    private static func find(in comparison: ModelComparison) -> RequirementObstacle? {
        if comparison.operator == .like { return Self("LIKE", hint: "use MATCHES, BEGINSWITH, ENDSWITH, or CONTAINS") }
        if !comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive]) {
            return Self("an option after \(comparison.operator.rawValue)", hint: "use [c], [d], or [cd]")
        }
        if comparison.operator == .matches {
            guard case .constant(.string(let pattern)) = comparison.right else {
                return Self("a computed pattern", hint: "write the pattern in quotes after MATCHES")
            }
            if (try? NSRegularExpression(pattern: pattern)) == nil {
                var obstacle = Self("", hint: "correct the regular expression")
                obstacle.message = "the pattern after MATCHES is not a valid regular expression"
                return obstacle
            }
        }
        return RequirementObstacle(in: comparison.left) ?? RequirementObstacle(in: comparison.right)
    }

    private init?(in expression: ModelExpression) {
        switch expression {
        case .evaluatedObject, .variable: return nil
        case .constant(let value):
            guard let name = Self.unusableName(of: value) else { return nil }
            self.init(name, hint: "compare with strings, numbers, YES, NO, or NIL")
        case .keyPath(let path, let base):
            for component in path.components {
                if case .collectionOperator(let sign) = component, sign != .count {
                    self.init(sign.rawValue, hint: "use @count, the only collection operator here")
                    return
                }
            }
            self.init(in: base)
        case .aggregate(let members): self.init(firstOf: members) { RequirementObstacle(in: $0) }
        case .function(let function, let arguments):
            guard RequirementEvaluator.functions.contains(function) else {
                let names = RequirementEvaluator.functions.map(\.rawValue).joined(separator: ", ")
                self.init(function.rawValue, hint: "use one of \(names)")
                return
            }
            self.init(firstOf: arguments) { RequirementObstacle(in: $0) }
        case .subquery(let collection, _, let predicate):
            guard let found = RequirementObstacle(in: collection) ?? RequirementObstacle(in: predicate) else {
                return nil
            }
            self = found
        case .element: self.init("an element by index", hint: "use ANY, ALL, or SUBQUERY")
        case .unary, .binary: self.init("arithmetic", hint: "compare with the value itself")
        case .methodCall: self.init("FUNCTION", hint: "compare keys")
        case .cast: self.init("CAST", hint: "compare keys")
        case .ternary: self.init("TERNARY", hint: "use AND, OR, and NOT")
        }
    }

    private static func unusableName(of value: ConstantValue) -> String? {
        switch value {
        case .null, .boolean, .integer, .real, .string: nil
        case .collection(let members): members.lazy.compactMap(unusableName).first
        case .decimal, .date, .data, .uuid, .url, .opaque: "a value of this type"
        }
    }
}
