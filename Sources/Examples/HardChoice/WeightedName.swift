import ArgumentParser

/// A choice as it is typed: `Noodles`, or `Noodles:3`.
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
