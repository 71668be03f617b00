import Foundation
import ObjectGraph
import Testing

/// A predicate and what it is of one object, the person of ``VectorPeople``.
///
/// The numbers are those of the collection of predicates that parser and evaluator are tested with.
struct PredicateVector: Sendable, CustomTestStringConvertible {
    enum Outcome {
        case isTrue, isFalse, fails, doesNotParse
    }

    /// An argument, which may stand for an object that exists only once the test runs.
    enum Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
        ExpressibleByNilLiteral
    {
        case constant(ConstantValue)
        case nameIsAnna, person, people, team, otherTeam, teams, rex, tom

        init(stringLiteral value: String) { self = .constant(.string(value)) }
        init(integerLiteral value: Int64) { self = .constant(.integer(value)) }
        init(floatLiteral value: Double) { self = .constant(.real(value)) }
        init(nilLiteral: ()) { self = .constant(.null) }
    }

    var number: Int
    var format: String
    var arguments: [Argument]
    var variables: [String: ConstantValue]
    /// What is evaluated instead of the person.
    var value: ConstantValue?
    /// Whether the predicate is a fetch's, which allows less.
    var isFetched: Bool
    var outcome: Outcome

    init(
        _ number: Int, _ format: String, arguments: [Argument] = [], variables: [String: ConstantValue] = [:],
        on value: ConstantValue? = nil, isFetched: Bool = false, _ outcome: Outcome
    ) {
        self.number = number
        self.format = format
        self.arguments = arguments
        self.variables = variables
        self.value = value
        self.isFetched = isFetched
        self.outcome = outcome
    }

    static let all = comparisons + patternsAndCollections + computationsAndErrors

    var testDescription: String { "\(number): \(format)" }

    /// The vector's predicate with the objects of a sample among its arguments.
    func predicate(_ identify: (Argument) -> ConstantValue) throws -> ModelPredicate {
        let arguments = arguments.map { argument -> FormatArgument in
            switch argument {
            case .constant(let value): .constant(value)
            case .nameIsAnna:
                .predicate(
                    .comparison(ModelComparison(.keyPath(ModelKeyPath([.key("name")])), .equalTo, .constant("Anna"))))
            default: .constant(identify(argument))
            }
        }
        return try ModelPredicate(format: format, arguments: arguments, extraArguments: .ignored)
    }
}
