import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

@Suite struct DiagnosticTerminalFormatterTests {
    private let lines =
        Array(repeating: "", count: 13) + [
            "        <relationship name=\"items\" destinationEntity=\"Item\"/>"
        ]

    private func text(_ lines: [String], column: Int? = 9, usesColor: Bool = false) -> String {
        let file = "/code/shop/Shop.xcdatamodel/contents"
        let diagnostic = LocatedDiagnostic(
            .warning, Diagnostic.Code("inverse-missing"), "relationship 'Order/items' has no inverse",
            at: SourcePosition(file: file, line: 14, column: column),
            notes: [.init(message: "entity 'Item'", position: SourcePosition(file: file, line: 99, column: 5))],
            hint: "set inverseName=\"order\"")
        return DiagnosticTerminalFormatter(SampleDiagnostics.context, sources: [file: lines], usesColor: usesColor)
            .format([diagnostic])
    }

    @Test("The line of a finding is shown with a caret")
    func theLineIsShownWithACaret() {
        #expect(
            text(lines) == """
                Shop.xcdatamodel/contents:14:9: warning: relationship 'Order/items' has no inverse [inverse-missing]
                 14 | <relationship name="items" destinationEntity="Item"/>
                    | ^
                Shop.xcdatamodel/contents:99:5: note: entity 'Item'
                  = set inverseName="order"

                """)
    }

    @Test("Severity, message, and caret have colors")
    func colorsMarkSeverityMessageAndCaret() {
        let message = "\u{1B}[1mrelationship 'Order/items' has no inverse\u{1B}[0m"
        #expect(
            text(lines, usesColor: true) == """
                Shop.xcdatamodel/contents:14:9: \u{1B}[1;35mwarning:\u{1B}[0m \(message) [inverse-missing]
                 14 | <relationship name="items" destinationEntity="Item"/>
                    | \u{1B}[1;32m^\u{1B}[0m
                Shop.xcdatamodel/contents:99:5: note: entity 'Item'
                  = set inverseName="order"

                """)
    }

    @Test("Of a long line, the part around the column is shown")
    func ofALongLineWhatIsAroundTheColumnIsShown() {
        let long =
            Array(repeating: "", count: 13) + [
                String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
            ]
        let shown = text(long, column: 201).split(separator: "\n")
        #expect(
            shown[1] == " 14 | …" + String(repeating: "a", count: 50) + "X" + String(repeating: "b", count: 49) + "…")
        #expect(shown[2] == "    | " + String(repeating: " ", count: 51) + "^")
    }

    @Test("Control characters in a line are escaped")
    func aLineCannotForgeWhatATerminalShows() {
        let hostile = Array(repeating: "", count: 13) + ["<a>\u{1B}[2J</a>"]
        #expect(
            text(hostile, column: 1) == #"""
                Shop.xcdatamodel/contents:14:1: warning: relationship 'Order/items' has no inverse [inverse-missing]
                 14 | <a>\u{1B}[2J</a>
                    | ^
                Shop.xcdatamodel/contents:99:5: note: entity 'Item'
                  = set inverseName="order"

                """#)
    }

    @Test("Without a line or column, less is shown")
    func withoutALineOrAColumnLessIsShown() {
        #expect(text([]).split(separator: "\n").count == 3)
        #expect(text(lines, column: nil).split(separator: "\n").count == 4)
    }
}
