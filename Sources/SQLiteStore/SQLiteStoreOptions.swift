public import Logging
public import ObjectGraph

/// How a ``SQLiteStore`` is opened, and what its saves promise.
public struct SQLiteStoreOptions: Sendable {
    /// Whether the store is opened for reading only: no byte of it is changed, and no file made beside it. Saves throw.
    public var isReadOnly: Bool
    /// Whether a save waits for the medium.
    public var synchronous: Synchronous
    /// How long a save waits for another process that writes, in milliseconds.
    public var waitMilliseconds: Int
    /// Whether a store that is mirrored to CloudKit may be written to, although its mirror then does not learn of it.
    public var writesMirroredStores: Bool
    /// Is told what the store does with its file; nil for nothing to be told. Values of attributes never are.
    public var logger: Logger?
    /// The name under which SQLite knows the file system that a store open for writing uses; nil for its usual one. Tests let
    /// one fail.
    package var fileSystemName: String?

    /// By default for reading and writing, with saves that last through power loss and wait for five seconds.
    public init(
        isReadOnly: Bool = false, synchronous: Synchronous = .full, waitMilliseconds: Int = 5_000,
        writesMirroredStores: Bool = false, logger: Logger? = nil
    ) {
        self.isReadOnly = isReadOnly
        self.synchronous = synchronous
        self.waitMilliseconds = waitMilliseconds
        self.writesMirroredStores = writesMirroredStores
        self.logger = logger
    }
}
