import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

/// The reports that CI systems read.
@Suite struct DiagnosticReportFormatTests {
    @Test("Diagnostics are written in the format of JUnit")
    func junit() {
        #expect(
            SampleDiagnostics.text(.junit)
                == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="modelgen" tests="3" failures="2">
                  <testsuite name="/code/other/None" tests="1" failures="1">
                    <testcase name="file-missing: no such file" classname="/code/other/None" file="/code/other/None">
                      <failure type="error" message="no such file">/code/other/None: error: no such file [file-missing]</failure>
                    </testcase>
                  </testsuite>
                  <testsuite name="My Models: 50%/Größe.xcdatamodel/contents" tests="1" failures="0">
                    <testcase name="not-listed: 100% &quot;odd&quot;: a\b,\nc\u{1B}" classname="My Models: 50%/Größe.xcdatamodel/contents" file="My Models: 50%/Größe.xcdatamodel/contents" line="3">
                      <system-out>My Models: 50%/Größe.xcdatamodel/contents:3:1: note: 100% &quot;odd&quot;: a\b,\nc\u{1B} [not-listed]</system-out>
                    </testcase>
                  </testsuite>
                  <testsuite name="Shop.xcdatamodel/contents" tests="1" failures="1">
                    <testcase name="inverse-missing: relationship 'Order/items' has no inverse" classname="Shop.xcdatamodel/contents" file="Shop.xcdatamodel/contents" line="14">
                      <failure type="warning" message="relationship 'Order/items' has no inverse">Shop.xcdatamodel/contents:14:9: warning: relationship 'Order/items' has no inverse [inverse-missing]
                Shop.xcdatamodel/contents:22:5: note: entity 'Item' is the destination
                Shop.xcdatamodel/contents:14:9: note: set inverseName=&quot;order&quot;</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """#)
    }

    @Test("The output for JUnit contains only characters that XML allows")
    func junitHasNoCodePointsThatXMLDoesNotAllow() {
        let diagnostic = LocatedDiagnostic(
            .error, Diagnostic.Code("c"), "a\u{FFFE}b\u{FFFF}c\u{B}d", at: SourcePosition(file: "/code/shop/a"))
        let text = SampleDiagnostics.text(.junit, [diagnostic])
        let failure = text.split(separator: "\n").first { $0.contains("<failure") }
        let message = #"a\u{FFFE}b\u{FFFF}c\u{0B}d"#
        #expect(failure == #"      <failure type="error" message="\#(message)">a: error: \#(message) [c]</failure>"#)
        #expect(!text.unicodeScalars.contains { $0.properties.isNoncharacterCodePoint })
    }

    @Test("Without diagnostics, the output for JUnit has one passing test")
    func junitWithoutDiagnostics() {
        #expect(
            SampleDiagnostics.text(.junit, []) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="modelgen" tests="1" failures="0">
                  <testsuite name="modelgen" tests="1" failures="0">
                    <testcase name="no findings" classname="modelgen"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("Diagnostics are written in the format of GitLab")
    func gitlab() {
        #expect(
            SampleDiagnostics.text(.gitlab) == #"""
                [
                  {
                    "description": "no such file",
                    "check_name": "file-missing",
                    "fingerprint": "291995de40d6231a8fa2eaf751f191fbc2fdde7dc81cc483e62895c8437ca3eb",
                    "severity": "major",
                    "location": {
                      "path": "../other/None",
                      "lines": {
                        "begin": 1
                      }
                    }
                  },
                  {
                    "description": "100% \"odd\": a\\b,\nc\u001b",
                    "check_name": "not-listed",
                    "fingerprint": "ee45f3cb5eb3229cab15a9a1d379b4b9f8cae925a11a920de79b3ac3546c05dd",
                    "severity": "info",
                    "location": {
                      "path": "My Models: 50%/Größe.xcdatamodel/contents",
                      "lines": {
                        "begin": 3
                      }
                    }
                  },
                  {
                    "description": "relationship 'Order/items' has no inverse; set inverseName=\"order\"",
                    "check_name": "inverse-missing",
                    "fingerprint": "baeab566cf1ec250feca5e43420cd3bcd751aae26defb98cc5f29da35cafa73e",
                    "severity": "minor",
                    "location": {
                      "path": "Shop.xcdatamodel/contents",
                      "lines": {
                        "begin": 14
                      }
                    }
                  }
                ]

                """#)
        #expect(SampleDiagnostics.text(.gitlab, []) == "[]\n")
    }

    @Test("Fingerprints for GitLab are distinct, and do not depend on lines")
    func gitlabFingerprints() {
        func fingerprints(_ lines: [Int]) -> [Substring] {
            let diagnostics = lines.map { line in
                LocatedDiagnostic(
                    .error, Diagnostic.Code("c"), "m", at: SourcePosition(file: "/code/shop/a", line: line, column: 1))
            }
            return SampleDiagnostics.text(.gitlab, diagnostics).matches(of: /"fingerprint": "(\w+)"/).map(\.1)
        }
        #expect(fingerprints([1, 5]) == fingerprints([2, 9]))
        #expect(Set(fingerprints([1, 5])).count == 2)
    }
}
