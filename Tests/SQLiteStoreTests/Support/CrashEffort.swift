import Foundation

/// How much of what can go wrong the tests go through: some of it each time, all of it for `make crash`.
enum CrashEffort {
    static let isFull = ProcessInfo.processInfo.environment["MODELGEN_CRASH"] == "full"

    static func rounds(usual: Int, full: Int) -> Int { isFull ? full : usual }
}
