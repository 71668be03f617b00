import ModelSchema
import TestSupport
import Testing
import XCDataModel

@testable import ModelCodegen

/// The fetch request templates and fetched properties of public models.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct CorpusQueryTests {
    @Test("Every fetch request template and fetched property has a declaration")
    func declarations() throws {
        var functions: Set<String> = []
        var accessorCount = 0
        for path in Corpus.sampledContentsPaths {
            let bytes = try Corpus.bytes(of: path)
            // Few of the many hundred models have any.
            guard String(decoding: bytes, as: UTF8.self).contains("<fetchRequest"),
                let model = try Corpus.reading(of: path).document?.model
            else { continue }
            let files = OutputPlan(for: model, source: "M", options: GenerationOptions()).files
            for section in files.flatMap(\.sections) {
                switch section {
                case let section as FetchRequestsContext:
                    for function in section.functions {
                        functions.insert("\(section.className).\(function.name)(\(function.parameterList))")
                    }
                case let section as FetchedPropertiesContext: accessorCount += section.properties.count
                default: break
                }
            }
        }
        #expect(
            functions.sorted() == [
                "ChildMO.byParent(parent: ParentMO)", "ChildMO.byParentName(parentName: String)",
                "CustomMainEntity.dictionaryFetchRequest()", "CustomMainEntity.objectFetchRequest(uuid: UUID)",
                "CustomMainEntity.objectIDFetchRequest(name: String, needle: String)", "HumanMO.allHumans()",
                "HumanMO.byHumanName(humanName: String)", "HumanMO.oneByHumanName(humanName: String)",
                "UnorderedToManySrcMO.allUnorderedToManySrcs()",
            ])
        #expect(accessorCount == 2)
    }
}
