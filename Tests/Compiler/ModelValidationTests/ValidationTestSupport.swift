import ModelDiagnostics
import ModelSchema
import ModelValidation
import Testing
import XCDataModel

/// The findings in what stands inside `<model>`, and those of the reader before them.
func findings(
    in elements: String, options: ValidationOptions = ValidationOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Diagnostic] {
    let type = #"type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0""#
    let bytes = Array("<model \(type)>\(elements)</model>".utf8)
    var diagnostics: [Diagnostic] = []
    let document = try #require(
        XCDataModelReader().read(bytes, named: "Test", into: &diagnostics), sourceLocation: sourceLocation)
    ModelValidator(options: options).validate(document.model, into: &diagnostics)
    return diagnostics
}
