/// An element that can name its predecessor in an earlier version.
package protocol Renamable {
    var name: String { get }
    var renamingIdentifier: String? { get }
}

extension Renamable {
    /// The identifier by which migration pairs the element: the renaming identifier, or else the name.
    ///
    /// Source: Apple's documentation of `renamingIdentifier`.
    package var continuedName: String {
        guard let renamingIdentifier, !renamingIdentifier.isEmpty else { return name }
        return renamingIdentifier
    }
}

extension Entity: Renamable {}
extension Attribute: Renamable {}
extension Relationship: Renamable {}

/// Pairs the elements of two lists by one key after the other. Each element is in at most one pair. O(*n*).
package struct ElementPairing {
    /// For each element of the newer list, the index of its pair in the older list; nil if it has none yet.
    package private(set) var oldIndexes: [Int?]
    private var isTaken: [Bool]

    /// Creates a pairing without pairs.
    package init(oldCount: Int, newCount: Int) {
        oldIndexes = Array(repeating: nil, count: newCount)
        isTaken = Array(repeating: false, count: oldCount)
    }

    /// Pairs the remaining elements by keys, in their order if keys are equal.
    package mutating func pair(_ oldKeys: [[String]], _ newKeys: [[String]]) {
        guard oldIndexes.contains(nil), isTaken.contains(false) else { return }
        var free: [[String]: [Int]] = [:]
        // From the back, so that `popLast` returns the first one.
        for index in oldKeys.indices.reversed() where !isTaken[index] {
            free[oldKeys[index], default: []].append(index)
        }
        for index in newKeys.indices where oldIndexes[index] == nil {
            guard let place = free[newKeys[index]]?.popLast() else { continue }
            oldIndexes[index] = place
            isTaken[place] = true
        }
    }

    /// For each element of the newer list, the index of its predecessor; nil for a new element.
    ///
    /// Elements are paired by equal names with equal renaming identifiers, then by renaming identifiers, then by an
    /// identifier that equals the earlier name, then by names. Elements with equal names are paired in their order.
    package static func oldIndexes(of new: [some Renamable], in old: [some Renamable]) -> [Int?] {
        var pairing = ElementPairing(oldCount: old.count, newCount: new.count)
        pairing.pair(old.map { [$0.name, $0.continuedName] }, new.map { [$0.name, $0.continuedName] })
        pairing.pair(old.map { [$0.continuedName] }, new.map { [$0.continuedName] })
        pairing.pair(old.map { [$0.name] }, new.map { [$0.continuedName] })
        pairing.pair(old.map { [$0.name] }, new.map { [$0.name] })
        return pairing.oldIndexes
    }
}
