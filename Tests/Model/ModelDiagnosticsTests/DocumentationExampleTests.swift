import ModelDiagnostics
import ModelSchema
import Testing

/// The examples in the doc comments of diagnostics.
@Suite struct DocumentationExampleTests {
    private let diagnostic: Diagnostic

    init() {
        // Example: DiagnosticRule
        let rule = DiagnosticRule(
            Diagnostic.Code("title-missing"), .warning, "An entity has no attribute 'title'.")
        // End
        // Example: Diagnostic
        let diagnostic = Diagnostic(
            rule, "entity 'Book' has no attribute 'title'", at: .entity("Book"), hint: "add the attribute 'title'")
        // End
        self.diagnostic = diagnostic
    }

    @Test("The examples of diagnostics show a problem as a compiler does")
    func diagnostics() {
        let positions: [SchemaPath: (line: Int, column: Int)] = [.entity("Book"): (3, 5)]
        // Example: LocatedDiagnostic
        let located = LocatedDiagnostic(diagnostic, file: "Library.xcdatamodel/contents") { path in positions[path] }
        print(located.position)  // Library.xcdatamodel/contents:3:5
        // End
        #expect("\(located.position)" == "Library.xcdatamodel/contents:3:5")
        // Example: DiagnosticTextFormatter
        let text = DiagnosticTextFormatter().format([located])
        // Library.xcdatamodel/contents:3:5: warning: entity 'Book' has no attribute 'title' [title-missing]
        // Library.xcdatamodel/contents:3:5: note: add the attribute 'title'
        // End
        #expect(
            text == """
                Library.xcdatamodel/contents:3:5: warning: entity 'Book' has no attribute 'title' [title-missing]
                Library.xcdatamodel/contents:3:5: note: add the attribute 'title'

                """)
        // Example: DiagnosticFormatter
        struct CountFormatter: DiagnosticFormatter {
            func format(_ diagnostics: [LocatedDiagnostic]) -> String {
                let errorCount = diagnostics.count { $0.severity == .error }
                return "\(errorCount) errors, \(diagnostics.count - errorCount) others\n"
            }
        }
        // End
        #expect(CountFormatter().format([located]) == "0 errors, 1 others\n")
    }

    @Test("The examples of names and places print what their comments say")
    func namesAndPlaces() {
        // Example: NearestName
        let name = NearestName.to("Bok", among: ["Author", "Book"])  // Book
        let hint = NearestName.hint(for: "Bok", among: ["Author", "Book"])  // did you mean 'Book'?
        // End
        #expect(name == "Book" && hint == "did you mean 'Book'?")
        // Example: SourcePosition
        let position = SourcePosition(file: "modelgen.yml", line: 3, column: 5)
        print(position)  // modelgen.yml:3:5
        // End
        #expect("\(position)" == "modelgen.yml:3:5")
        // Example: WorkingDirectory
        let folder = WorkingDirectory(path: "/code/library")
        let inside = folder.shortenedPath(of: "/code/library/Models/Library.xcdatamodeld")
        let outside = folder.relativePath(of: "/code/shop/Shop.xcdatamodeld")
        print(inside, outside)  // Models/Library.xcdatamodeld ../shop/Shop.xcdatamodeld
        // End
        #expect(inside == "Models/Library.xcdatamodeld" && outside == "../shop/Shop.xcdatamodeld")
    }
}
