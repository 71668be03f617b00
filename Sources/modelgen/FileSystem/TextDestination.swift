import ArgumentParser
import Foundation

/// Where a command writes its text.
struct TextDestination: ParsableArguments {
    @Option(name: .shortAndLong, help: "The file to write; standard output when left out.", completion: .file())
    var output: String?

    /// Writes the text, in one step, and leaves a file that has it already alone.
    func write(_ text: String) throws {
        try Self.write(text, to: output)
    }

    /// Writes the text to a file, or to standard output where there is none.
    static func write(_ text: String, to output: String?) throws {
        guard let output else {
            do {
                try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            } catch {
                throw Failure.report(
                    OutputError.unwritable(path: "standard output", reason: error.localizedDescription))
            }
            return
        }
        let bytes = Data(text.utf8)
        guard FileManager.default.contents(atPath: output) != bytes else { return }
        do {
            try FileReplacement.write(bytes, to: output)
        } catch {
            throw Failure.report(OutputError.unwritable(path: output, reason: error.localizedDescription))
        }
    }
}
