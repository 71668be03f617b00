import Foundation
import ModelDiagnostics
import TestSupport

/// The documentation's page of diagnostics, in sections whose headings are what tools link to.
///
/// The code of the tool gives the heading of a section and the line below it; the page gives its place and the rest.
struct DiagnosticsPage {
    struct Section {
        var code: String
        var meaning: String
        /// The table of examples and the remedy, from the empty line before them; empty if there are none.
        var advice: String
        /// The heading of the chapter that begins after the section.
        var chapter: String
    }

    private let opening: String
    private(set) var sections: [Section]

    init(_ text: String) {
        let pieces = text.components(separatedBy: "\n### ")
        opening = pieces[0]
        sections = pieces.dropFirst().map { piece in
            let end = piece.range(of: "\n## ")?.lowerBound ?? piece.endIndex
            let lines = piece[..<end].split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
            return Section(
                code: String(lines[0]), meaning: lines.count > 2 ? String(lines[2]) : "",
                advice: lines.count > 3 ? String(lines[3]) : "", chapter: String(piece[end...]))
        }
    }

    var text: String {
        openingWithContents + sections.map { "\n### \($0.code)\n\n\($0.meaning)\n\($0.advice)\($0.chapter)" }.joined()
    }

    /// The opening, with a table of all sections by their chapters between two comments, if it has them.
    private var openingWithContents: String {
        guard let first = opening.range(of: "<!-- contents, made from the sections -->\n")?.upperBound,
            let last = opening.range(of: "<!-- end -->")?.lowerBound
        else { return opening }
        var chapter = Self.lastChapter(in: opening)
        var rows: [(chapter: String?, links: [String])] = []
        for section in sections {
            if rows.isEmpty || rows[rows.count - 1].chapter != chapter { rows.append((chapter, [])) }
            rows[rows.count - 1].links.append("[`\(section.code)`](#\(section.code))")
            chapter = Self.lastChapter(in: section.chapter) ?? chapter
        }
        let lines = rows.map { chapter, links in
            let title = chapter ?? ""
            return "| [\(title)](#\(title.headingAnchor)) | \(links.joined(separator: ", ")) |\n"
        }
        return opening[..<first] + "| Subject | Codes |\n| --- | --- |\n" + lines.joined() + opening[last...]
    }

    private static func lastChapter(in text: String) -> String? {
        text.split(separator: "\n").last { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    }

    /// Gives the page a section for each rule, and removes those of others.
    ///
    /// A new section follows the one of the rule before it, wherever on the page that is.
    mutating func update(
        for rules: [DiagnosticRule], mandatory: Set<Diagnostic.Code>, advice: (String) throws -> String
    )
        rethrows
    {
        var last = 0
        for rule in rules {
            let mark = mandatory.contains(rule.code) ? "\\*" : ""
            let meaning = "**\(rule.defaultSeverity?.rawValue ?? "off")\(mark):** \(rule.summary)"
            if let index = sections.firstIndex(where: { $0.code == rule.code.rawValue }) {
                sections[index].meaning = meaning
                last = index
            } else {
                let code = rule.code.rawValue
                sections.insert(
                    Section(code: code, meaning: meaning, advice: try advice(code), chapter: sections[last].chapter),
                    at: last + 1)
                sections[last].chapter = ""
                last += 1
            }
        }
        let codes = Set(rules.map(\.code.rawValue))
        for index in sections.indices.reversed() where !codes.contains(sections[index].code) {
            sections[max(index - 1, 0)].chapter += sections.remove(at: index).chapter
        }
    }
}
