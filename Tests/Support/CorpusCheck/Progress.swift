import Foundation

/// A line that tells how far the work has come, on terminals only.
struct Progress: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Replaces the line.
    func show(_ text: String) {
        guard isTerminal else { return }
        FileHandle.standardError.write(Data("\r\(text)".utf8))
    }

    /// Takes the line away.
    func clear() {
        guard isTerminal else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
