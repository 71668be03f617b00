import Foundation
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

/// The examples in the doc comments of formats.
@Suite struct DiagnosticFormatExampleTests {
    private let temporaryFolder: TemporaryFolder
    private let context: DiagnosticContext
    private let diagnostics = [
        LocatedDiagnostic(
            .error, Diagnostic.Code("key-unknown"), "unknown key 'model'",
            at: SourcePosition(file: "/code/shop/modelgen.yml", line: 2, column: 1), hint: "did you mean 'models'?")
    ]

    init() throws {
        temporaryFolder = try TemporaryFolder()
        // Example: DiagnosticContext
        let rule = DiagnosticRule(Diagnostic.Code("key-unknown"), .error, "The file has a key that nothing reads.")
        let context = DiagnosticContext(
            toolName: "shop-check", toolVersion: "1.0", rules: [rule],
            workingDirectory: WorkingDirectory(path: "/code/shop"))
        // End
        self.context = context
    }

    @Test("The examples of texts show a problem to people")
    func texts() {
        let flag = "github"
        // Example: DiagnosticFormat
        let format = DiagnosticFormat(rawValue: flag) ?? .text
        print(format.formatter(context).format(diagnostics), terminator: "")
        // End
        #expect(format == .github)
        // Example: DiagnosticGitHubFormatter
        let commands = DiagnosticGitHubFormatter(context).format(diagnostics)
        // ::error file=modelgen.yml,line=2,col=1,title=key-unknown::unknown key 'model'%0Adid you mean 'models'?
        // End
        #expect(
            commands == """
                ::error file=modelgen.yml,line=2,col=1,title=key-unknown\
                ::unknown key 'model'%0Adid you mean 'models'?

                """)
        // Example: DiagnosticTerminalFormatter
        let lines = ["# The models of the shop", "model: [Shop.xcdatamodeld]"]
        let text = DiagnosticTerminalFormatter(
            context, sources: ["/code/shop/modelgen.yml": lines], usesColor: false
        ).format(diagnostics)
        // modelgen.yml:2:1: error: unknown key 'model' [key-unknown]
        //  2 | model: [Shop.xcdatamodeld]
        //    | ^
        //   = did you mean 'models'?
        // End
        #expect(
            text == """
                modelgen.yml:2:1: error: unknown key 'model' [key-unknown]
                 2 | model: [Shop.xcdatamodeld]
                   | ^
                  = did you mean 'models'?

                """)
    }

    @Test("The examples of reports write files for other programs")
    func reports() throws {
        do {
            // Example: DiagnosticJSONFormatter
            struct Report: Decodable { var counts: [String: Int] }
            let json = DiagnosticJSONFormatter(context).format(diagnostics)
            let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
            print(report.counts["error"] ?? 0)  // 1
            // End
            #expect(report.counts == ["error": 1, "warning": 0, "note": 0])
        }
        let folder = temporaryFolder.url
        do {
            // Example: DiagnosticSARIFFormatter
            let log = DiagnosticSARIFFormatter(context).format(diagnostics)
            try Data(log.utf8).write(to: folder.appending(path: "shop-check.sarif"))  // For code scanning
            // End
            #expect(log.contains("The file has a key that nothing reads."))
        }
        do {
            // Example: DiagnosticJUnitFormatter
            let report = DiagnosticJUnitFormatter(context).format(diagnostics)
            try Data(report.utf8).write(to: folder.appending(path: "junit.xml"))
            // End
            #expect(report.contains("<testsuite name=\"modelgen.yml\" tests=\"1\" failures=\"1\">"))
        }
        // Example: DiagnosticGitLabFormatter
        let report = DiagnosticGitLabFormatter(context).format(diagnostics)
        try Data(report.utf8).write(to: folder.appending(path: "gl-code-quality-report.json"))
        // End
        #expect(report.contains("\"path\": \"modelgen.yml\""))
    }
}
