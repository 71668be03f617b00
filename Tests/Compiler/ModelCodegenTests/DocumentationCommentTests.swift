import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct DocumentationCommentTests {
    private func lines(_ userInfo: UserInfo) -> [String] {
        DocumentationComment(userInfo).lines
    }

    @Test("An empty documentation has no comment")
    func nothingWrittenIsNoComment() {
        #expect(lines([:]) == [])
        #expect(lines(["documentation": "  \n "]) == [])
    }

    @Test("The key of modelgen has precedence over other documentation keys")
    func theToolsOwnKeyComesFirst() {
        #expect(lines(["documentation": "A.", "modelgen.documentation": "B."]) == ["/// B."])
        #expect(lines(["documentation": "A.", "discussion": "C."]) == ["/// A.", "///", "/// C."])
        #expect(lines(["discussion": "C."]) == ["/// C."])
    }

    @Test("The lines of a documentation remain lines")
    func linesStayLines() {
        #expect(
            lines(["documentation": "\nA.\r\n\r\n    B.\u{2028}C.\n\n"]) == ["/// A.", "///", "///     B.", "/// C."])
    }

    @Test("Control characters cannot end a comment")
    func nothingBreaksOut() throws {
        let hostile = "a */ } \u{0B} import Evil \u{0C} \u{85} \r \u{202E} b \0 c"
        for line in lines(["documentation": hostile]) {
            #expect(line.hasPrefix("///"))
            #expect(line.split(whereSeparator: \.isNewline).count == 1)
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
        }
    }

    @Test("Malicious documentation remains a comment in generated code")
    func maliciousComments() throws {
        let entity = Entity(
            name: "Hero",
            attributes: [Attribute(name: "a", type: .string, userInfo: ["documentation": "x\nimport Evil"])],
            userInfo: ["modelgen.documentation": "x\r\nimport Evil"])
        let files = try CodeGenerator().generate(Model(name: "M", entities: [entity]), source: "M")
        let lines = files.filter { $0.name == "Hero+Generated.swift" }.map(\.text).joined().split(
            whereSeparator: \.isNewline
        )
        .filter { $0.contains("import Evil") }.map(String.init)
        #expect(!lines.isEmpty)
        for line in lines {
            let isComment = line.drop { $0 == " " }.starts(with: "///")
            #expect(isComment, "\(line)")
        }
    }
}
