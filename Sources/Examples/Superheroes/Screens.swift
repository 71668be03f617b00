/// A live list of all heroes, which prints changes.
final class HeroListScreen: DatabaseListener {
    let title: String
    let listenerType = ListenerType.heroes
    private var names: [String]?

    init(title: String) { self.title = title }

    func onAllHeroesChange(_ heroes: [Superhero]) {
        let newNames = heroes.map { $0.name ?? "" }
        let changes = names.map { ListChanges(from: $0, to: newNames).description } ?? ""
        names = newNames
        print("  [\(title)] heroes: \(heroes.count)\(changes)")
    }
}

/// A live list of the heroes in the current team, which prints their names.
final class PartyScreen: DatabaseListener {
    let listenerType = ListenerType.team

    func onTeamChange(_ team: Team, heroes: [Superhero]) {
        let names = heroes.map { $0.name ?? "" }.joined(separator: ", ")
        let party = names.isEmpty ? "nobody" : names
        print("  [party] \(team.name ?? ""), \(heroes.count) of \(DatabaseController.partyLimit): \(party)")
    }
}

/// A live list of all teams, which prints their names.
final class TeamListScreen: DatabaseListener {
    let listenerType = ListenerType.teams

    func onAllTeamsChange(_ teams: [Team]) { print("  [teams] " + teams.map { $0.name ?? "" }.joined(separator: ", ")) }
}

/// Heroes in columns.
struct HeroTable {
    let heroes: [Superhero]

    var lines: [String] {
        let names = heroes.map { $0.name ?? "" }
        let width = names.map(\.count).max() ?? 0
        return zip(names, heroes).map { name, hero in
            let universe = hero.herouniverse.title
            return [pad(name, to: width), pad(universe, to: 6), hero.abilities ?? ""].joined(separator: "  ")
        }
    }

    private func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// The differences between two lists: "; + Batgirl; - Superman".
struct ListChanges: CustomStringConvertible {
    private let difference: CollectionDifference<String>

    init(from old: [String], to new: [String]) { difference = new.difference(from: old) }

    var description: String {
        difference.map { change in
            switch change {
            case .insert(_, let name, _): "; + \(name)"
            case .remove(_, let name, _): "; - \(name)"
            }
        }.joined()
    }
}
