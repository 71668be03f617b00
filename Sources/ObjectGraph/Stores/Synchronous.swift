/// When a save waits for the medium.
///
/// However it is set, a save survives the end of the process, killed or not.
public enum Synchronous: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every save waits: when it returns, it survives power loss.
    case full
    /// A save does not wait; folding the journal into the file does. Power loss takes the last saves, the latest first.
    case normal
    /// Nothing waits. Power loss can take the store: for what can be made again.
    case off
}
