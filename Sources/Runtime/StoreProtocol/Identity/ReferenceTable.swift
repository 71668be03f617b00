/// Values by references, found by open addressing with linear probing. Consecutive references are adjacent.
///
/// All operations are O(1), whatever the references, because places depend on a random number of this process.
@usableFromInline
package struct ReferenceTable<Value> {
    /// Each reference plus one; 0 for a free place.
    @usableFromInline
    var keys: [UInt64] = Array(repeating: 0, count: 8)
    @usableFromInline
    var values: [Value?] = Array(repeating: nil, count: 8)
    @usableFromInline
    package private(set) var count = 0
    @usableFromInline
    let seed = referenceTableSeed

    /// The number of bits of consecutive references that are adjacent.
    @inlinable
    static var runBits: UInt64 { 3 }

    /// Creates an empty table.
    @inlinable
    package init() {}

    @inlinable
    package subscript(reference: ObjectReference) -> Value? { values[place(of: reference.rawValue)] }

    /// Adds a value if the reference has none, and returns whether it had none.
    @discardableResult
    @inlinable
    package mutating func insert(_ value: Value, for reference: ObjectReference) -> Bool {
        if (count + 1) * 4 > keys.count * 3 { grow(to: keys.count * 2) }
        let place = place(of: reference.rawValue)
        guard keys[place] == 0 else { return false }
        keys[place] = reference.rawValue &+ 1
        values[place] = value
        count += 1
        return true
    }

    /// Reserves space for a number of references.
    @inlinable
    package mutating func reserveCapacity(_ wanted: Int) {
        var capacity = keys.count
        while (wanted + 1) * 4 > capacity * 3 { capacity *= 2 }
        if capacity > keys.count { grow(to: capacity) }
    }

    /// Returns the place of a reference, or the one for it.
    @inlinable
    func place(of rawValue: UInt64) -> Int {
        let mask = keys.count - 1
        var place = home(of: rawValue) & mask
        while keys[place] != 0, keys[place] != rawValue &+ 1 { place = (place + 1) & mask }
        return place
    }

    @inlinable
    func home(of rawValue: UInt64) -> Int {
        let product = (rawValue >> Self.runBits ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        let run = product.high ^ product.low
        return Int(truncatingIfNeeded: run << Self.runBits | rawValue & (1 << Self.runBits - 1))
    }

    @inlinable
    mutating func grow(to capacity: Int) {
        let (oldKeys, oldValues) = (keys, values)
        keys = Array(repeating: 0, count: capacity)
        values = Array(repeating: nil, count: capacity)
        for (index, key) in oldKeys.enumerated() where key != 0 {
            let place = place(of: key &- 1)
            keys[place] = key
            values[place] = oldValues[index]
        }
    }
}

/// A number that no author of a store can know.
@usableFromInline
let referenceTableSeed = UInt64.random(in: .min ... .max)
