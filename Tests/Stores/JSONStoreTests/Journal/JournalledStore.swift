import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// A store as a crash leaves it: a file and a journal with some saves.
struct JournalledStore {
    /// How many heroes there are after each save, that of the file first.
    static let heroCounts = [2, 3, 3, 2, 2]

    let file: StoreFile
    let bytes: [UInt8]
    let journalBytes: [UInt8]

    init() throws {
        let writing = try StoreFile()
        let context = try writing.open()
        let heroes = ["Batman", "Superman"].map { name in
            let hero = Superhero(context: context)
            hero.name = name
            return hero
        }
        let team = Team(context: context)
        team.addToHeroes(heroes[0])
        try context.save()
        let cyborg = Superhero(context: context)
        cyborg.name = "Cyborg"
        cyborg.addToTeams(team)
        try context.save()
        heroes[0].name = "Bruce \u{2028}\nWayne"
        heroes[0].universe = 7
        team.name = "League"
        try context.save()
        context.delete(heroes[1])
        try context.save()
        heroes[0].name = nil
        team.removeFromHeroes(heroes[0])
        try context.save()
        bytes = try writing.bytes
        journalBytes = try writing.journalBytes
        file = try StoreFile()
        try restore()
    }

    /// Puts both files back as the crash has left them.
    func restore() throws {
        try file.write(bytes)
        try writeJournal(journalBytes)
    }

    func writeJournal(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: file.journalURL)
    }

    /// How many teams a reader of the store finds.
    func teamCount() throws -> Int {
        try file.session(JSONStoreOptions(isReadOnly: true)) { try $0.all(Team.self).count }
    }

    /// The names of the heroes, in order, as a reader of the store finds them.
    func names() throws -> [String?] {
        try file.session(JSONStoreOptions(isReadOnly: true)) { context in
            try context.expectSound()
            return try context.all(Superhero.self).map(\.name)
        }
    }
}
