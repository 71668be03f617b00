import CompiledModelWriting
import CompiledModels
import Foundation
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// All versions of public models, compiled and read back.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusCompilationTests {
    @Test("Every version of a public model compiles, and its compiled model gives everything back that compilers keep")
    func roundTrips() throws {
        // All versions take a minute: otherwise, every fifth is compiled.
        let paths = Corpus.contentsPaths.enumerated().filter { runsLongTests || $0.offset % 5 == 0 }.map(\.element)
        var compiledCount = 0
        var refusals: [String] = []
        for path in paths {
            let document = diagnostics(reading: try Corpus.bytes(of: path)).document
            let source = try #require(document, "\(path)").model
            var writer = CompiledModelWriter()
            guard let archive = writer.archive(of: source) else {
                refusals += writer.findings.filter(\.isError).map { "\(path): \($0.message)" }
                continue
            }
            let compiled = try CompiledModel(archive: archive, name: source.name)
            // Archives do not contain the names of composites, which the reader says.
            let isKnown = compiled.unreadableParts.allSatisfy {
                $0.hasSuffix("the composite has the name of the attribute")
            }
            #expect(isKnown, "\(path): \(compiled.unreadableParts)")
            expectEqual(compiled.model, source.compiledForm, path)
            // Compiling what was read gives the same file.
            var again = CompiledModelWriter()
            #expect(again.archive(of: compiled.model) == archive, "\(path)")
            #expect(
                ModelLookup(compiled.model).coreDataVersionHashes == ModelLookup(source).coreDataVersionHashes,
                "\(path)")
            compiledCount += 1
        }
        // Fixtures for the errors of a generator, whose relationships have no destination.
        #expect(compiledCount == (runsLongTests ? 485 : paths.count - refusals.count))
        #expect(refusals.count <= 5 && refusals.allSatisfy { $0.hasPrefix("NijiDigital__gyro/") }, "\(refusals)")
        #expect(refusals.allSatisfy { $0.hasSuffix("which does not exist") }, "\(refusals)")
    }

    /// Expects models to be equal, and names the first elements that differ.
    private func expectEqual(_ model: Model, _ expected: Model, _ path: String) {
        guard model != expected else { return }
        for (entity, other) in zip(model.entities, expected.entities) where entity != other {
            #expect(entity.attributes == other.attributes, "\(path): \(entity.name)")
            #expect(entity.relationships == other.relationships, "\(path): \(entity.name)")
            #expect(entity.fetchedProperties == other.fetchedProperties, "\(path): \(entity.name)")
            #expect(entity == other, "\(path)")
        }
        #expect(model.fetchRequestTemplates == expected.fetchRequestTemplates, "\(path)")
        #expect(model.configurations == expected.configurations, "\(path)")
        #expect(model.composites == expected.composites, "\(path)")
        #expect(model.versionIdentifier == expected.versionIdentifier, "\(path)")
        #expect(model == expected, "\(path)")
    }
}
