import Foundation

/// The stream for what is said to people: diagnostics as text, progress and summaries.
package enum StandardError {
    /// Whether people are there to read it.
    package static var isTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

    package static func write(_ text: String) {
        // Where nobody listens, there is nobody to tell either.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
