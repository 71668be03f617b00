import Foundation
import TestSupport

/// The page that says of each of Core Data's rules which test proves it, or why it is not met.
///
/// Tests say which rules they are about where their names begin: “REL-3, REL-4 and REL-17 moving changes three objects”.
struct RuleTable {
    struct Family {
        var name: String
        var title: String
        var count: Int
    }

    struct Proof: Comparable {
        var suite: String
        var title: String

        static func < (left: Proof, right: Proof) -> Bool {
            (left.suite, left.title) < (right.suite, right.title)
        }
    }

    static let families = [
        Family(name: "OBJ", title: "Objects and their life", count: 38),
        Family(name: "ID", title: "Identities", count: 14),
        Family(name: "CTX", title: "Contexts", count: 40),
        Family(name: "REL", title: "Relationships", count: 30),
        Family(name: "DEL", title: "Deletion", count: 30),
        Family(name: "VAL", title: "Validation", count: 27),
        Family(name: "FLT", title: "Faults", count: 17),
        Family(name: "FET", title: "Fetch requests", count: 40),
        Family(name: "SRT", title: "Sorting", count: 11),
        Family(name: "PRED", title: "Predicates", count: 15),
        Family(name: "FRC", title: "Fetched results controllers", count: 47),
        Family(name: "CHD", title: "Child contexts", count: 21),
        Family(name: "CNF", title: "Conflicts", count: 17),
        Family(name: "UNQ", title: "Uniqueness", count: 11),
        Family(name: "NTF", title: "Notifications and merging", count: 16),
        Family(name: "UND", title: "Undo", count: 12),
        Family(name: "BAT", title: "Batch requests", count: 12),
        Family(name: "HIS", title: "History", count: 10),
        Family(name: "DRV", title: "Derived, fetched, composite and external", count: 10),
        Family(name: "CON", title: "Concurrency", count: 10),
        Family(name: "STO", title: "Stores and containers", count: 28),
        Family(name: "MIG", title: "Migration and version hashes", count: 30),
    ]

    /// What proves each rule.
    let proofs: [String: [Proof]]

    init() throws {
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

    /// The rules that a name begins with, and the rest of it.
    private static func split(_ name: String) -> (rules: [String], title: String) {
        var rules: [String] = []
        var rest = name[...]
        let reference = /(?:, and |, | and )?([A-Z]{2,4})-([0-9]+)(?: to ([A-Z]{2,4})-([0-9]+))?/
        while let match = rest.prefixMatch(of: reference), let first = Int(match.2) {
            let last = match.4.flatMap { Int($0) } ?? first
            rules += (first...max(first, last)).map { "\(match.1)-\($0)" }
            rest = rest[match.range.upperBound...]
        }
        return (rules, rest.drop { $0 == ":" || $0 == " " }.description)
    }

    /// The rules that neither a test proves nor a reason excuses.
    var open: [String] {
        Self.families.flatMap(Self.rules).filter { proofs[$0] == nil && RuleExceptions.reasons[$0] == nil }
    }

    private static func rules(of family: Family) -> [String] {
        (1...family.count).map { "\(family.name)-\($0)" }
    }

    /// The page, as Markdown.
    var page: String {
        RuleExceptions.introduction + Self.families.map(section).joined() + RuleExceptions.errorCodes
    }

    private func section(_ family: Family) -> String {
        let rows = Self.rules(of: family).map { "| \($0) | \(evidence(for: $0)) |\n" }
        return "## \(family.title)\n\n| Rule | Proved by |\n| --- | --- |\n" + rows.joined() + "\n"
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
