import Foundation

/// The treatment of lines with tags.
package enum TemplateLineHandling {
    /// The spaces before a tag and the line feed after it are removed: see ``TemplateLexer``.
    case trimming
    /// As templates written for SwiftGen expect it if they have no signs next to braces: white space stays, and after
    /// rendering, lines with only spaces are removed, except for those that are empty in the template.
    case compacting

    /// The mark for empty lines of a template until it has been rendered.
    private static let mark = "\u{0B}"

    /// The line handling that a template for SwiftGen expects.
    package static func forSwiftGen(_ text: String) -> TemplateLineHandling {
        let signs = ["{%-", "{%+", "-%}", "+%}"]
        return signs.contains { text.contains($0) } ? .trimming : .compacting
    }

    /// Returns the text of a template for the lexer. Every place keeps its line and column.
    func prepared(_ text: String) -> String {
        guard self == .compacting else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = lines.count - 1
        return lines.enumerated().map { index, line in
            line.isEmpty && index != 0 && index != last ? Self.mark : String(line)
        }.joined(separator: "\n")
    }

    /// Returns the rendered text in its final form.
    func finished(_ text: String) -> String {
        guard self == .compacting else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = lines.count - 1
        let kept = lines.enumerated().filter { index, line in
            index == 0 || index == last || line.contains { $0 != " " && $0 != "\t" }
        }
        return kept.map(\.element).joined(separator: "\n").replacing(Self.mark, with: "")
    }
}
