import Foundation

/// The stream for results.
package enum StandardOutput {
    /// Whether the stream is a terminal.
    package static var isTerminal: Bool { isatty(FileHandle.standardOutput.fileDescriptor) == 1 }

    /// The number of characters on a line of the terminal; nil for anything else, and if the terminal does not say.
    package static var columnCount: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard ioctl(FileHandle.standardOutput.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}

/// The stream for messages to people: diagnostics as text, progress, and summaries.
package enum StandardError {
    /// Whether the stream is a terminal.
    package static var isTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

    /// Whether to color messages: see https://no-color.org.
    package static var usesColor: Bool {
        switch TerminalSettings.current.color {
        case .always: return true
        case .never: return false
        case .auto:
            guard isTerminal else { return false }
            let environment = ProcessInfo.processInfo.environment
            return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }

    package static func write(_ text: String) {
        // An error has no effect, because nobody reads the stream.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes what is neither a result nor an error, unless people want only these: a note, a warning, a summary.
    package static func writeNote(_ text: String) {
        if !TerminalSettings.isQuiet { write(text) }
    }

    /// Writes what only people want to read who look for a reason.
    package static func writeDetail(_ text: String) {
        if TerminalSettings.isVerbose { write(text) }
    }
}
