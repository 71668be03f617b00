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
