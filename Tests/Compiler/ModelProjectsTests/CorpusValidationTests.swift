import Foundation
import ModelCompiler
import ModelProjects
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct CorpusValidationTests {
    @Test("Every version of the public models is read")
    func everyVersionIsRead() throws {
        let folder = try #require(Corpus.folder)
        var settings = ProjectSettings(workingDirectory: "/")
        let selection = try ModelSelection([folder.path(percentEncoded: false)], settings: &settings)
        let report = try ValidationRun(selection).report()
        #expect(report.versionCount == 490)
        #expect(report.readableVersionCount == 490)
        #expect(settings.diagnostics.isEmpty)
    }
}
