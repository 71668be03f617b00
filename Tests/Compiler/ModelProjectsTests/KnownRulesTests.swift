import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

@Suite struct KnownRulesTests {
    @Test("Every diagnostic code is unique")
    func uniqueCodes() {
        let codes = KnownRules.all.map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    /// Code scanning and the page of diagnostics have no other.
    @Test("Every diagnostic code in the sources is documented")
    func documentedCodes() throws {
        let known = Set(KnownRules.all.map(\.code.rawValue))
        var declared: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: SourceTree.folder("Sources").path)
        where name.hasSuffix(".swift") {
            let text = try String(contentsOf: SourceTree.file("Sources/\(name)"), encoding: .utf8)
            guard text.contains(/extension Diagnostic(\.Code|Rule) {/) else { continue }
            for match in text.matches(of: /static let \w+ = (?:Self|Diagnostic\.Code)\(\s*"([a-z0-9-]+)"/) {
                declared.insert(String(match.1))
            }
        }
        #expect(declared.count > 50)
        #expect(declared.subtracting(known).sorted() == [])
    }
}
