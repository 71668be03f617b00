import Foundation
public import ModelExpressions

/// The regular expressions of one evaluation, each compiled once.
///
/// A pattern may be hostile: matching `(a+)+b` against a long run of `a` takes exponential time. The engine reports
/// how far it has come every ten thousand steps, so matching ends with an error after a number of reports: after the
/// same number of steps on every machine, and well under a second on most.
@usableFromInline
package final class TextPatterns {
    private struct Key: Hashable {
        var pattern: String
        var options: ComparisonOptions
    }

    /// How many reports of the engine a match may take.
    private static let reportLimit = 400
    private var compiled: [Key: NSRegularExpression] = [:]

    /// None are compiled yet.
    @usableFromInline
    package init() {}

    /// Whether a whole string fits a regular expression.
    ///
    /// - Throws: ``QueryError`` for a pattern that is none, and for one that takes too many steps.
    @usableFromInline
    package func matches(_ text: String, _ pattern: String, options: ComparisonOptions) throws -> Bool {
        let expression = try expression(pattern, options)
        let text = TextComparison(options: options.intersection(.diacriticInsensitive)).folded(text)
        var reports = 0
        var isMatch = false
        expression.enumerateMatches(
            in: text, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.utf16.count)
        ) { match, _, stop in
            if match != nil {
                isMatch = true
                stop.pointee = true
            } else {
                reports += 1
                if reports >= Self.reportLimit { stop.pointee = true }
            }
        }
        guard isMatch || reports < Self.reportLimit else {
            throw QueryError(
                code: .costlyPattern,
                message: "the regular expression takes too many steps; write it without nested repeats"
            )
        }
        return isMatch
    }

    private func expression(_ pattern: String, _ options: ComparisonOptions) throws -> NSRegularExpression {
        let key = Key(pattern: pattern, options: options)
        if let known = compiled[key] { return known }
        let text = TextComparison(options: options.intersection(.diacriticInsensitive)).folded(pattern)
        let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        do {
            // On its own first: `a)(b` becomes an expression inside the parentheses.
            if !text.isEmpty { _ = try NSRegularExpression(pattern: text, options: foundation) }
            // The line feed ends a comment that the pattern may end in.
            let whole = try? NSRegularExpression(pattern: "(?:\(text))\\z", options: foundation)
            let expression = try whole ?? NSRegularExpression(pattern: "(?:\(text)\n)\\z", options: foundation)
            compiled[key] = expression
            return expression
        } catch {
            throw QueryError(
                code: .invalidPattern, message: "the right side of MATCHES is not a valid regular expression")
        }
    }
}
