import CompiledModelWriting
import CompiledModels
import Foundation
import MappingModels
import ModelExpressions
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// The examples in the doc comments of compiled models and mapping models.
@Suite struct DocumentationExampleTests {
    private let folder: URL
    private let scratch: TemporaryFolder
    /// Two versions, the later of which has other names.
    private let (old, new): (Model, Model)

    init() throws {
        scratch = try TemporaryFolder()
        folder = scratch.url
        old = Self.model(named: "Library", title: "title")
        new = Self.model(named: "Library 2", title: "name")
    }

    private static func model(named name: String, title: String) -> Model {
        let author = Relationship(name: "author", isOptional: true, destinationName: "Author", inverseName: "books")
        let books = Relationship(
            name: "books", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "author")
        return Model(
            name: name,
            entities: [
                Entity(name: "Author", relationships: [books]),
                Entity(
                    name: "Book", attributes: [Attribute(name: title, type: .string, isOptional: true)],
                    relationships: [author]),
            ])
    }

    @Test("The examples of compiled models write and read files")
    func compiledModels() throws {
        for model in [old, new] {
            // Example: CompiledModelWriter
            var writer = CompiledModelWriter(moduleName: "Shop")
            if let archive = writer.archive(of: model) {
                try Data(archive).write(to: folder.appending(path: "\(model.name).mom"))
            }
            // End
        }
        do {
            // Example: CompiledVersionList.bytes
            let versions = [
                "Library": ModelLookup(old).coreDataVersionHashes,
                "Library 2": ModelLookup(new).coreDataVersionHashes,
            ]
            let bytes = CompiledVersionList.bytes(of: versions, currentName: "Library 2")
            try Data(bytes).write(to: folder.appending(path: CompiledVersionList.fileName))
            // End
        }
        do {
            // Example: CompiledVersionList
            let list = folder.appending(path: CompiledVersionList.fileName)
            // End
            #expect(try list.checkResourceIsReachable())
        }
        // Example: CompiledModelBundle
        let bundle = try CompiledModelBundle(folder: folder)
        for version in bundle.versions {
            let model = try bundle.model(of: version).model
            let mark = version.name == bundle.currentVersionName ? "*" : " "
            print(mark, version.name, model.entities.count)
        }
        // End
        #expect(bundle.currentVersionName == "Library 2")
        #expect(try bundle.versions.map { try bundle.model(of: $0).entityNamesWithMismatchedHashes } == [[], []])
        let file = folder.appending(path: "Library.mom")
        // Example: CompiledModel
        let compiled = try CompiledModel(archive: Array(Data(contentsOf: file)), name: "Library")
        let names = compiled.model.entities.map(\.name)
        for note in compiled.unreadableParts { print("not readable: \(note)") }
        // End
        #expect(names == ["Author", "Book"])
        #expect(compiled.unreadableParts == [])
    }

    @Test("The examples of compilers say what cannot be compiled or read")
    func problems() {
        let bytes = Array("not a model".utf8)
        // Example: CompiledModelError
        do {
            _ = try CompiledModel(archive: bytes, name: "Library")
        } catch {
            if error.code == .tooLarge { print("the model is too large") }
            print(error)  // the location: the problem
        }
        // End
        #expect(throws: CompiledModelError.self) { try CompiledModel(archive: bytes, name: "Library") }
        do {
            let model = old
            // Example: CompilerTools
            let tools = CompilerTools(version: "15.4") ?? .latest
            var writer = CompiledModelWriter(tools: tools)
            let archive = writer.archive(of: model)
            // End
            #expect(archive != nil && tools != .latest)
        }
        let model = Model(name: "Library", entities: [Entity(name: "Book", parentName: "Text")])
        var writer = CompiledModelWriter()
        // Example: CompilationFinding
        if writer.archive(of: model) == nil {
            let errors = writer.findings.filter(\.isError)
            print(errors.map { "\($0.path): \($0.message)" }.joined(separator: "\n"))
        }
        // End
        #expect(!writer.findings.filter(\.isError).isEmpty)
    }

    @Test("The examples of mapping models lead from one version to the other")
    func mappingModels() throws {
        do {
            // Example: MappingModel
            let oldTitle = ModelExpression.keyPath(ModelKeyPath([.key("title")]), of: .variable(MappingSelector.source))
            let mappings = MappingModel(entityMappings: [
                MappingModel.EntityMapping(
                    name: "BookToBook", sourceEntityName: "Book", destinationEntityName: "Book",
                    mappingType: .transformed,
                    attributeMappings: [MappingModel.PropertyMapping(name: "name", valueExpression: oldTitle)])
            ])
            // End
            #expect(mappings.mismatches(from: old, to: new).count == 2)
            // Example: CompiledMappingModelWriter
            var writer = CompiledMappingModelWriter()
            if let archive = writer.archive(of: mappings) {
                try Data(archive).write(to: folder.appending(path: "Library1To2.cdm"))
            }
            // End
            let archive = try [UInt8](Data(contentsOf: folder.appending(path: "Library1To2.cdm")))
            #expect(try MappingModel(archive: archive) == mappings)
        }
        // Example: MappingSelector
        // The authors that the author of the older book has become.
        let authors = ModelExpression.methodCall(
            .variable(MappingSelector.manager), selector: MappingSelector.destinationsOfMapping,
            [.constant(.string("AuthorToAuthor")), .keyPath(ModelKeyPath([.key("author")]), of: .variable("source"))])
        // End
        #expect(authors.printed.format.contains("AuthorToAuthor"))
        // Example: MappingModelSource
        let start = MappingModelSource.Position(line: 1, column: 1)
        let source = MappingModelSource(
            sourcePath: "Library.xcdatamodeld/Library.xcdatamodel",
            destinationPath: "Library.xcdatamodeld/Library 2.xcdatamodel",
            entityMappings: [
                MappingModelSource.EntityMapping(
                    number: 1, sourceEntityName: "Book", destinationEntityName: "Book", position: start)
            ])
        // End
        // Example: MappingModelCompletion
        var completion = MappingModelCompletion(from: old, to: new) { ModelExpression(archive: $0) }
        let mappings = completion.mappingModel(of: source)
        for finding in completion.findings {
            print("\(finding.position.line): \(finding.isError ? "error" : "warning"): \(finding.message)")
        }
        // End
        #expect(mappings?.entityMappings.map(\.name) == ["BookToBook"])
    }
}
