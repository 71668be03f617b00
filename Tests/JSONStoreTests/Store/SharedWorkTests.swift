import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Files that several threads work on are to the byte, and to the object, what one thread makes of them.
struct SharedWorkTests {
    static let threadCounts = [1, 2, 3, 5]

    /// With several threads for files of any size.
    static func options(_ threadCount: Int) -> JSONStoreOptions {
        var options = JSONStoreOptions(synchronous: .off, compaction: .manual)
        options.sharing = WorkSharing(threadCount: threadCount, leastSizeBytes: 0)
        return options
    }

    /// A store of some chunks of heroes, some of whose values are missing, and of teams that some of them are in.
    static func fill(_ file: StoreFile, threadCount: Int, heroCount: Int = 5000) throws {
        try file.session(options(threadCount)) { context in
            let teams = (0..<20).map { number in
                let team = Team(context: context)
                team.name = "Team \(number)"
                return team
            }
            for number in 0..<heroCount {
                let hero = Superhero(context: context)
                if number % 7 != 0 { hero.name = "Hero \"\(number)\" \(String(repeating: "ä🕷", count: number % 11))" }
                if number % 3 != 0 { hero.abilities = "\(number)" }
                hero.universe = Int32(number % 5)
                if number % 4 == 0 { teams[number % 20].addToHeroes(hero) }
            }
            try context.save()
        }
    }

    @Test(arguments: threadCounts.dropFirst())
    func theSameBytesAreWritten(_ threadCount: Int) throws {
        let alone = try StoreFile()
        try Self.fill(alone, threadCount: 1)
        let shared = try StoreFile()
        try Self.fill(shared, threadCount: threadCount)
        #expect(try shared.bytes == alone.bytes)
    }

    @Test(arguments: threadCounts)
    func aJournalKnowsTheFileThatWasWritten(_ threadCount: Int) throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: threadCount)
        try file.session(Self.options(threadCount)) { context in
            Team(context: context).name = "The last"
            try context.save()
        }
        #expect(try !file.journalBytes.isEmpty)
        let names = try file.session { try $0.all(Team.self).map(\.name) }
        #expect(names.count == 21 && names.last == "The last")
    }
}
