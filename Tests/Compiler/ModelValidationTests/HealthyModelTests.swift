import Foundation
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing
import XCDataModel

/// The sample models that are meant to be used give nothing to read.
@Suite struct HealthyModelTests {
    static let names: [String] = {
        let folder = SourceTree.folder("Models").path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".xcdatamodeld") }.sorted()
    }()

    @Test("The example of the documentation validates a model")
    func documentationExample() throws {
        var located: [LocatedDiagnostic] = []
        let path = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        let bundle = try #require(ModelBundle.open(path, into: &located))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: bundle.currentVersion.contentsPath)))
        // Example: ModelValidator
        var diagnostics: [Diagnostic] = []
        if let document = XCDataModelReader().read(bytes, named: "Shop", into: &diagnostics) {
            ModelValidator().validate(document.model, into: &diagnostics)
        }
        // End
        #expect(diagnostics == [])
    }

    @Test("A sample model has no findings", arguments: names)
    func aSampleModelGivesNothing(_ name: String) throws {
        var located: [LocatedDiagnostic] = []
        let path = SourceTree.folder("Models/\(name)").path(percentEncoded: false)
        let bundle = try #require(ModelBundle.open(path, into: &located))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: bundle.currentVersion.contentsPath)))
        var diagnostics: [Diagnostic] = []
        let document = try #require(XCDataModelReader().read(bytes, named: name, into: &diagnostics))
        ModelValidator().validate(document.model, into: &diagnostics)
        #expect(located.isEmpty)
        #expect(diagnostics == [])
    }
}
