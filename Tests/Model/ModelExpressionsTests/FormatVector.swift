import ModelExpressions
import Testing

/// A format and what the parser makes of it.
///
/// The numbers are those of the collection of predicates that parser and evaluator are tested with; the value that a
/// predicate has on an object is the evaluator's to test.
struct FormatVector: Sendable, CustomTestStringConvertible {
    enum Outcome {
        /// It parses, to a tree that is printed so.
        case prints(String)
        case fails(FormatError.Code, column: Int)
    }

    var number: Int
    var format: String
    var arguments: [FormatArgument]
    var extraArguments: ExtraArguments
    var outcome: Outcome

    init(
        _ number: Int, _ format: String, arguments: [FormatArgument] = [], extraArguments: ExtraArguments = .rejected,
        prints text: String
    ) {
        self.number = number
        self.format = format
        self.arguments = arguments
        self.extraArguments = extraArguments
        outcome = .prints(text)
    }

    init(
        _ number: Int, _ format: String, arguments: [FormatArgument] = [], fails code: FormatError.Code, column: Int
    ) {
        self.number = number
        self.format = format
        self.arguments = arguments
        extraArguments = .rejected
        outcome = .fails(code, column: column)
    }

    static let all = comparisons + patternsAndCollections + computationsAndErrors

    var testDescription: String { "\(number): \(format)" }

    // MARK: Arguments

    static let person = FormatArgument.opaque("Person/1", entityName: "Person")
    static let people = FormatArgument.constant(.collection([.opaque(OpaqueValue("Person/1", entityName: "Person"))]))
    static let team = FormatArgument.opaque("Team/1", entityName: "Team")
    static let teams = FormatArgument.constant(
        .collection([.opaque(OpaqueValue("Team/1")), .opaque(OpaqueValue("Team/2"))]))
    static let pet = FormatArgument.opaque("Pet/1", entityName: "Pet")
    static let nameIsAnna = ModelPredicate.comparison(
        ModelComparison(.keyPath(ModelKeyPath([.key("name")])), .equalTo, .constant("Anna")))

    static func date(_ seconds: Double) -> FormatArgument {
        .constant(.date(seconds))
    }
}
