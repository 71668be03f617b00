/// The durability of a save.
///
/// With any setting, a save survives the end of the process, even if it is killed.
///
/// ```swift
/// let options = SQLiteStoreOptions(durability: .off)  // A cache can be filled again.
/// let container = try PersistentContainer(model: .app, store: .sqlite(at: url, options: options))
/// ```
public enum Durability: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every save waits for the disk: when it returns, it survives power loss.
    case full
    /// A save does not wait for the disk, but merging the journal into the file does. Power loss can lose the last
    /// saves, starting with the latest.
    case normal
    /// Nothing waits for the disk. Power loss can lose the store, so use this for data that you can recreate.
    case off
}
