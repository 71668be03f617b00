import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import ModelValidation
import Synchronization
import TestSupport
import Testing

@Suite struct ValidationRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a version with a number of relationships that have no inverse.
    private func write(_ version: String, findingCount: Int) throws {
        let relationships = (0..<findingCount).map {
            #"<relationship name="r\#($0)" optional="YES" maxCount="1" destinationEntity="A"/>"#
        }
        try folder.write(
            .model(containing: #"<entity name="A">"# + relationships.joined(separator: "\n") + "</entity>"),
            to: version + "/contents")
    }

    private func report(
        _ paths: [String] = [""], extent: ModelSelection.Extent = .automatic, baseline: String? = nil,
        acceptsFindings: Bool = false
    ) throws -> ValidationReport {
        var settings = ProjectSettings(
            workingDirectory: folder.path("").trimmed, baselinePath: baseline.map(folder.path))
        let selection = try ModelSelection(
            paths.map { folder.path($0).trimmed }, extent: extent, settings: &settings)
        return try ValidationRun(selection, acceptsFindings: acceptsFindings).report()
    }

    @Test("A folder stands for every version in it, and a bundle for its current version")
    func foldersAndBundles() throws {
        for number in 1...3 { try write("S.xcdatamodeld/S \(number).xcdatamodel", findingCount: number) }
        try folder.writeCurrentVersion("S 2", of: "S.xcdatamodeld")
        try write("T.xcdatamodel", findingCount: 1)
        #expect(try report().versionCount == 4)
        #expect(try report().count(.warning) == 7)
        #expect(try report(["S.xcdatamodeld"]).count(.warning) == 2)
        #expect(try report(["S.xcdatamodeld"], extent: .all).versionCount == 3)
        #expect(try report(["T.xcdatamodel/contents"]).versionCount == 1)
        #expect(try report(["S.xcdatamodeld", "", "S.xcdatamodeld"]).versionCount == 2)
    }

    @Test("Every version is read if the current one is unknown")
    func unknownCurrentVersion() throws {
        for number in 1...2 { try write("S.xcdatamodeld/S \(number).xcdatamodel", findingCount: 1) }
        try folder.writeCurrentVersion("S 9", of: "S.xcdatamodeld")
        let report = try report()
        #expect(report.readableVersionCount == 2)
        #expect(report.diagnostics.count { $0.code == "current-version-unknown" } == 1)
        #expect(try self.report(["S.xcdatamodeld"]).versionCount == 0)
    }

    @Test("Progress is reported for every version")
    func progressCountsEveryVersion() throws {
        for number in 1...20 { try write("M\(number).xcdatamodel", findingCount: 0) }
        var settings = ProjectSettings(workingDirectory: "/")
        let selection = try ModelSelection([folder.path("").trimmed], settings: &settings)
        let counts = Mutex<[Int]>([])
        _ = try ValidationRun(selection).report { count in counts.withLock { $0.append(count) } }
        #expect(counts.withLock { $0 } == Array(1...20))
    }

    @Test("Findings are sorted by place")
    func theOrderIsThatOfPlaces() throws {
        for number in 1...20 { try write("M\(number).xcdatamodel", findingCount: 3) }
        let first = try report().diagnostics
        #expect(first == first.sorted())
        for _ in 0..<5 { #expect(try report().diagnostics == first) }
    }

    @Test("The summary is one line")
    func theSummaryIsOneLine() {
        var report = ValidationReport()
        report.versionCount = 1
        #expect(report.summary == "1 version, no findings")
        report.versionCount = 490
        report.acceptedFindingCount = 3
        report.diagnostics = [.error, .warning, .warning].map { severity in
            LocatedDiagnostic(Diagnostic(severity, "c", "m", at: .file), file: "f") { _ in nil }
        }
        #expect(report.summary == "490 versions, 1 error, 2 warnings, 3 accepted by the baseline")
    }

    @Test("Findings in the baseline are not reported")
    func whatABaselineAcceptsIsNotReported() throws {
        try write("M.xcdatamodel", findingCount: 2)
        let accepting = try report(baseline: "b.json", acceptsFindings: true)
        #expect(accepting.diagnostics == [])
        #expect(accepting.acceptedFindingCount == 2)
        for file in accepting.updatedBaselines { try file.write() }
        #expect(try report(baseline: "b.json").diagnostics == [])

        try write("M.xcdatamodel", findingCount: 3)
        let later = try report(baseline: "b.json")
        #expect(later.diagnostics.map(\.message) == ["relationship 'A/r2' has no inverse"])
        #expect(later.acceptedFindingCount == 2)
    }

    @Test("Accepted findings that no longer occur are noted")
    func whatIsGoneMakesANote() throws {
        try write("M.xcdatamodel", findingCount: 3)
        try write("N.xcdatamodel", findingCount: 1)
        for file in try report(baseline: "b.json", acceptsFindings: true).updatedBaselines { try file.write() }
        try write("M.xcdatamodel", findingCount: 2)
        var notes = try report(["M.xcdatamodel"], baseline: "b.json").diagnostics
        #expect(notes.map(\.code) == ["baseline-stale"])
        #expect(notes.map(\.severity) == [.note])
        #expect(notes.map(\.message) == ["1 accepted finding no longer occurs"])

        try FileManager.default.removeItem(atPath: folder.path("N.xcdatamodel"))
        notes = try report(["M.xcdatamodel"], baseline: "b.json").diagnostics
        #expect(notes.map(\.message) == ["2 accepted findings no longer occur"])
    }

    @Test("Accepting the findings of one model keeps those of others")
    func acceptingAPartKeepsTheRest() throws {
        try write("M.xcdatamodel", findingCount: 1)
        try write("N.xcdatamodel", findingCount: 1)
        for file in try report(baseline: "b.json", acceptsFindings: true).updatedBaselines { try file.write() }
        try write("M.xcdatamodel", findingCount: 2)
        let accepting = try report(["M.xcdatamodel"], baseline: "b.json", acceptsFindings: true)
        for file in accepting.updatedBaselines { try file.write() }
        #expect(try report(baseline: "b.json").diagnostics == [])
    }

    @Test("A file that is not a model cannot be accepted")
    func aFileThatIsNoModelCannotBeAccepted() throws {
        try folder.write("<plist/>", to: "M.xcdatamodel/contents")
        let report = try report(baseline: "b.json", acceptsFindings: true)
        #expect(report.diagnostics.map(\.code) == ["not-a-data-model"])
        #expect(report.readableVersionCount == 0)
    }

    @Test("A missing baseline is an error")
    func aBaselineThatIsMissingIsAProblem() throws {
        try write("M.xcdatamodel", findingCount: 1)
        #expect(throws: ProjectFileError.self) { try report(baseline: "b.json") }
    }

    @Test("A file that is not a baseline is not overwritten")
    func aFileThatIsNoBaselineIsNotOverwritten() throws {
        try folder.write("mine", to: "b.json")
        #expect(throws: ProjectFileError.self) { try BaselineFile(path: folder.path("b.json")).write() }
        #expect(try String(contentsOfFile: folder.path("b.json"), encoding: .utf8) == "mine")
    }

    @Test("A baseline that another program has written since it was read is not replaced")
    func changedBaseline() throws {
        try write("M.xcdatamodel", findingCount: 1)
        let path = folder.path("b.json")
        let new = try report(baseline: "b.json", acceptsFindings: true).updatedBaselines
        try BaselineFile(path: path).write()
        for file in new { #expect(throws: ProjectFileError.self) { try file.write() } }
        let read = try report(baseline: "b.json", acceptsFindings: true).updatedBaselines
        for file in read { try file.write() }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for file in read { #expect(throws: ProjectFileError.self) { try file.write() } }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix("/") ? String(dropLast()) : self }
}
