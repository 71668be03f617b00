import ArgumentParser
import Foundation
import ModelCompiler
import ModelDiagnostics
package import ObjectGraph
import TerminalOutput
import XCDataModel

extension ManagedObjectModel {
    /// Reads a model, or the only one in a folder, and writes its problems to standard error.
    ///
    /// - Throws: `ExitCode` 1 if the model cannot be used; `FileFailure` or `SeveralModels`.
    package init(readingFrom path: String) throws {
        var diagnostics: [LocatedDiagnostic] = []
        let path = try ModelCompiler.onlyModel(at: AbsolutePath.of(path), into: &diagnostics)
        let document = path.flatMap { ModelLoader().loadCurrentVersion(at: $0, into: &diagnostics) }
        StandardError.write(DiagnosticTextFormatter().format(diagnostics))
        guard let document, !diagnostics.contains(where: { $0.severity == .error }) else { throw ExitCode(1) }
        self.init(document.model)
    }
}
