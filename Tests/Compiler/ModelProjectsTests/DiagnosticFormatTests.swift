import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

@Suite struct DiagnosticFormatTests {
    @Test("The order of diagnostics does not change the output", arguments: DiagnosticFormat.allCases)
    func theOrderOfDiagnosticsDoesNotMatter(_ format: DiagnosticFormat) {
        #expect(SampleDiagnostics.text(format, SampleDiagnostics.all.reversed()) == SampleDiagnostics.text(format))
    }

    @Test("Without diagnostics, nothing is written", arguments: [DiagnosticFormat.text, .github])
    func withoutDiagnosticsThereIsNoText(_ format: DiagnosticFormat) {
        #expect(SampleDiagnostics.text(format, []) == "")
    }

    @Test("Diagnostics are written as JSON")
    func json() {
        #expect(
            SampleDiagnostics.text(.json) == #"""
                {
                  "format": "modelgen-diagnostics",
                  "version": 1,
                  "counts": {
                    "error": 1,
                    "warning": 1,
                    "note": 1
                  },
                  "diagnostics": [
                    {
                      "severity": "error",
                      "code": "file-missing",
                      "message": "no such file",
                      "file": "/code/other/None"
                    },
                    {
                      "severity": "note",
                      "code": "not-listed",
                      "message": "100% \"odd\": a\\b,\nc\u001b",
                      "file": "My Models: 50%/Größe.xcdatamodel/contents",
                      "line": 3,
                      "column": 1
                    },
                    {
                      "severity": "warning",
                      "code": "inverse-missing",
                      "message": "relationship 'Order/items' has no inverse",
                      "file": "Shop.xcdatamodel/contents",
                      "line": 14,
                      "column": 9,
                      "notes": [
                        {
                          "message": "entity 'Item' is the destination",
                          "file": "Shop.xcdatamodel/contents",
                          "line": 22,
                          "column": 5
                        }
                      ],
                      "hint": "set inverseName=\"order\""
                    }
                  ]
                }

                """#)
    }

    @Test("Without diagnostics, the JSON has empty counts")
    func jsonWithoutDiagnostics() {
        #expect(
            SampleDiagnostics.text(.json, []) == """
                {
                  "format": "modelgen-diagnostics",
                  "version": 1,
                  "counts": {
                    "error": 0,
                    "warning": 0,
                    "note": 0
                  },
                  "diagnostics": []
                }

                """)
    }

    @Test("Diagnostics are written as workflow commands for GitHub")
    func github() {
        #expect(
            SampleDiagnostics.text(.github) == """
                ::error file=/code/other/None,title=file-missing::no such file
                ::notice file=My Models%3A 50%25/Größe.xcdatamodel/contents,line=3,col=1,title=not-listed\
                ::100%25 "odd": a\\b,\\nc\\u{1B}
                ::warning file=Shop.xcdatamodel/contents,line=14,col=9,title=inverse-missing\
                ::relationship 'Order/items' has no inverse\
                %0AShop.xcdatamodel/contents:22:5: entity 'Item' is the destination%0Aset inverseName="order"

                """)
    }

    @Test("A file name cannot add a workflow command")
    func aFileCannotForgeAWorkflowCommand() {
        let diagnostic = LocatedDiagnostic(
            Diagnostic(.error, Diagnostic.Code("c"), "m", at: .file), file: "/code/shop/a\n::error::b,line=1\r"
        ) { _ in nil }
        #expect(
            SampleDiagnostics.text(.github, [diagnostic])
                == "::error file=a%0A%3A%3Aerror%3A%3Ab%2Cline=1%0D,title=c::m\n")
    }
}
