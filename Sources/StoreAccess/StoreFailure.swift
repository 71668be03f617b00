package import ArgumentParser
import CommandArguments
import FileAccess
import JSONStore
import ModelCompiler
import ModelDiagnostics
import PostgreSQLStore
import SQLiteStore
import StoreMigration
import TerminalOutput

/// An error that ends the program, with its exit code: 1 for contents of files, 64 for usage, and 74 for the file system.
package struct StoreFailure: Error {
    package var exitCode: Int32
    package var message: String

    package init(exitCode: Int32, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}

extension StoreFailure {
    /// Creates a failure from any error, with paths as people write them.
    package init(_ error: any Error) {
        let folder = WorkingFolder(path: AbsolutePath.of("."))
        switch error {
        case let failure as StoreFailure: self = failure
        case var error as FileFailure:
            error.path = folder.shortened(error.path)
            self.init(exitCode: 74, "\(error)")
        case var error as FileProblem:
            error.path = folder.shortened(error.path)
            self.init(exitCode: 74, "\(error)")
        case let error as SeveralModels: self.init(exitCode: 64, "\(error)")
        case let error as OutputRefusal: self.init(exitCode: 64, "\(error)")
        case let error as JSONStoreError:
            self.init(exitCode: [.fileSystem, .inUse].contains(error.code) ? 74 : 1, "\(error)")
        case let error as SQLiteStoreError:
            self.init(exitCode: [.fileSystem, .inUse, .readOnly, .full].contains(error.code) ? 74 : 1, "\(error)")
        case let error as PostgreSQLStoreError:
            let isUnreachable = [.connection, .connectionLost, .poolExhausted, .readOnly, .full].contains(error.code)
            self.init(exitCode: error.code == .connectionString ? 64 : isUnreachable ? 74 : 1, "\(error)")
        case let refusal as MigrationRefusal:
            let losses = refusal.obstacles.filter { $0.kind == .loss }.map { "--drop \($0.elementName)" }
            let hint = losses.isEmpty ? "" : "\nto drop these elements, add \(losses.joined(separator: " "))"
            self.init(exitCode: 1, "\(refusal)\(hint)")
        default: self.init(exitCode: 1, "\(error)")
        }
    }
}

/// Runs a command, unless its output would destroy a file, and reports an error in one line.
package func reportingFailures(of command: some ParsableCommand, _ work: () throws -> Void) throws {
    do {
        try OutputArgument.refuseInputs(of: command)
        try work()
    } catch {
        throw exitCode(reporting: error)
    }
}

/// Runs a command, unless its output would destroy a file, and reports an error in one line.
package func reportingFailures(of command: some ParsableCommand, _ work: () async throws -> Void) async throws {
    do {
        try OutputArgument.refuseInputs(of: command)
        try await work()
    } catch {
        throw exitCode(reporting: error)
    }
}

private func exitCode(reporting error: any Error) -> ExitCode {
    if let code = error as? ExitCode { return code }
    let failure = StoreFailure(error)
    StandardError.write("modelgen: error: \(failure.message.shownOnTerminal(keepsLines: true))\n")
    return ExitCode(failure.exitCode)
}
