import CompiledModelWriting
import CompiledModels
import Foundation
import MappingModels
import ModelDiagnostics
import ModelExpressions
import ModelSchema
import TestSupport
import Testing
import XCDataModel

@Suite struct MappingModelTests {
    private static let mappingModel = MappingModel(entityMappings: [
        MappingModel.EntityMapping(
            name: "AToB", sourceEntityName: "A", destinationEntityName: "B", mappingType: .transformed,
            entityMigrationPolicyClassName: "Shop.Policy",
            attributeMappings: [
                MappingModel.PropertyMapping(name: "constant", valueExpression: .constant(.string("größer"))),
                MappingModel.PropertyMapping(name: "default", valueExpression: nil),
                MappingModel.PropertyMapping(
                    name: "path",
                    valueExpression: .keyPath(ModelKeyPath([.key("owner"), .key("name")]), of: .variable("source"))),
            ],
            relationshipMappings: [
                MappingModel.PropertyMapping(
                    name: "items",
                    valueExpression: .methodCall(
                        .variable("manager"), selector: MappingSelector.destinationsOfMapping,
                        [
                            .constant(.string("ItemToItem")),
                            .keyPath(ModelKeyPath([.key("items")]), of: .variable("source")),
                        ]))
            ]),
        MappingModel.EntityMapping(name: "C", sourceEntityName: nil, destinationEntityName: "C", mappingType: .added),
    ])

    private static func archive() throws -> [UInt8] {
        var writer = CompiledMappingModelWriter()
        let archive = writer.archive(of: mappingModel)
        return try #require(archive)
    }

    @Test("A mapping model is read as it was written")
    func whatIsWrittenIsRead() throws {
        #expect(try MappingModel(archive: Self.archive()) == Self.mappingModel)
    }

    @Test("An expression that cannot be archived is an error")
    func anExpressionWithoutAKnownFormIsAnError() {
        var writer = CompiledMappingModelWriter()
        var mappingModel = Self.mappingModel
        mappingModel.entityMappings[0].attributeMappings[1].valueExpression = .constant(.null)
        #expect(writer.archive(of: mappingModel) == nil)
        #expect(writer.findings.map(\.isError) == [true])
    }

    @Test("A damaged file gives an error or a mapping model")
    func damagedFilesAreErrorsOrMappingModels() throws {
        let sound = try Self.archive()
        for count in 0..<sound.count {
            #expect(throws: CompiledModelError.self) { try MappingModel(archive: Array(sound[..<count])) }
        }
        var generator = SplitMix(seed: 46)
        for _ in 0..<4000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
            _ = try? MappingModel(archive: bytes)
            _ = ModelExpression(archive: bytes)
        }
    }

    @Test("Other archives are not mapping models")
    func otherArchivesAreNoMappingModels() {
        for root: Archived in ["text", .object("NSMappingModel", []), .model([])] {
            let error = #expect(throws: CompiledModelError.self) {
                try MappingModel(archive: ArchiveWriter.bytes(of: root))
            }
            #expect(error?.code == .notAMappingModel)
        }
        let mapping = Archived.object("NSEntityMapping", [("NSMappingName", "m"), ("NSMappingType", 9)])
        let root = Archived.object("NSMappingModel", [("NSEntityMappings", .list([mapping]))])
        let error = #expect(throws: CompiledModelError.self) {
            try MappingModel(archive: ArchiveWriter.bytes(of: root))
        }
        #expect(error?.description == "mapping 1: its type is unknown")
    }

    @Test("An expression that contains itself is refused")
    func anExpressionThatContainsItselfIsNone() {
        let call = Archived.labelled(
            "f",
            .object(
                "NSFunctionExpression",
                [
                    ("NSSelectorName", "f:"), ("NSOperand", .reference("f")),
                    ("NSArguments", .list([.reference("f"), .reference("f")])),
                ]))
        #expect(ModelExpression(archive: ArchiveWriter.bytes(of: call)) == nil)
    }

    @Test("A mapping with other hashes than the models is stale")
    func mappingsWithOtherHashesAreStale() {
        let old = Model(name: "M", entities: [Entity(name: "A")])
        let new = Model(name: "M", entities: [Entity(name: "B"), Entity(name: "C")])
        var mappingModel = MappingModel(entityMappings: [
            MappingModel.EntityMapping(
                name: "AToB", sourceEntityName: "A", destinationEntityName: "B",
                sourceEntityVersionHash: ModelLookup(old).coreDataVersionHashes["A"],
                destinationEntityVersionHash: ModelLookup(new).coreDataVersionHashes["B"], mappingType: .copied)
        ])
        #expect(mappingModel.mismatches(from: old, to: new) == [])
        mappingModel.entityMappings[0].destinationEntityVersionHash =
            mappingModel.entityMappings[0].sourceEntityVersionHash
        #expect(mappingModel.mismatches(from: old, to: new).map(\.entityName) == ["B"])
        #expect(mappingModel.mismatches(from: new, to: new).map(\.entityExists) == [false, true])
    }

    @Test(
        "Every mapping model of a public project compiles, and is read back",
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func corpus() throws {
        let folder = try #require(Corpus.folder).path(percentEncoded: false)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var counts: [String: Int] = [:]
        for path in paths.filter({ $0.hasSuffix("xcmapping.xml") }).sorted() {
            var diagnostics: [Diagnostic] = []
            let read = MappingModelReader().read(try Corpus.bytes(of: path), into: &diagnostics)
            let source = try #require(read, "\(path): \(diagnostics)")
            let file = "\(folder)/\(path.dropLast("/xcmapping.xml".count))"
            let versions = try [source.sourcePath, source.destinationPath].map { named in
                let version = named.flatMap { MappingModelVersions.folder(at: $0, for: file) }
                let contents = try #require(version, "\(path): \(named ?? "")") + "/contents"
                return try readModel(String(contentsOf: URL(filePath: contents), encoding: .utf8))
            }
            var completion = MappingModelCompletion(from: versions[0], to: versions[1]) { ModelExpression(archive: $0) }
            let completed = completion.mappingModel(of: source)
            let mappingModel = try #require(completed, "\(path): \(completion.findings)")
            var writer = CompiledMappingModelWriter()
            let written = writer.archive(of: mappingModel)
            let archive = try #require(written, "\(path): \(writer.findings)")
            #expect(try MappingModel(archive: archive) == mappingModel, "\(path)")
            #expect(mappingModel.mismatches(from: versions[0], to: versions[1]) == [], "\(path)")
            for entity in mappingModel.entityMappings { counts["\(entity.mappingType)", default: 0] += 1 }
        }
        print("mappings of public projects: \(counts)")
        #expect(counts.values.reduce(0, +) == 20)
    }
}
