import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelSchema
import XCDataModel

/// The model of a command that works on one.
struct ModelArgument: ParsableArguments {
    @Argument(
        help:
            "A bundle (.xcdatamodeld), a version (.xcdatamodel), a contents file, or a folder that contains one model.",
        completion: .file())
    var model: String

    /// Reads the current version of the model, and says on standard error what is wrong with it.
    ///
    /// - Throws: An exit code, if it cannot be used.
    func read() throws -> Model {
        var diagnostics: [LocatedDiagnostic] = []
        let document: ModelDocument?
        do {
            let path = try ModelCompiler.onlyModel(at: AbsolutePath.of(model), into: &diagnostics)
            document = path.flatMap { ModelLoader().loadCurrentVersion(at: $0, into: &diagnostics) }
        } catch {
            throw Failure.report(error)
        }
        try Failure.check(diagnostics)
        guard let document else { throw Failure.modelErrors }
        return document.model
    }
}
