import Synchronization

/// The parsed arguments that every program needs before it runs the command, wherever the command declares them.
///
/// Arguments add themselves when they are parsed, because finding them in the command afterward takes longer than
/// parsing them.
final class ParsedArguments: Sendable {
    private struct Contents {
        var options: CommonOptions?
        var hasOutput = false
    }

    private let contents = Mutex(Contents())

    /// The arguments that are being parsed; nil if none are.
    @TaskLocal static var current: ParsedArguments?

    /// The common options; nil if the command has none.
    var options: CommonOptions? { contents.withLock { $0.options } }

    /// Whether the arguments contain an output.
    var hasOutput: Bool { contents.withLock { $0.hasOutput } }

    func note(_ options: CommonOptions) { contents.withLock { $0.options = options } }

    func noteOutput() { contents.withLock { $0.hasOutput = true } }
}
