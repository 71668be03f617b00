import ArgumentParser
import CommandArguments
import ModelCompiler
import ModelDiagnostics
import ModelSchema
import XCDataModel

/// The argument of a command that reads one model.
struct ModelArgument: ParsableArguments {
    @Argument(
        help:
            "A bundle (.xcdatamodeld), a version (.xcdatamodel), a contents file, or a folder that contains one model.")
    var model: PathArgument

    /// Reads the current version of the model, and writes diagnostics to standard error.
    ///
    /// - Throws: An exit code if the model has errors.
    func read() throws -> Model {
        var diagnostics: [LocatedDiagnostic] = []
        let path = try ModelCompiler.onlyModel(at: model.absolutePath, into: &diagnostics)
        let document = path.flatMap { ModelLoader().loadCurrentVersion(at: $0, into: &diagnostics) }
        try CommandExit.check(diagnostics)
        guard let document else { throw CommandExit.modelErrors }
        return document.model
    }
}
