import Foundation
import TestSupport

/// What each of Core Data's rules says, in families, as `Rules.txt` lists them.
///
/// A family begins with `# NAME Title`. Each line after it is a rule: its number, and what it says.
struct RuleList {
    struct Family {
        var name: String
        var title: String
        /// What each rule says, the first first.
        var statements: [String] = []

        /// The rules' numbers, such as `CTX-33`.
        var rules: [String] { statements.indices.map { "\(name)-\($0 + 1)" } }
    }

    private(set) var families: [Family] = []
    /// Lines that are neither the beginning of a family nor its next rule.
    private(set) var misplaced: [String] = []

    init() throws {
        try self.init(
            String(contentsOf: SourceTree.file("Tests/Runtime/ObjectGraphTests/Rules/Rules.txt"), encoding: .utf8))
    }

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if line.hasPrefix("# "), let title = words.last?.split(separator: " ", maxSplits: 1), title.count == 2 {
                families.append(Family(name: String(title[0]), title: String(title[1])))
            } else if let family = families.last, words.count == 2,
                words[0] == "\(family.name)-\(family.statements.count + 1)"
            {
                families[families.count - 1].statements.append(words[1])
            } else {
                misplaced.append(String(line))
            }
        }
    }
}
