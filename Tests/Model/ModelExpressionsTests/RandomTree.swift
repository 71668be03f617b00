import ModelExpressions

/// Numbers that a seed decides, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        // Otherwise, consecutive seeds would give the same numbers, shifted by a few.
        state = Self.mixed(seed)
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Grows trees of every shape, those that no text spells among them.
struct RandomTree {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func predicate(depth: Int) -> ModelPredicate {
        switch below(depth > 0 ? 8 : 1) {
        case 0: .constant(below(2) == 0)
        case 1: .not(predicate(depth: depth - 1))
        case 2: .and(predicates(depth: depth))
        case 3: .or(predicates(depth: depth))
        default: .comparison(comparison(depth: depth))
        }
    }

    private mutating func predicates(depth: Int) -> [ModelPredicate] {
        var members: [ModelPredicate] = []
        for _ in 0..<below(5) { members.append(predicate(depth: depth - 1)) }
        return members
    }

    private mutating func comparison(depth: Int) -> ModelComparison {
        ModelComparison(
            expression(depth: depth - 1), element(of: ComparisonOperator.allCases), expression(depth: depth - 1),
            modifier: element(of: ComparisonModifier.allCases),
            options: ComparisonOptions(rawValue: UInt8(below(16))))
    }

    mutating func expression(depth: Int) -> ModelExpression {
        let below = depth - 1
        switch self.below(depth > 0 ? 16 : 4) {
        case 0: return .constant(constant(depth: depth))
        case 1: return self.below(2) == 0 ? .evaluatedObject : .variable(name())
        case 2, 3, 4: return .keyPath(path())
        case 5: return .keyPath(path(), of: expression(depth: below))
        case 6: return .element(of: expression(depth: below), at: position(depth: below))
        case 7: return .aggregate(expressions(self.below(4), depth: below))
        case 8: return .unary(element(of: UnaryOperator.allCases), expression(depth: below))
        case 9, 10:
            return .binary(
                element(of: BinaryOperator.allCases), expression(depth: below), expression(depth: below))
        case 11:
            let function = element(of: ExpressionFunction.allCases)
            return .function(function, expressions(function.argumentCount, depth: below))
        case 12:
            return .methodCall(
                expression(depth: below), selector: string(), expressions(self.below(3), depth: below))
        case 13: return .subquery(expression(depth: below), variable: name(), predicate(depth: below))
        case 14:
            return .cast(
                expression(depth: below), type: element(of: ["NSDate", "NSNumber", "NSUUID", "NSData", string()]))
        default:
            return .ternary(predicate(depth: below), expression(depth: below), expression(depth: below))
        }
    }

    private mutating func expressions(_ count: Int, depth: Int) -> [ModelExpression] {
        var members: [ModelExpression] = []
        for _ in 0..<count { members.append(expression(depth: depth)) }
        return members
    }

    private mutating func position(depth: Int) -> ElementPosition {
        switch below(5) {
        case 0: .first
        case 1: .last
        case 2: .size
        default: .index(expression(depth: depth))
        }
    }

    private mutating func constant(depth: Int) -> ConstantValue {
        switch below(depth > 0 ? 15 : 13) {
        case 0: return .null
        case 1: return .boolean(below(2) == 0)
        case 2:
            return .integer(element(of: [0, 1, -1, .min, .max, Int64.random(in: .min ... .max, using: &generator)]))
        case 3: return .real(element(of: [0, -0.5, 1e300, -1e-300, .infinity, -.infinity, .greatestFiniteMagnitude]))
        case 4: return .decimal("1.50")
        case 5, 6, 7: return .string(string())
        case 8: return .date(element(of: [0, -1.5, 1e9, .infinity]))
        case 9: return .data((0..<below(5)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case 10: return .uuid("e621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        case 11: return .url("https://example.org/?q=\"%@\"")
        case 12: return .opaque(OpaqueValue(below(100)))
        default: return .collection((0..<below(4)).map { _ in constant(depth: depth - 1) })
        }
    }

    private mutating func path() -> ModelKeyPath {
        let steps = (0...below(3)).map { _ -> ModelKeyPath.Component in
            below(5) == 0 ? .collectionOperator(element(of: CollectionOperator.allCases)) : .key(name())
        }
        return ModelKeyPath(below(30) == 0 ? [] : steps)
    }

    private mutating func name() -> String {
        element(of: [
            "a", "name", "size", "Self", "ANY", "first", "_x1", "größe", "名前", "uti", "e5", "x y", "1a", "", "a.b",
            "nil",
        ])
    }

    private mutating func string() -> String {
        element(of: [
            "", "x", "it's", "\"", "\\", "\n\t\r\u{0}\u{7F}\u{2028}", "%@ %K $X", "e\u{301}", "🦔", "\\u0041", "{",
        ])
    }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    private mutating func element<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
