import ArgumentParser
import FileAccess

/// The option for the destination of a command's text.
struct TextDestination: ParsableArguments {
    @Option(
        name: .shortAndLong, help: "The file, device, or pipe to write to. The default is standard output.",
        completion: .file())
    var output: String?

    func validate() throws {
        if output == "" { throw ValidationError("--output is empty; specify a file") }
    }

    /// Writes the text.
    func write(_ text: String) throws { try Self.write(text, to: output) }

    /// Writes text to a path, or to standard output if it is nil.
    static func write(_ text: String, to output: String?) throws {
        if let output {
            try FileWriter.write(Array(text.utf8), to: output)
        } else {
            try FileWriter.writeToStandardOutput(Array(text.utf8))
        }
    }
}
