import ModelExpressions
import ObjectGraph

/// A query about ``ExtremeTable``, and the rows that the reference finds, which are worked out once for all stores.
struct ReferenceQuestion: Sendable {
    static let table = ExtremeTable()

    let predicate: ModelPredicate
    /// Nil if the reference fails.
    let rows: [Int]?

    private init(_ predicate: ModelPredicate, holds: ([String: ReferenceOperand]) throws -> Bool) {
        self.predicate = predicate
        rows = try? Self.table.rows.indices.filter { try holds(Self.table.rows[$0]) }
    }

    private init(
        _ key: String, _ comparisonOperator: ComparisonOperator, _ right: ModelExpression,
        _ options: ComparisonOptions = [], holds: (ReferenceOperand, [String: ReferenceOperand]) -> Bool
    ) {
        self.init(.comparison(ModelComparison(Self.key(key), comparisonOperator, right, options: options))) { row in
            row[key].map { holds($0, row) } ?? false
        }
    }

    private static func key(_ name: String) -> ModelExpression { .keyPath(ModelKeyPath([.key(name)])) }

    private static let orders: [ComparisonOperator] = [
        .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo,
    ]
    private static let textOperators: [ComparisonOperator] = [.contains, .beginsWith, .endsWith, .like]
    private static let letters: [(text: String, options: ComparisonOptions)] = [
        ("", []), ("c", .caseInsensitive), ("d", .diacriticInsensitive),
        ("cd", [.caseInsensitive, .diacriticInsensitive]),
    ]

    private static func comparisons(
        _ key: String, _ operators: [ComparisonOperator], with constants: [ReferenceValue], _ letters: String = "",
        _ options: ComparisonOptions = []
    ) -> [ReferenceQuestion] {
        constants.flatMap { value in
            let right = ReferenceOperand(value)
            return operators.map { sign in
                ReferenceQuestion(key, sign, .constant(value.constant), options) { own, _ in
                    own.holds(sign, right, letters)
                }
            }
        }
    }

    /// Comparisons of two attributes, and the opposite of each.
    private static func comparisons(
        _ first: String, _ operators: [ComparisonOperator], withKey second: String, _ letters: String = "",
        _ options: ComparisonOptions = []
    ) -> [ReferenceQuestion] {
        operators.flatMap { sign in
            let question = ReferenceQuestion(first, sign, key(second), options) { own, row in
                row[second].map { own.holds(sign, $0, letters) } ?? false
            }
            let matching = Set(question.rows ?? [])
            var place = -1
            let opposite = ReferenceQuestion(.not(question.predicate)) { _ in
                place += 1
                return !matching.contains(place)
            }
            return [question, opposite]
        }
    }

    private static func isOne(
        of members: [ReferenceValue], _ key: String, _ letters: String = "", _ options: ComparisonOptions = []
    ) -> ReferenceQuestion {
        let operands = members.map { ReferenceOperand($0) }
        return ReferenceQuestion(key, .in, .constant(.collection(members.map(\.constant))), options) { own, _ in
            own.isOne(of: operands, letters)
        }
    }

    private static func isBetween(_ least: ReferenceValue, _ greatest: ReferenceValue, _ key: String)
        -> ReferenceQuestion
    {
        let (lower, upper) = (ReferenceOperand(least), ReferenceOperand(greatest))
        return ReferenceQuestion(key, .between, .constant(.collection([least.constant, greatest.constant]))) { own, _ in
            own.isBetween(lower, upper)
        }
    }

    // MARK: All

    static let numbersWithConstants: [ReferenceQuestion] = {
        let constants: [ReferenceValue] =
            ExtremeTable.wholes.map(ReferenceValue.whole) + ExtremeTable.reals.map(ReferenceValue.real)
            + ExtremeTable.decimals.map(ReferenceValue.decimal) + [.boolean(true), .boolean(false), .none]
        return ExtremeTable.numberKeys.flatMap { key in
            comparisons(key, orders, with: constants)
                + constants.indices.flatMap { place in
                    // With a constant of another type.
                    let (value, other) = (constants[place], constants[(place * 7 + 3) % constants.count])
                    return [isOne(of: [value, other, .whole(7), .none], key), isBetween(value, other, key)]
                }
        }
    }()

    static let numbersOfTwoAttributes: [ReferenceQuestion] = ExtremeTable.numberKeys.flatMap { first in
        ExtremeTable.numberKeys.flatMap { comparisons(first, orders, withKey: $0) }
    }

    static let dates = comparisons(
        "date", orders, with: ExtremeTable.dates.map(ReferenceValue.date) + [.none, .whole(0), .real(0.1)])

    static let texts: [ReferenceQuestion] = {
        let constants = ExtremeTable.texts.map(ReferenceValue.text)
        let patterns = ["*", "?", "??", "a*", "*b", "A?B", "a\\*b", "a\\?b", "a\\\\b", "*\\", "", "s*"].map {
            ReferenceValue.text(ReferenceText($0))
        }
        return letters.flatMap { letters, options in
            comparisons("text", orders + textOperators, with: constants + [.none], letters, options)
                + comparisons("text", [.like], with: patterns, letters, options)
                + comparisons("text", orders + textOperators, withKey: "other", letters, options)
                + constants.indices.map { place in
                    let other = constants[(place * 5 + 2) % constants.count]
                    return isOne(of: [constants[place], other, .none], "text", letters, options)
                }
        }
    }()

    static let computations: [ReferenceQuestion] = {
        let constants: [ReferenceValue] = [
            .whole(.min), .whole(-1), .whole(0), .whole(2), .whole(.max), .real(0.5), .real(-.infinity), .real(0),
            .real(.nan),
        ]
        let limits: [ReferenceValue] = [.whole(.max), .real(0.5), .whole(-9_007_199_254_740_993)]
        var questions: [ReferenceQuestion] = []
        for key in ["small", "medium", "large", "real", "single", "flag"] {
            for value in constants {
                for operation in ReferenceOperation.allCases {
                    let bound = limits[questions.count % limits.count]
                    let sign = orders[questions.count / limits.count % orders.count]
                    let computed = operation.expression(Self.key(key), .constant(value.constant))
                    let comparison = ModelComparison(computed, sign, .constant(bound.constant))
                    questions.append(
                        ReferenceQuestion(.comparison(comparison)) { row in
                            let result = try operation(row[key]?.value ?? .none, value)
                            return ReferenceOperand(result).holds(sign, ReferenceOperand(bound), "")
                        })
                }
            }
        }
        return questions
    }()
}

extension ReferenceOperation {
    fileprivate func expression(_ left: ModelExpression, _ right: ModelExpression) -> ModelExpression {
        switch self {
        case .add: .binary(.add, left, right)
        case .subtract: .binary(.subtract, left, right)
        case .multiply: .binary(.multiply, left, right)
        case .divide: .binary(.divide, left, right)
        case .modulus: .function(.modulus, [left, right])
        }
    }
}
