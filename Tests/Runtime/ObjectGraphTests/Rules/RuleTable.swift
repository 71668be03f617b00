import Foundation
import TestSupport

/// The page that says what each of Core Data's rules is, and which test proves it or why it is not met.
///
/// Tests say which rules they are about in their names, mostly where these begin: “REL-3, REL-4 and REL-17 moving
/// changes three objects”, “A copy has no values (rule OBJ-9)”.
struct RuleTable {
    struct Proof: Comparable {
        var suite: String
        var title: String

        static func < (left: Proof, right: Proof) -> Bool {
            (left.suite, left.title) < (right.suite, right.title)
        }
    }

    /// What the rules say.
    let families: [RuleList.Family]
    /// What proves each rule.
    let proofs: [String: [Proof]]

    init() throws {
        families = try RuleList().families
        var proofs: [String: [Proof]] = [:]
        for file in try Self.testFiles() {
            let suite = file.deletingPathExtension().lastPathComponent
            for name in Self.testNames(in: try String(contentsOf: file, encoding: .utf8)) {
                let (rules, title) = Self.split(name)
                for rule in rules { proofs[rule, default: []].append(Proof(suite: suite, title: title)) }
            }
        }
        self.proofs = proofs.mapValues { $0.sorted() }
    }

    private static func testFiles() throws -> [URL] {
        let folder = SourceTree.folder("Tests")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") && !$0.contains("/.build/") && !$0.contains("RuleTable") }
            .sorted().map { folder.appending(path: $0) }
    }

    /// The display names of the tests in a file.
    private static func testNames(in source: String) -> [String] {
        source.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
    }

    /// The rules in a name, and the name without those that it begins with, or that end it in parentheses.
    private static func split(_ name: String) -> (rules: [String], title: String) {
        var rules: [String] = []
        var rest = name[...]
        let reference = /(?:, and |, | and )?([A-Z]{2,4})-([0-9]+)(?: to ([A-Z]{2,4})-([0-9]+))?/
        while let match = rest.prefixMatch(of: reference), let first = Int(match.2) {
            let last = match.4.flatMap { Int($0) } ?? first
            rules += (first...max(first, last)).map { "\(match.1)-\($0)" }
            rest = rest[match.range.upperBound...]
        }
        for rule in RuleReferences.numbers(in: Array(rest.utf8)) where !rules.contains(rule) { rules.append(rule) }
        let title = rest.drop { $0 == ":" || $0 == " " }.replacing(/\ \((?:rules? )?[A-Z]{2,4}-[0-9]+\)$/, with: "")
        return (rules, String(title))
    }

    /// The rules that neither a test proves nor a reason excuses.
    var open: [String] {
        families.flatMap(\.rules).filter { proofs[$0] == nil && RuleExceptions.reasons[$0] == nil }
    }

    /// The page, as Markdown.
    var page: String {
        RuleExceptions.introduction + contents + families.map(section).joined() + RuleExceptions.errorCodes
    }

    /// The way in: what each family is about, and the letters that its rules begin with.
    private var contents: String {
        let rows = families.map { family in
            "| [\(family.title)](#\(family.title.headingAnchor)) | \(family.name) | \(family.rules.count) |\n"
        }
        return "| Subject | Numbers begin with | Rules |\n| --- | --- | --- |\n" + rows.joined()
            + "\n[Error codes](#error-codes) lists Core Data's numbers and what is thrown in their place.\n\n"
    }

    private func section(_ family: RuleList.Family) -> String {
        let rows = zip(family.rules, family.statements).map { rule, statement in
            "| \(rule) | \(escaped(statement)) | \(evidence(for: rule)) |\n"
        }
        return "## \(family.title)\n\n| Rule | Statement | Proved by |\n| --- | --- | --- |\n" + rows.joined() + "\n"
    }

    private func evidence(for rule: String) -> String {
        let tests = (proofs[rule] ?? []).map { "\(escaped($0.title)) (`\($0.suite)`)" }
        let reason = RuleExceptions.reasons[rule].map { ["*\(escaped($0))*"] } ?? []
        let evidence = tests + reason
        return evidence.isEmpty ? "no test yet" : evidence.joined(separator: "<br>")
    }

    private func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\\\"", with: "\"")
    }
}
