/// An element that may say which one of an earlier version it continues.
package protocol Renamable {
    var name: String { get }
    var renamingIdentifier: String? { get }
}

extension Renamable {
    /// The identifier that migration pairs the element by: the name if there is no other.
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

/// Finds for the elements of one list those of another, by one key after the other. Each is paired once. O(*n*).
package struct ElementPairing {
    /// For each element of the newer list, its place in the older one; nil as long as there is none.
    package private(set) var places: [Int?]
    private var isTaken: [Bool]

    /// Nothing is paired yet.
    package init(oldCount: Int, newCount: Int) {
        places = Array(repeating: nil, count: newCount)
        isTaken = Array(repeating: false, count: oldCount)
    }

    /// Pairs what is left by keys, one for each element. Elements with equal keys are paired in their order.
    package mutating func pair(_ oldKeys: [[String]], _ newKeys: [[String]]) {
        guard places.contains(nil), isTaken.contains(false) else { return }
        var free: [[String]: [Int]] = [:]
        // From the back, so that the first one is the next to be taken.
        for index in oldKeys.indices.reversed() where !isTaken[index] {
            free[oldKeys[index], default: []].append(index)
        }
        for index in newKeys.indices where places[index] == nil {
            guard let place = free[newKeys[index]]?.popLast() else { continue }
            places[index] = place
            isTaken[place] = true
        }
    }

    /// For each element of the newer list, the place of the one that it continues; nil for one that is new.
    ///
    /// Equal names with equal renaming identifiers come first, then renaming identifiers, then an identifier that is
    /// the name before, then names alone. Elements with equal names are paired in their order.
    package static func places(of new: [some Renamable], in old: [some Renamable]) -> [Int?] {
        var pairing = ElementPairing(oldCount: old.count, newCount: new.count)
        pairing.pair(old.map { [$0.name, $0.continuedName] }, new.map { [$0.name, $0.continuedName] })
        pairing.pair(old.map { [$0.continuedName] }, new.map { [$0.continuedName] })
        pairing.pair(old.map { [$0.name] }, new.map { [$0.continuedName] })
        pairing.pair(old.map { [$0.name] }, new.map { [$0.name] })
        return pairing.places
    }
}
