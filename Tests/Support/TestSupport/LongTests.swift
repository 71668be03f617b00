import Foundation

/// Whether tests try everything, as in `make long-test`, rather than the part of it that `make test` has time for.
public let runsLongTests = ProcessInfo.processInfo.environment["MODELGEN_LONG_TESTS"] != nil

extension Collection {
    /// All elements in `make long-test`, and otherwise every n-th one:
    /// for tests that run a program once or more for each.
    ///
    /// - Parameter number: The number of the first one, which can be greater than the step. Tests that go through two
    ///   lists begin elsewhere in one for each element of the other, so that together they take each element of both.
    public func sampled(every step: Int, from number: Int = 0) -> [Element] {
        if runsLongTests { return Array(self) }
        return enumerated().filter { $0.offset % step == number % step }.map(\.element)
    }
}
