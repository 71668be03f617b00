import Foundation
import JSONStore
import ObjectGraph
import TestSupport

/// Several contexts of one container that change, save, follow and fail at random, one step after the other.
///
/// What a step means is found out when it is taken, so that a session stays one when steps are left out.
struct MeetingSession: CustomStringConvertible {
    /// One thing that a context does.
    struct Step {
        var kind: Kind
        var context: Int
        /// What the kind chooses by.
        var choices: [Int]
    }

    enum Kind: Int, CaseIterable {
        case insert, setNumber, setName, link, linkAgain, unlink, move, delete, save, saveAgain, refresh, refreshAll
        case rollback, undo, redo, beginChild, endChild, dropChild, look, setPolicy, follow, process, reset
        case batchUpdate, batchDelete, batchInsert
    }

    /// Where a session's objects are.
    enum Place: String {
        /// The store of the tests.
        case tested = "the tested store"
        /// A JSON file.
        case file = "JSON"
        /// A store that fails at one of the calls that a step makes, before the step is taken again.
        case failing = "a failing store"
        /// The same with a store that has all optional capabilities.
        case failingDatabase = "a failing database"

        /// Whether the store fails now and then.
        var fails: Bool { self == .failing || self == .failingDatabase }

        /// Whether the objects are in memory, so that contexts see what others have saved at once.
        var isResident: Bool { self == .file || self == .tested && TestedStoreDescription.isResident }
    }

    var seed: UInt64
    var place: Place
    /// The policies that contexts begin with.
    var policies: [MergePolicy.MergeType]
    /// The entities that objects are made of: few, so that contexts meet.
    var entityNames: [String]
    var steps: [Step]
    /// Whether each step is printed as it is taken.
    let printsProgram = ProcessInfo.processInfo.environment["MODELGEN_RANDOM_SESSION_PROGRAM"] != nil

    init(seed: UInt64, stepCount: Int, place: Place) {
        var generator = SplitMix(seed: seed)
        self.seed = seed
        self.place = place
        let types = MergePolicy.MergeType.allCases
        let shared = Int.random(in: 0..<types.count, using: &generator)
        policies = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            Int.random(in: 0..<3, using: &generator) > 0
                ? types[shared] : types[Int.random(in: 0..<types.count, using: &generator)]
        }
        let groups = [
            ["Playlist", "Track"], ["Track", "Tag"], ["Tag", "Box"], ["Person"], ["Person", "Passport"],
            ["Person", "Crew"], ["Folder", "Track"], ["Playlist", "Person"], ["Playlist", "Label"],
            ["Playlist", "Track", "Tag", "Box"], ["Person", "Passport", "Crew", "Playlist"],
        ]
        entityNames = groups[Int.random(in: 0..<groups.count, using: &generator)]
        let weights: [Kind: Int] = [
            .insert: 6, .setNumber: 5, .setName: 5, .link: 22, .linkAgain: 10, .unlink: 6, .move: 4, .delete: 4,
            .save: 14, .saveAgain: 4, .refresh: 6, .refreshAll: 2, .look: 8, .undo: 3, .redo: 3, .beginChild: 2,
            .endChild: 2,
        ]
        let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: weights[$0] ?? 1) }
        let count = policies.count
        steps = (0..<stepCount).map { _ in
            Step(
                kind: kinds[Int.random(in: 0..<kinds.count, using: &generator)],
                context: Int.random(in: 0..<count, using: &generator),
                choices: (0..<4).map { _ in Int.random(in: 0..<1_000, using: &generator) })
        }
    }

    /// Takes all steps.
    ///
    /// - Returns: What went wrong first, with the program up to there; nil when nothing did.
    func run() -> Failure? {
        do {
            let folder = place == .file ? try TemporaryFolder() : nil
            return try withExtendedLifetime(folder) {
                let run = try MeetingRun(self, file: folder?.url.appending(path: "Meeting.json"))
                return run.takeSteps()
            }
        } catch {
            return Failure(problem: "the session cannot begin: \(error)", program: [])
        }
    }

    /// What went wrong, and how it came to that.
    struct Failure: CustomStringConvertible {
        var problem: String
        /// One line for each step that did something.
        var program: [String]

        var description: String { (program + ["// \(problem)"]).joined(separator: "\n") }
    }

    /// The smallest session found that fails, beginning with this one, which fails.
    func shrunk(_ failure: Failure) -> (session: MeetingSession, failure: Failure) {
        var (best, bestFailure) = (self, failure)
        var length = best.steps.count / 2
        while length > 0 {
            var start = 0
            while start < best.steps.count {
                var smaller = best
                smaller.steps.removeSubrange(start..<min(start + length, best.steps.count))
                if let failure = smaller.run() {
                    (best, bestFailure) = (smaller, failure)
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return (best, bestFailure)
    }

    var description: String {
        "seed \(seed), \(entityNames), \(place.rawValue), policies \(policies.map(\.rawValue)), \(steps.count) steps"
    }
}
