import Foundation
import ModelDiagnostics
import TestSupport
import Testing
import XCDataModel

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusReadingTests {
    /// The fixtures for error handling among them are broken in ways that only checking a whole model shows, so none
    /// is left out.
    @Test("Every public model is read without findings")
    func everyModelIsReadWithoutAWord() throws {
        let paths = Corpus.contentsPaths
        #expect(paths.count == 490)
        for path in paths {
            let (document, found) = try Corpus.reading(of: path)
            #expect(document != nil, "\(path)")
            #expect(found.map(\.message) == [], "\(path)")
        }
    }

    @Test("Every public bundle is opened")
    func everyBundleOpens() throws {
        let folder = try #require(Corpus.folder)
        let versions = Corpus.contentsPaths.map { $0.split(separator: "/").dropLast().map(String.init) }
        let bundles = Set(
            versions.map { version in
                let isVersioned = version.dropLast().last?.hasSuffix(".xcdatamodeld") == true
                return (isVersioned ? version.dropLast() : version[...]).joined(separator: "/")
            })
        var versionCount = 0
        for path in bundles {
            var diagnostics: [LocatedDiagnostic] = []
            let bundle = ModelBundle.open(folder.appending(path: path).path(percentEncoded: false), into: &diagnostics)
            // One has an empty property list and two versions.
            let expected = path.hasSuffix("Advanced.EvolutionDemo.xcdatamodeld") ? ["current-version-missing"] : []
            #expect(diagnostics.map(\.code.rawValue) == expected, "\(path)")
            versionCount += bundle?.versions.count ?? 0
        }
        #expect(versionCount == 490)
    }
}
