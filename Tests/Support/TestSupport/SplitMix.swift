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

    /// A generator with a seed of the test's own, the same in every run, so that a change cannot fail for reasons that
    /// are not its own. Long tests have a fresh seed, which they print, and `MODELGEN_SEED` repeats one.
    public static func seeded(for test: String = #function) -> SplitMix {
        let repeated = ProcessInfo.processInfo.environment["MODELGEN_SEED"].flatMap(UInt64.init)
        guard repeated != nil || runsLongTests else {
            return SplitMix(seed: test.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        }
        let generator = SplitMix(seed: repeated ?? .random(in: .min ... .max))
        print("\(test) uses seed \(generator.seed)")
        return generator
    }

    /// Seeds of the test's own, as ``seeded(for:)`` has one.
    public static func seeds(_ count: Int, for test: String = #function) -> [UInt64] {
        var generator = seeded(for: test)
        return (0..<count).map { _ in generator.next() }
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
