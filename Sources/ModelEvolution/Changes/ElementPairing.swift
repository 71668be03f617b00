/// Finds for the elements of one list those of another, by one key after the other. Each is paired once. O(*n*).
struct ElementPairing {
    /// For each element of the newer list, its place in the older one; nil as long as there is none.
    private(set) var places: [Int?]
    private var isTaken: [Bool]

    init(oldCount: Int, newCount: Int) {
        places = Array(repeating: nil, count: newCount)
        isTaken = Array(repeating: false, count: oldCount)
    }

    /// Pairs what is left by keys, one for each element. Elements with equal keys are paired in their order.
    mutating func pair(_ oldKeys: [[String]], _ newKeys: [[String]]) {
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
}
