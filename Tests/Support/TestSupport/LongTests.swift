import Foundation

/// Whether tests try everything, as in `make long-test`, rather than the part of it that `make test` has time for.
public let runsLongTests = ProcessInfo.processInfo.environment["MODELGEN_LONG_TESTS"] != nil

extension Collection {
    /// All elements in `make long-test`, and otherwise every n-th one, from the first on: for tests that run a program once or
    /// more for each.
    public func sampled(every step: Int) -> [Element] {
        runsLongTests ? Array(self) : enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }
}
