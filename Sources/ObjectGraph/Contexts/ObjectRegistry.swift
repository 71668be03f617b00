/// The instances of a context by their references. It does not keep them alive: an object takes itself out as it goes.
///
/// Open addressing with linear probing; all operations are O(1).
struct ObjectRegistry {
    private var keys: [UInt64] = Array(repeating: 0, count: 16)
    private var objects: [Unmanaged<ManagedObject>?] = Array(repeating: nil, count: 16)
    private(set) var count = 0

    subscript(reference: ObjectReference) -> ManagedObject? {
        let slot = slot(of: reference.rawValue)
        return objects[slot]?.takeUnretainedValue()
    }

    mutating func insert(_ object: ManagedObject) {
        if (count + 1) * 4 > keys.count * 3 { grow() }
        let slot = slot(of: object.reference.rawValue)
        if objects[slot] == nil { count += 1 }
        keys[slot] = object.reference.rawValue
        objects[slot] = Unmanaged.passUnretained(object)
    }

    /// Removes an object, unless another one has its reference by now.
    mutating func remove(_ object: ManagedObject) {
        var hole = slot(of: object.reference.rawValue)
        guard let present = objects[hole], present.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else {
            return
        }
        count -= 1
        let mask = keys.count - 1
        var next = (hole + 1) & mask
        // Those that were pushed on by the one that goes move up, so that probing finds them.
        while objects[next] != nil {
            let home = Self.hash(keys[next]) & mask
            if (next &- home) & mask >= (next &- hole) & mask {
                keys[hole] = keys[next]
                objects[hole] = objects[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        keys[hole] = 0
        objects[hole] = nil
    }

    /// Makes room for a number of objects.
    mutating func reserveCapacity(_ wanted: Int) {
        while wanted * 4 > keys.count * 3 { grow() }
    }

    /// All objects, in no order.
    var all: [ManagedObject] {
        objects.compactMap { $0?.takeUnretainedValue() }
    }

    private func slot(of key: UInt64) -> Int {
        let mask = keys.count - 1
        var slot = Self.hash(key) & mask
        while objects[slot] != nil, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }

    private static func hash(_ key: UInt64) -> Int {
        let mixed = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed ^ (mixed >> 32))
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldObjects = objects
        keys = Array(repeating: 0, count: oldKeys.count * 2)
        objects = Array(repeating: nil, count: oldKeys.count * 2)
        for (key, object) in zip(oldKeys, oldObjects) where object != nil {
            let slot = slot(of: key)
            keys[slot] = key
            objects[slot] = object
        }
    }
}
