import Foundation
import ObjectGraph

/// An interactive session on the database, with screens that follow it.
@MainActor
final class Session {
    private let database: DatabaseController
    private let party = PartyScreen()
    private let teams = TeamListScreen()
    private let list = HeroListScreen(title: "list 1")
    /// A second screen for the same list, while it is open.
    private var secondList: HeroListScreen?

    init(_ database: DatabaseController) {
        self.database = database
        for listener in [list, party, teams] as [any DatabaseListener] { database.addListener(listener) }
    }

    /// Performs a line as one user action, which notifies the listeners but saves nothing.
    func perform(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        do {
            try perform(words[0], words.count > 1 ? words[1] : "")
        } catch {
            print("  \(error)")
        }
        database.context.processPendingChanges()
    }

    private func perform(_ verb: String, _ rest: String) throws {
        switch verb {
        case "add": try addHero(rest)
        case "delete": database.deleteSuperhero(try database.hero(named: rest))
        case "join": try database.addHero(try database.hero(named: rest), to: database.currentTeam)
        case "leave": try database.removeHero(try database.hero(named: rest), from: database.currentTeam)
        case "create": try database.addTeam(name: rest)
        case "dissolve": try database.deleteTeam(try database.team(named: rest))
        case "choose": try database.chooseTeam(try database.team(named: rest))
        case "open": openSecondList()
        // The database does not keep the screen alive, so letting it go is enough.
        case "close": secondList = nil
        case "save": try database.cleanup()
        case "discard": database.context.rollback()
        default: print("  There is no command \(verb)")
        }
    }

    /// `Batgirl, Photographic Memory, dc`
    private func addHero(_ text: String) throws {
        let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 3, let universe = Universe(argument: parts[2]) else {
            print("  Type: add NAME, ABILITIES, dc or marvel")
            return
        }
        database.addSuperhero(name: parts[0], abilities: parts[1], universe: universe)
    }

    private func openSecondList() {
        let screen = HeroListScreen(title: "list 2")
        secondList = screen
        database.addListener(screen)
    }
}
