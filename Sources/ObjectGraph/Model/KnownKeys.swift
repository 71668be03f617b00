import Synchronization

/// The literals by which generated code names the properties of an entity: the last for each property.
///
/// Accessors say the name of a property and its place. The name decides, but it needs to be compared only once: a literal
/// that was found right is known by its address from then on. No two literals begin at one address.
final class KnownKeys: Sendable {
    private let names: [String]
    // Nobody else has the memory, and it is changed by atomic operations alone.
    private nonisolated(unsafe) let addresses: UnsafeMutablePointer<Atomic<UInt>>

    init(_ names: [String]) {
        self.names = names
        addresses = .allocate(capacity: names.count)
        for index in names.indices { (addresses + index).initialize(to: Atomic(0)) }
    }

    deinit {
        addresses.deinitialize(count: names.count)
        addresses.deallocate()
    }

    /// Whether a literal is the name of the property at a place. O(1) but for the first time.
    @inline(__always)
    func contains(_ key: StaticString, at index: Int) -> Bool {
        guard index >= 0, index < names.count, key.hasPointerRepresentation else { return false }
        let address = UInt(bitPattern: key.utf8Start)
        return addresses[index].load(ordering: .relaxed) == address || compare(key, address, index)
    }

    @inline(never)
    private func compare(_ key: StaticString, _ address: UInt, _ index: Int) -> Bool {
        guard names[index] == key.description else { return false }
        addresses[index].store(address, ordering: .relaxed)
        return true
    }
}
