import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

/// A model that breaks one rule at the mark `«1»` and nowhere else, and one that keeps it.
struct RuleExample: Sendable, CustomTestStringConvertible {
    var code: Diagnostic.Code
    var failing: String
    var passing: String

    init(_ code: String, failing: String, passing: String) {
        self.code = Diagnostic.Code(code)
        self.failing = failing
        self.passing = passing
    }

    var testDescription: String { code.rawValue }

    /// The rule's own level, or a note for a rule that is off unless asked for.
    var level: ValidationRule.Level {
        let level = ModelValidator.rule(for: code)?.defaultLevel ?? .off
        return level == .off ? .note : level
    }

    /// Options with the rule's level, for the framework that the rule is about.
    var options: ValidationOptions {
        let target = ModelValidator.rule(for: code)?.target
        return ValidationOptions(levels: [code: level], targets: Set([target].compactMap { $0 }))
    }

    /// What the page of diagnostics says below the rule's sentence, unless somebody has written it better: the words in
    /// which the two models differ, and the hint.
    func advice() throws -> String {
        let model = failing.replacing("«1»", with: "")
        let diagnostics = try findings(in: model, options: options)
        let hint = diagnostics.first { $0.code == code }?.hint ?? "see the message"
        return """

            | Fails | Passes |
            | --- | --- |
            | \(Self.words(of: model, unlike: passing)) | \(Self.words(of: passing, unlike: model)) |

            \(hint.prefix(1).uppercased())\(hint.dropFirst()).

            """
    }

    /// The words from the first that differs from the other text to the last, as a cell of a table.
    private static func words(of text: String, unlike other: String) -> String {
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        var others = other.split(whereSeparator: \.isWhitespace)[...]
        while let first = words.first, first == others.first {
            (words, others) = (words.dropFirst(), others.dropFirst())
        }
        while let last = words.last, last == others.last { (words, others) = (words.dropLast(), others.dropLast()) }
        return words.isEmpty ? "the same without it" : "`\(words.joined(separator: " ").replacing("|", with: "\\|"))`"
    }
}
