import ArgumentParser
import FileAccess
import ModelCompiler
import ModelDiagnostics

/// An error that ends a command, and the message about it: a clause with the place, the reason, and the remedy.
package struct CommandError: Error, Sendable {
    package var status: ExitStatus
    package var message: String

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Creates a failure from an error that commands of all programs throw; nil for another error.
    package init?(_ error: any Error) {
        let folder = WorkingDirectory.current
        switch error {
        case let failure as CommandError: self = failure
        case let error as ValidationError: self.init(.usage, UsageMessage.text(error.message))
        case let error as OutputArgumentError: self.init(.usage, error.description)
        case let error as SeveralModelsError: self.init(.usage, error.description)
        case var error as FileError:
            error.path = folder.shortenedPath(of: error.path)
            self.init(.fileSystem, error.description)
        case var error as ProjectFileError:
            error.path = folder.shortenedPath(of: error.path)
            self.init(.fileSystem, error.description)
        default: return nil
        }
    }

    /// Writes the message, in the form of every error.
    ///
    /// - Parameter command: The words of the command, whose help is the remedy for incorrect usage; nil for none.
    package func write(for command: String?) {
        let help = status == .usage ? command.map { "  See '\($0) --help' for more information.\n" } ?? "" : ""
        StandardError.write("modelgen: error: \(message.shownOnTerminal(keepsLines: true))\n\(help)")
    }
}
