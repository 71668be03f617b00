public import ColumnEngine
public import Logging

/// The options of a ``JSONStore``, including the durability of its saves.
///
/// ```swift
/// let options = JSONStoreOptions(compaction: .manual, maximumSizeBytes: 1 << 30)
/// let store = try JSONStore(at: url, model: .app, options: options)
/// try store.compact()
/// ```
public struct JSONStoreOptions: Sendable, Hashable {
    /// The time when the store merges the journal into the file.
    public enum Compaction: String, Sendable, Hashable, CaseIterable {
        /// In the background, when the journal reaches half of the file and a megabyte, and when the store closes,
        /// unless the file is large and the journal is small.
        case automatic
        /// When you call ``JSONStore/compact()``, and when a save changes most of the store.
        case manual
    }

    /// Whether to open the store read-only: without the lock, even while another process writes to it, and on read-only
    /// file systems. Saves throw errors.
    public var isReadOnly: Bool
    /// The durability of a save.
    public var durability: Durability
    /// The time when the store merges the journal into the file.
    public var compaction: Compaction
    /// Whether to open a store with a damaged journal up to the damage, read-only, instead of throwing an error.
    public var toleratesDamagedJournal: Bool
    /// The logger for the store's file operations; nil for no logging. The store never logs attribute values.
    public var logger: Logger?
    /// The maximum size in bytes of the file and the journal that the store reads.
    public var maximumSizeBytes: Int
    /// How threads share the work on a large file.
    package var sharing = WorkSharing()

    /// Creates options. By default, the store is writable, saves survive power loss, and files can have up to 64 GiB.
    public init(
        isReadOnly: Bool = false, durability: Durability = .full, compaction: Compaction = .automatic,
        toleratesDamagedJournal: Bool = false, maximumSizeBytes: Int = 1 << 36, logger: Logger? = nil
    ) {
        self.isReadOnly = isReadOnly
        self.durability = durability
        self.compaction = compaction
        self.toleratesDamagedJournal = toleratesDamagedJournal
        self.maximumSizeBytes = maximumSizeBytes
        self.logger = logger
    }

    /// Loggers are compared by their labels.
    public static func == (left: JSONStoreOptions, right: JSONStoreOptions) -> Bool {
        left.isReadOnly == right.isReadOnly && left.durability == right.durability
            && left.compaction == right.compaction && left.toleratesDamagedJournal == right.toleratesDamagedJournal
            && left.maximumSizeBytes == right.maximumSizeBytes && left.sharing == right.sharing
            && left.logger?.label == right.logger?.label
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isReadOnly)
        hasher.combine(durability)
        hasher.combine(compaction)
        hasher.combine(toleratesDamagedJournal)
        hasher.combine(maximumSizeBytes)
        hasher.combine(sharing)
        hasher.combine(logger?.label)
    }
}
