import FileAccess
import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// One model version that has been judged.
struct VersionCheck: Sendable {
    let source: ModelSource
    /// Nil when the file is no data model.
    let document: ModelDocument?
    private(set) var diagnostics: [Diagnostic] = []

    /// - Parameter contents: The bytes of the version's file, or why they cannot be read.
    init(_ source: ModelSource, _ contents: Result<[UInt8], FileFailure>, options: ValidationOptions) {
        self.source = source
        document = ModelLoader().read(source, contents, into: &diagnostics)
        if let document { ModelValidator(options: options).validate(document.model, into: &diagnostics) }
    }

    /// Diagnostics of the version with their places.
    func located(_ diagnostics: [Diagnostic]) -> [LocatedDiagnostic] {
        guard !diagnostics.isEmpty else { return [] }
        var index = document.map { SourceIndex($0.sourceMap) }
        return diagnostics.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { index?.position(of: $0) }
        }
    }
}
