extension Collection {
    /// An element picked at random, each as often as its weight says; nil when no weight is above zero.
    ///
    /// Weights below zero count as zero. O(*n*).
    func randomElement(
        weight: (Element) -> Int, using generator: inout any RandomNumberGenerator
    ) -> Element? {
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
