import Foundation
import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// The examples in the doc comments of model files.
@Suite struct DocumentationExampleTests {
    private let path = SourceTree.file("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    @Test("The examples of a bundle read its current version, and write a changed one")
    func aBundle() throws {
        var problems: [LocatedDiagnostic] = []
        let opened = ModelBundle.open(path, into: &problems)
        #expect(problems.isEmpty)
        let bundle = try #require(opened)
        do {
            // Example: ModelBundle
            var diagnostics: [LocatedDiagnostic] = []
            if let bundle = ModelBundle.open(path, into: &diagnostics) {
                for version in bundle.versions {
                    print(version.versionName, version == bundle.currentVersion ? "is current" : "")
                }
            }
            // End
            #expect(diagnostics.isEmpty)
        }
        // Example: ModelSource
        let source = bundle.currentVersion
        let bytes = try Array(Data(contentsOf: URL(filePath: source.contentsPath)))
        // End
        // Example: XCDataModelReader
        var diagnostics: [Diagnostic] = []
        let document = XCDataModelReader().read(bytes, named: source.modelName, into: &diagnostics)
        for entity in document?.model.entities ?? [] { print(entity.name) }
        // End
        #expect(diagnostics.isEmpty)
        #expect(document?.model.entities.map(\.name) == ["Superhero", "Team"])
        var changed = try #require(document)
        // Example: ModelDocument
        if let index = changed.model.entities.firstIndex(where: { $0.name == "Team" }) {
            changed.model.entities[index].attributes.append(Attribute(name: "motto", type: .string, isOptional: true))
        }
        // End
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "contents")
        // Example: XCDataModelWriter
        if let bytes = XCDataModelWriter().write(changed, into: &diagnostics) {
            try Data(bytes).write(to: file)
        }
        // End
        let written = XCDataModelReader().read(
            try Array(Data(contentsOf: file)), named: source.modelName, into: &diagnostics)
        #expect(written?.model == changed.model && changed.model != document?.model)
        #expect(diagnostics.isEmpty)
    }

    @Test("The examples of positions find an element in its file")
    func positions() throws {
        let bytes = Array(#"<model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Book"/></model>"#.utf8)
        let diagnostics = [
            Diagnostic(.warning, Diagnostic.Code("title-missing"), "entity 'Book' has no title", at: .entity("Book"))
        ]
        var found: [Diagnostic] = []
        // Example: XMLLimits
        let reader = XCDataModelReader(limits: XMLLimits(sizeBytes: 1 << 20))  // For files that others upload
        // End
        let document = try #require(reader.read(bytes, named: "Library", into: &found))
        // Example: SourceMap
        if let position = document.sourceMap.position(of: .entity("Book").setting("name")) {
            print("the name is in line \(position.line), column \(position.column)")
        }
        // End
        #expect(document.sourceMap.position(of: .entity("Book").setting("name"))?.column == 62)
        // Example: SourceIndex
        var index = SourceIndex(document.sourceMap)
        let located = diagnostics.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: "Library.xcdatamodel/contents") { index.position(of: $0) }
        }
        // End
        #expect(located.map { "\($0.position)" } == ["Library.xcdatamodel/contents:1:54"])
    }

    @Test("The examples of a mapping model read it, and find its versions")
    func aMappingModel() throws {
        let folder = SourceTree.folder("Tests/Consumers/CompiledModels/Sources/App/ShopToShop2.xcmappingmodel")
        // Example: MappingModelReader
        let file = folder.appending(path: MappingModelReader.fileName)
        var diagnostics: [Diagnostic] = []
        let mappings = try MappingModelReader().read(Array(Data(contentsOf: file)), into: &diagnostics)
        print(mappings?.destinationPath ?? "not readable")  // Sources/App/Shop.xcdatamodeld/Shop 2.xcdatamodel
        // End
        #expect(diagnostics.isEmpty)
        let destinationPath = try #require(mappings?.destinationPath)
        #expect(destinationPath == "Sources/App/Shop.xcdatamodeld/Shop 2.xcdatamodel")
        // Example: MappingModelVersions
        let mappingModelPath = folder.path(percentEncoded: false)
        if let version = MappingModelVersions.folder(at: destinationPath, for: mappingModelPath) {
            let bytes = try Data(contentsOf: URL(filePath: version + "/contents"))
            print(bytes.count)
        }
        // End
        let version = MappingModelVersions.folder(at: destinationPath, for: mappingModelPath)
        #expect(version?.hasSuffix("/Sources/App/Shop.xcdatamodeld/Shop 2.xcdatamodel") == true)
    }
}
