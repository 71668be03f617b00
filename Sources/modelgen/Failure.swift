import ArgumentParser
import FileAccess
import Foundation
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import ModelHistory
import TerminalOutput

/// How the tool says that something went wrong, and which exit code it then ends with.
///
/// Codes: 0 fine, 1 problems in models, 64 wrong usage (the argument parser's), 74 file system.
enum Failure {
    static let modelErrors = ExitCode(1)
    static let fileSystem = ExitCode(74)

    /// Prints diagnostics to standard error, and ends the command when one of them is an error.
    static func check(_ diagnostics: [LocatedDiagnostic]) throws {
        TerminalDiagnostics.write(diagnostics, .ofTool)
        if diagnostics.contains(where: { $0.severity == .error }) { throw modelErrors }
    }

    /// Prints an error of the world outside, or of usage that shows only when a command runs, and returns what to end
    /// with.
    static func report(_ error: any Error) -> any Error {
        if error is ExitCode { return error }
        if let message = usageMessage(of: error) {
            // The argument parser would add the usage of the tool as a whole.
            StandardError.write("modelgen: error: \(message)\n")
            return ExitCode.validationFailure
        }
        StandardError.write("modelgen: error: \(describe(error))\n")
        return fileSystem
    }

    private static func usageMessage(of error: any Error) -> String? {
        switch error {
        case let error as ValidationError: error.message
        case let error as InvalidOption: error.description
        case let error as SeveralModels: error.description
        case let error as ModelBundleEditor.InvalidName: error.description
        default: nil
        }
    }

    private static func describe(_ error: any Error) -> String {
        let folder = WorkingFolder(path: AbsolutePath.of("."))
        switch error {
        case let error as OutputError: return error.description
        case let error as GitFailure: return error.description
        case let error as BundleConversion.Refusal: return error.description
        case let error as TemplateFailure: return error.description
        case var error as FileFailure:
            error.path = folder.shortened(error.path)
            return error.description
        case var error as FileProblem:
            error.path = folder.shortened(error.path)
            return error.description
        default: return error.localizedDescription
        }
    }
}
