public import ModelDiagnostics
public import ModelSchema
public import Testing
public import XCDataModel

/// Reads a model that has nothing wrong with it.
///
/// - Parameter xml: A whole document, or what stands inside `<model>`.
public func readModel(_ xml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Model {
    try readDocument(xml, sourceLocation: sourceLocation).model
}

/// Reads a document that has nothing wrong with it.
///
/// - Parameter xml: A whole document, or what stands inside `<model>`.
public func readDocument(_ xml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ModelDocument {
    var diagnostics: [Diagnostic] = []
    let text = xml.hasPrefix("<?xml") || xml.hasPrefix("<model") ? xml : .model(containing: xml)
    let document = XCDataModelReader().read(Array(text.utf8), named: "Test", into: &diagnostics)
    #expect(diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
    return try #require(document, sourceLocation: sourceLocation)
}

/// Reads bytes as a model, for the sake of what is wrong with them.
public func diagnostics(
    reading bytes: [UInt8], limits: XMLLimits = XMLLimits()
) -> (document: ModelDocument?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let document = XCDataModelReader(limits: limits).read(bytes, named: "Test", into: &diagnostics)
    return (document, diagnostics)
}
