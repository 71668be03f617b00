import ModelDiagnostics
import ModelSchema
import XCDataModel

/// What libFuzzer calls with each input. Whatever the bytes are, reading ends, and what could be read comes back equal
/// from what is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModels(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var diagnostics: [Diagnostic] = []
    let reader = XCDataModelReader()
    guard let document = reader.read(bytes, named: "Fuzz", into: &diagnostics) else {
        precondition(diagnostics.contains { $0.severity == .error }, "no model, and no error either")
        return 0
    }
    for diagnostic in diagnostics {
        let located = LocatedDiagnostic(diagnostic, file: "contents") { document.sourceMap.position(of: $0) }
        precondition(diagnostic.anchor == .file || located.position.line != nil, "a diagnostic without a place")
        _ = DiagnosticTextFormatter().format(located)
    }
    var problems: [Diagnostic] = []
    guard let written = XCDataModelWriter().write(document, into: &problems) else {
        preconditionFailure("what was read cannot be written")
    }
    guard let again = reader.read(written, named: "Fuzz", into: &problems) else {
        preconditionFailure("what was written cannot be read")
    }
    precondition(again.model == document.model, "writing changes the model")
    precondition(XCDataModelWriter().write(again, into: &problems) == written, "writing twice differs")
    return 0
}
