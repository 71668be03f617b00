public import Logging
public import ObjectGraph

/// How a ``JSONStore`` is opened, and what its saves promise.
public struct JSONStoreOptions: Sendable, Hashable {
    /// When the journal is folded into the file.
    public enum Compaction: String, Sendable, Hashable, CaseIterable {
        /// In the background when the journal has grown to half of the file and to a megabyte, and when the store is
        /// closed, unless the file is large and the journal is small.
        case automatic
        /// When ``JSONStore/compact()`` is called, and when a save changes most of the store.
        case manual
    }

    /// Whether the store is opened for reading only: without the lock, also while another process writes to it, and where
    /// nothing can be written. Saves throw.
    public var isReadOnly: Bool
    /// How long a save waits for the medium.
    public var synchronous: Synchronous
    /// When the journal is folded into the file.
    public var compaction: Compaction
    /// Whether a store with a damaged journal is opened up to the damage, for reading only, instead of being refused.
    public var readsUpToDamage: Bool
    /// Is told what the store does with its files; nil for nothing to be told. Values of attributes never are.
    public var logger: Logger?
    /// How many bytes the file, and the journal, may have at most when they are read.
    public var maximumSizeBytes: Int
    /// How the work on a large file is shared out among threads.
    package var sharing = WorkSharing()

    /// By default for reading and writing, with saves that last through power loss. Files of 64 GiB at most are read.
    public init(
        isReadOnly: Bool = false, synchronous: Synchronous = .full, compaction: Compaction = .automatic,
        readsUpToDamage: Bool = false, maximumSizeBytes: Int = 1 << 36, logger: Logger? = nil
    ) {
        self.isReadOnly = isReadOnly
        self.synchronous = synchronous
        self.compaction = compaction
        self.readsUpToDamage = readsUpToDamage
        self.maximumSizeBytes = maximumSizeBytes
        self.logger = logger
    }
}

extension JSONStoreOptions {
    /// Loggers are told apart by their labels.
    public static func == (left: JSONStoreOptions, right: JSONStoreOptions) -> Bool {
        left.isReadOnly == right.isReadOnly && left.synchronous == right.synchronous
            && left.compaction == right.compaction && left.readsUpToDamage == right.readsUpToDamage
            && left.maximumSizeBytes == right.maximumSizeBytes && left.sharing == right.sharing
            && left.logger?.label == right.logger?.label
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isReadOnly)
        hasher.combine(synchronous)
        hasher.combine(compaction)
        hasher.combine(readsUpToDamage)
        hasher.combine(maximumSizeBytes)
        hasher.combine(sharing)
        hasher.combine(logger?.label)
    }
}
