import Foundation

/// Whether tests try everything, as in `make long-test`, rather than the part of it that `make test` has time for.
public let runsLongTests = ProcessInfo.processInfo.environment["MODELGEN_LONG_TESTS"] != nil
