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
    public var synchronous: Synchronous
    public var compaction: Compaction
    /// Whether a store with a damaged journal is opened up to the damage, for reading only, instead of being refused.
    public var readsUpToDamage: Bool
    /// How many bytes the file, and the journal, may have at most when they are read.
    public var maximumSizeBytes: Int

    public init(
        isReadOnly: Bool = false, synchronous: Synchronous = .full, compaction: Compaction = .automatic,
        readsUpToDamage: Bool = false, maximumSizeBytes: Int = 1 << 36
    ) {
        self.isReadOnly = isReadOnly
        self.synchronous = synchronous
        self.compaction = compaction
        self.readsUpToDamage = readsUpToDamage
        self.maximumSizeBytes = maximumSizeBytes
    }
}
