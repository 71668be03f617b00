import ModelSchema

/// The documentation of an element of the model, as the lines of a doc comment.
///
/// | key | what it becomes |
/// |---|---|
/// | `modelgen.documentation`, else `documentation` | the comment |
/// | `discussion` | a second paragraph |
///
/// The second and third are mogenerator's.
struct DocumentationComment: Sendable, Hashable {
    /// The keys of user info for documentation.
    static let keys = ["modelgen.documentation", "documentation", "discussion"]

    /// The whole lines, each with its `///`; empty if there is no documentation.
    let lines: [String]

    init(_ userInfo: UserInfo) {
        let summary = userInfo[Self.keys[0]] ?? userInfo[Self.keys[1]]
        let paragraphs = [summary, userInfo[Self.keys[2]]].compactMap { $0.map(Self.lines) }.filter { !$0.isEmpty }
        lines = Array(paragraphs.joined(separator: ["///"]))
    }

    /// The lines of a text. No line can end the comment, because each line starts with `///`.
    private static func lines(of text: String) -> [String] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SwiftLiteral.comment(String($0)) }
        let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
        return lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            .map { isBlank($0) ? "///" : "/// " + $0 }
    }
}
