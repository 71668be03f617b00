import Foundation
import JSONStore
import ObjectGraph

/// What the app does with its data.
@MainActor
final class HeroDatabase {
    static let defaultTeamName = "Default Team"
    static let partyLimit = 6

    private let container: PersistentContainer
    private var context: ManagedObjectContext { container.viewContext }

    /// Opens the store, and fills it when it has no hero.
    init(at url: URL) throws {
        container = try PersistentContainer(model: .superheroes, store: .json(at: url))
        if try context.count(for: Superhero.fetchRequest()) == 0 {
            createDefaultHeroes()
            try save()
        }
    }

    /// All heroes by name.
    func heroes() throws -> [Superhero] {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name)]
        return try context.fetch(request)
    }

    /// The first hero with a name, by age.
    func hero(named name: String) throws -> Superhero {
        var request = Superhero.fetchRequest()
        request.predicate = #Predicate { $0.name == name }
        request.fetchLimit = 1
        guard let hero = try context.fetch(request).first else { throw HeroDatabaseError.unknownHero(name) }
        return hero
    }

    /// The team of the party, made when it is first needed.
    func defaultTeam() throws -> Team {
        let name = Self.defaultTeamName
        var request = Team.fetchRequest()
        request.predicate = #Predicate { $0.name == name }
        if let team = try context.fetch(request).first { return team }
        let team = Team(context: context)
        team.name = name
        return team
    }

    @discardableResult
    func addHero(name: String, abilities: String, universe: Universe) -> Superhero {
        let hero = Superhero(context: context)
        hero.name = name
        hero.abilities = abilities
        hero.herouniverse = universe
        return hero
    }

    func delete(_ hero: Superhero) {
        context.delete(hero)
    }

    /// Adds a hero to a team, unless the hero is in it or the team is full.
    func add(_ hero: Superhero, to team: Team) throws {
        guard !team.heroes.contains(hero), team.heroes.count < Self.partyLimit else {
            throw HeroDatabaseError.partyFull
        }
        team.addToHeroes(hero)
    }

    /// Removes a hero from a team.
    func remove(_ hero: Superhero, from team: Team) throws {
        guard team.heroes.contains(hero) else { throw HeroDatabaseError.notInParty(hero.name ?? "") }
        team.removeFromHeroes(hero)
    }

    /// Writes what has changed, if anything has.
    func save() throws {
        if context.hasChanges {
            try context.save()
        }
    }

    private func createDefaultHeroes() {
        addHero(name: "Bruce Wayne", abilities: "Money", universe: .dc)
        addHero(name: "Superman", abilities: "Super Powered Alien", universe: .dc)
        addHero(name: "Wonder Woman", abilities: "Goddess", universe: .dc)
        addHero(name: "The Flash", abilities: "Speed", universe: .dc)
        addHero(name: "Green Lantern", abilities: "Power Ring", universe: .dc)
        addHero(name: "Cyborg", abilities: "Robot Beep Beep", universe: .dc)
        addHero(name: "Aquaman", abilities: "Atlantian", universe: .dc)
        addHero(name: "Captain Marvel", abilities: "Superhuman Strength", universe: .marvel)
        addHero(name: "Spider-Man", abilities: "Spider Sense", universe: .marvel)
    }
}

enum HeroDatabaseError: Error, CustomStringConvertible {
    case unknownHero(String)
    case partyFull
    case notInParty(String)

    var description: String {
        switch self {
        case .unknownHero(let name): "There is no hero called \(name)"
        case .partyFull: "Unable to add more members to party"
        case .notInParty(let name): "\(name) is not in the party"
        }
    }
}
