import Foundation

/// A small random generator that gives the same numbers for the same seed, so that a failure can be repeated.
public struct SplitMix: RandomNumberGenerator {
    /// What the sequence depends on.
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        // Otherwise, consecutive seeds would give the same numbers, shifted by a few.
        state = Self.mixed(seed)
    }

    /// A generator with a seed of its own in every run, which it prints. `MODELGEN_TEST_SEED` repeats a run.
    public static func freshlySeeded(for test: String = #function) -> SplitMix {
        let repeated = ProcessInfo.processInfo.environment["MODELGEN_TEST_SEED"].flatMap(UInt64.init)
        let generator = SplitMix(seed: repeated ?? .random(in: .min ... .max))
        print("\(test) uses seed \(generator.seed)")
        return generator
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
