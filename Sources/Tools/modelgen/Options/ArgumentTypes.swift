// The imports are public because a conformance of a public type to a public protocol is public.
public import ArgumentParser
import CommandArguments
public import ModelProjects
public import ModelSchema
public import ModelValidation

/// The value of an option with known words, which are the raw values of a type of the compiler. The compiler itself
/// does not know the argument parser.
struct Choice<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    /// The words of all values.
    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ValidationRule.Target: ExpressibleByArgument {}

extension DeleteRule: ExpressibleByArgument {
    /// The words of the rules, one of which contains a blank.
    public static var defaultCompletionKind: CompletionKind { .words(allCases.map(\.rawValue)) }
}

extension FetchRequestTemplate.ResultType: ExpressibleByArgument {
    /// Creates a type from its word, such as `objectIDs`; the raw value is a number.
    public init?(argument: String) {
        guard let type = Self.allCases.first(where: { $0.schemaWord == argument }) else { return nil }
        self = type
    }

    /// None, because the words are enough. The parser's own are by numbers, and are not found.
    public static var allValueDescriptions: [String: String] { [:] }

    /// The words of all types.
    public static var allValueStrings: [String] { allCases.map(\.schemaWord) }
}

extension DiagnosticFormat: OutputFormat {
    static var standard: DiagnosticFormat { .text }
}

extension ReportFormat: OutputFormat {
    static var standard: ReportFormat { .text }

    var fileExtensions: [String] {
        switch self {
        case .text: ["txt"]
        case .markdown: ["md", "markdown"]
        case .json: [rawValue]
        }
    }
}

/// The forms of a list.
enum ListFormat: String, OutputFormat {
    case text, json

    static let standard = ListFormat.text

    var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }
}

/// An argument of the form `name=value`.
struct NamedValue: Sendable, Hashable {
    var name: String
    var value: String

    init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("specify name=value") }
        name = parts[0]
        value = parts[1]
    }
}

extension [NamedValue] {
    /// - Throws: `ValidationError` if a name has several values, all but the last of which would be lost.
    func refuseSeveralValues() throws {
        for (name, values) in Dictionary(grouping: self, by: \.name).sorted(by: { $0.key < $1.key })
        where Set(values).count > 1 {
            throw ValidationError("'\(name)' has \(values.count) values; keep one of them")
        }
    }
}
