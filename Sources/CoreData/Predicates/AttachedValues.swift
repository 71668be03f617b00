import Synchronization

/// Values that this module attaches to Foundation's objects, for as long as these exist.
final class AttachedValues<Owner: AnyObject, Value: Sendable>: Sendable {
    // Unchecked: the owner is only looked at to tell whether it is still there, and which it is.
    private struct Entry: @unchecked Sendable {
        weak var owner: Owner?
        var value: Value
    }

    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]
        var pruneCount = 256
    }

    private let table = Mutex(Table())

    /// The value of an object; nil for one without. Another object may have the address of one that is gone.
    subscript(owner: Owner) -> Value? {
        get {
            let identifier = ObjectIdentifier(owner)
            let isOwner = { (entry: Entry) in entry.owner.map { ObjectIdentifier($0) == identifier } ?? false }
            return table.withLock { table in
                table.entries[identifier].flatMap { isOwner($0) ? $0.value : nil }
            }
        }
        set {
            let identifier = ObjectIdentifier(owner)
            let entry = newValue.map { Entry(owner: owner, value: $0) }
            table.withLock { table in
                table.entries[identifier] = entry
                guard table.entries.count > table.pruneCount else { return }
                table.entries = table.entries.filter { $0.value.owner != nil }
                table.pruneCount = max(256, table.entries.count * 2)
            }
        }
    }
}
