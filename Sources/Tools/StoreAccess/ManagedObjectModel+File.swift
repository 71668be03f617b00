import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics
package import ObjectGraph
import XCDataModel

extension ManagedObjectModel {
    /// Reads a model, or the only one in a folder, and writes its problems to standard error.
    ///
    /// - Throws: `ExitCode` 1 if the model cannot be used; `FileError` or `SeveralModelsError`.
    package init(readingFrom path: String) throws {
        var diagnostics: [LocatedDiagnostic] = []
        let path = try ModelCompiler.onlyModel(at: AbsolutePath.of(path), into: &diagnostics)
        let document = path.flatMap { ModelLoader().loadCurrentVersion(at: $0, into: &diagnostics) }
        let shown =
            TerminalSettings.isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
        StandardError.write(DiagnosticTextFormatter().format(shown))
        guard let document, !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ExitStatus.problems.code
        }
        self.init(document.model)
    }
}
