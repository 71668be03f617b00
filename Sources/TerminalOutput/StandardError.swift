import Foundation

/// The stream for messages to people: diagnostics as text, progress, and summaries.
package enum StandardError {
    /// Whether the stream is a terminal.
    package static var isTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

    package static func write(_ text: String) {
        // An error has no effect, because nobody reads the stream.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
