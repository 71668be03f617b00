public import Synchronization

/// The literals by which generated code names the properties of an entity: the last for each property.
///
/// Accessors pass the name and the index of a property. The name determines the property, but it is compared only once:
/// after that, the address of the literal identifies it. No two literals have the same address.
///
/// This is not a class, because each read would count references. The entity owns the memory.
@usableFromInline
package struct KnownKeys: Sendable {
    @usableFromInline
    let count: Int
    // Nobody else uses the memory, and only atomic operations change it.
    @usableFromInline
    nonisolated(unsafe) let addresses: UnsafeMutablePointer<Atomic<UInt>>

    /// - Parameter count: The number of properties.
    init(count: Int) {
        self.count = count
        addresses = .allocate(capacity: count)
        for index in 0..<count { (addresses + index).initialize(to: Atomic(0)) }
    }

    /// Deallocates the memory. No literal can be looked up afterward.
    func deallocate() {
        addresses.deinitialize(count: count)
        addresses.deallocate()
    }

    /// Returns whether a literal is the name of the property at an index, and was looked up last. O(1).
    ///
    /// Apart from ``contains(_:at:in:)``, so that what is rarely needed takes no registers where this is inlined.
    @inline(__always)
    @inlinable
    package func knows(_ key: StaticString, at index: Int) -> Bool {
        guard UInt(bitPattern: index) < UInt(bitPattern: count), key.hasPointerRepresentation else { return false }
        return addresses[index].load(ordering: .relaxed) == UInt(bitPattern: key.utf8Start)
    }

    /// Returns whether a literal is the name of the property at an index. O(1) after the first time.
    ///
    /// - Parameter names: The names of the properties, which are needed only the first time: a value that lives across
    ///   an atomic operation is reference-counted.
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
