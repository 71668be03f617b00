import ArgumentParser

extension Collection {
    /// A random element, with a probability proportional to its weight; nil if no weight is above zero.
    ///
    /// Weights below zero count as zero. O(*n*).
    func randomElement(weight: (Element) -> Int, using generator: inout any RandomNumberGenerator) -> Element? {
        let weights = map { Swift.max(0, weight($0)) }
        let total = weights.reduce(0, +)
        guard total > 0 else { return nil }
        var place = Int.random(in: 0..<total, using: &generator)
        for (element, weight) in zip(self, weights) {
            if place < weight { return element }
            place -= weight
        }
        return nil
    }
}

/// A choice as an argument, such as `Noodles` or `Noodles:3`.
struct WeightedName: ExpressibleByArgument {
    var name: String
    var weight: Int32

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let weight = parts.count == 2 ? Int32(parts[1]) : 1, weight >= 0 else { return nil }
        name = String(parts[0])
        self.weight = weight
    }
}

/// A generator that returns the same numbers for the same seed on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var number = state
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}
