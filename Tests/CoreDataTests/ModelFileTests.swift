import CoreData
import Foundation
import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// Programs that are linked with the compiler's library read the editor's files.
@Suite struct ModelFileTests {
    /// Reads the current version of a bundle.
    @Sendable private static func readBundle(at url: URL) throws -> Model? {
        var problems: [LocatedDiagnostic] = []
        guard let source = ModelBundle.currentVersion(at: url.path, into: &problems) else { return nil }
        let contents = try Data(contentsOf: URL(fileURLWithPath: source.contentsPath))
        var findings: [Diagnostic] = []
        return XCDataModelReader().read(Array(contents), named: source.modelName, into: &findings)?.model
    }

    @Test("A model is read from a bundle after the program registers a reader for it")
    func aBundleIsReadOnceTheProgramSaysHow() throws {
        let bundle = SourceTree.folder("Models").appending(path: "Constructs/Values.xcdatamodeld")
        #expect(NSManagedObjectModel(contentsOf: bundle) == nil)
        NSManagedObjectModel.setReader(forFilesWithExtension: "xcdatamodeld", Self.readBundle)
        let model = try #require(NSManagedObjectModel(contentsOf: bundle))
        #expect(model.entitiesByName["Landmark"]?.attributesByName["place"] is NSCompositeAttributeDescription)
        let missing = SourceTree.folder("Models").appending(path: "Missing.xcdatamodeld")
        #expect(NSManagedObjectModel(contentsOf: missing) == nil)
        NSManagedObjectModel.setReader(forFilesWithExtension: "xcdatamodeld", nil)
        #expect(NSManagedObjectModel(contentsOf: bundle) == nil)
    }
}
