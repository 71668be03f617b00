public import Synchronization

/// The literals by which generated code names the properties of an entity: the last for each property.
///
/// Accessors say the name of a property and its place. The name decides, but it needs to be compared only once: a literal
/// that was found right is known by its address from then on. No two literals begin at one address.
///
/// Not a class of its own, whose references would be counted at each read: the entity owns the memory.
@usableFromInline
package struct KnownKeys: Sendable {
    @usableFromInline
    let count: Int
    // Nobody else has the memory, and it is changed by atomic operations alone.
    @usableFromInline
    nonisolated(unsafe) let addresses: UnsafeMutablePointer<Atomic<UInt>>

    /// - Parameter count: The number of properties.
    init(count: Int) {
        self.count = count
        addresses = .allocate(capacity: count)
        for index in 0..<count { (addresses + index).initialize(to: Atomic(0)) }
    }

    /// Gives the memory back. No literal can be asked for any more.
    func deallocate() {
        addresses.deinitialize(count: count)
        addresses.deallocate()
    }

    /// Whether a literal is the name of the property at a place. O(1) but for the first time.
    ///
    /// - Parameter names: The names of the properties; asked for the first time only, since what is held over an atomic
    ///   operation is counted.
    @inline(__always)
    @inlinable
    package func contains(_ key: StaticString, at index: Int, in names: @autoclosure () -> [String]) -> Bool {
        guard index >= 0, index < count, key.hasPointerRepresentation else { return false }
        let address = UInt(bitPattern: key.utf8Start)
        return addresses[index].load(ordering: .relaxed) == address || compare(key, address, index, names())
    }

    @inline(never)
    @usableFromInline
    func compare(_ key: StaticString, _ address: UInt, _ index: Int, _ names: [String]) -> Bool {
        guard names[index] == key.description else { return false }
        addresses[index].store(address, ordering: .relaxed)
        return true
    }
}
