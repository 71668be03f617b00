import Foundation

/// What becomes of the lines that tags stand in.
enum TemplateLineHandling {
    /// Blanks before a tag go, and the line feed after it: see ``TemplateLexer``.
    case trimming
    /// As templates without signs next to the braces expect it that were written for SwiftGen: white space stays, and when
    /// everything has been rendered, the lines go that only hold blanks, but for those that are empty in the template.
    case compacting

    /// Stands in the empty lines of a template until it has been rendered.
    private static let mark = "\u{0B}"

    /// How a template for SwiftGen expects its lines.
    static func forSwiftGen(_ text: String) -> TemplateLineHandling {
        let signs = ["{%-", "{%+", "-%}", "+%}"]
        return signs.contains { text.contains($0) } ? .trimming : .compacting
    }

    /// The text of a template, ready to be taken apart. No place in it moves to another line, or in a line.
    func prepared(_ text: String) -> String {
        guard self == .compacting else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = lines.count - 1
        return lines.enumerated().map { index, line in
            line.isEmpty && index != 0 && index != last ? Self.mark : String(line)
        }.joined(separator: "\n")
    }

    /// The rendered text as it is to be written.
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
