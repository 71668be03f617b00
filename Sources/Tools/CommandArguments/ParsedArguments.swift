import Synchronization

/// What the parser finds in arguments that every program needs before it runs the command, wherever the command
/// declares it.
///
/// The arguments note themselves, since looking for them in the command afterwards takes longer than parsing them.
final class ParsedArguments: Sendable {
    private struct Contents {
        var options: CommonOptions?
        var hasOutput = false
    }

    private let contents = Mutex(Contents())

    /// What the parser finds at present; nil while nothing is parsed.
    @TaskLocal static var current: ParsedArguments?

    /// The common options; nil if the command has none.
    var options: CommonOptions? { contents.withLock { $0.options } }

    /// Whether the arguments contain an output.
    var hasOutput: Bool { contents.withLock { $0.hasOutput } }

    func note(_ options: CommonOptions) { contents.withLock { $0.options = options } }

    func noteOutput() { contents.withLock { $0.hasOutput = true } }
}
