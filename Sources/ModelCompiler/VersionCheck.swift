import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// One model version that has been read and judged.
struct VersionCheck: Sendable {
    var source: ModelSource
    /// Nil when the file is no data model.
    var document: ModelDocument?
    var diagnostics: [Diagnostic] = []

    init(_ source: ModelSource, options: ValidationOptions) {
        self.source = source
        document = ModelLoader().read(source, into: &diagnostics)
        if let document { ModelValidator(options: options).validate(document.model, into: &diagnostics) }
    }

    init(_ inputs: ModelInputs, options: ValidationOptions) {
        source = inputs.source
        document = ModelLoader().read(source, inputs.contents, into: &diagnostics)
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
