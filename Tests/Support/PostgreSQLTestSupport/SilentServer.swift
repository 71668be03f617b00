/// Lets programs connect, and never says anything, like a server that is paused.
public final class SilentServer: Sendable {
    /// Nobody takes its connections, so they wait as in front of a server that is busy.
    private let listener: LocalListener

    /// A server in a temporary folder of its own, which goes away with it.
    public init() throws { listener = try LocalListener("silent") }

    /// How the server is reached.
    public var connection: String { "host=\(folder) user=tests dbname=postgres" }

    /// Where programs look for it.
    public var folder: String { listener.folder }
}
