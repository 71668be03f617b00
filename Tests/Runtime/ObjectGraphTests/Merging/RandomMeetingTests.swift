import Foundation
import Testing

/// Several contexts that change and save at random: whatever they do, what is stored never contradicts itself, can be
/// opened again, and holds what was saved.
struct RandomMeetingTests {
    private static var sessionCount: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["MODELGEN_RANDOM_SESSIONS"].flatMap(Int.init)
            ?? 500
    }

    private static var printsSeeds: Bool { ProcessInfo.processInfo.environment["MODELGEN_RANDOM_SESSION_SEEDS"] != nil }

    private static var printsProgress: Bool {
        ProcessInfo.processInfo.environment["MODELGEN_RANDOM_SESSION_PROGRESS"] != nil
    }

    private static var firstSeed: UInt64 {
        ProcessInfo.processInfo.environment["MODELGEN_SEED"].flatMap(UInt64.init) ?? 1
    }

    @Test("Random sessions of several contexts keep the graph sound", arguments: [MeetingSession.Place.tested, .file])
    func sessions(place: MeetingSession.Place) {
        run(place == .file ? Self.sessionCount / 5 : Self.sessionCount, in: place)
    }

    @Test(
        "In random sessions, a call that fails because of the store changes nothing, and succeeds when it is repeated",
        .enabled(
            if: TestedStoreDescription.isResident, "its sessions have a store of their own; unset MODELGEN_TEST_STORE"),
        arguments: [MeetingSession.Place.failing, .failingDatabase])
    func failingSessions(place: MeetingSession.Place) {
        run(Self.sessionCount / (place == .failing ? 2 : 8), in: place)
    }

    @Test(
        "Sessions that have found a mistake before find none",
        .enabled(
            if: TestedStoreDescription.isResident, "its sessions have stores of their own; unset MODELGEN_TEST_STORE"),
        arguments: zip(
            [28_915, 50_228, 611_870, 1_110_132] as [UInt64], [MeetingSession.Place.file, .failing, .failing, .failing])
    )
    func knownSessions(seed: UInt64, place: MeetingSession.Place) {
        run(1, in: place, from: seed)
    }

    private func run(_ count: Int, in place: MeetingSession.Place, from firstSeed: UInt64 = Self.firstSeed) {
        for seed in firstSeed..<firstSeed + UInt64(count) {
            let session = MeetingSession(seed: seed, stepCount: 100, place: place)
            // So that a session that ends the process can be taken again, alone.
            if Self.printsSeeds { print("meeting \(seed) \(place.rawValue)") }
            let number = seed - firstSeed
            if Self.printsProgress, number % 100 == 0 {
                print("\(place.rawValue): session \(number) of \(count)")
            }
            guard let failure = session.run() else { continue }
            let (smallest, found) = session.shrunk(failure)
            Issue.record("\(smallest)\n\(found)")
            return
        }
    }
}
