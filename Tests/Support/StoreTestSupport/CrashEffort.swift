import Foundation

/// How much of what can go wrong the tests go through: some of it each time, all of it for `make crash`.
public enum CrashEffort {
    /// Whether all of it is gone through.
    public static let isFull = ProcessInfo.processInfo.environment["MODELGEN_CRASH"] == "full"

    /// The number of rounds of a test.
    public static func rounds(usual: Int, full: Int) -> Int { isFull ? full : usual }
}
