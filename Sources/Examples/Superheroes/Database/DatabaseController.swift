import Foundation
import JSONStore
import ObjectGraph

/// The heroes and teams in a store, and their listeners.
final class DatabaseController: DatabaseProtocol {
    static let defaultTeamName = "Default Team"
    static let partyLimit = 6
    static let teamLimit = 10

    let context: ManagedObjectContext
    private(set) var currentTeam: Team
    let allHeroes: FetchedResultsController<Superhero>
    let allTeams: FetchedResultsController<Team>
    /// The heroes of the current team; a new controller for each chosen team.
    private(set) var teamHeroes: FetchedResultsController<Superhero>
    var listeners = MulticastDelegate()
    private let container: PersistentContainer
    private var teamFollower: TeamListFollower?

    /// Opens the store, and adds nine heroes and a team to a new one.
    @MainActor
    init(at url: URL, team name: String? = nil) throws {
        container = try PersistentContainer(model: .superheroes, store: .json(at: url))
        context = container.viewContext
        if try context.count(for: Superhero.fetchRequest()) == 0 { DefaultHeroes.insert(into: context) }
        currentTeam = try Self.team(named: name, in: context)
        allHeroes = try Self.heroes(in: context)
        allTeams = try Self.teams(in: context)
        teamHeroes = try Self.heroes(ofTeamNamed: currentTeam.name, in: context)
        let teamFollower = TeamListFollower(self)
        self.teamFollower = teamFollower
        allHeroes.delegate = self
        teamHeroes.delegate = self
        allTeams.delegate = teamFollower
        try allHeroes.performFetch()
        try teamHeroes.performFetch()
        try allTeams.performFetch()
        try cleanup()
    }

    /// Saves changes, if there are any.
    func cleanup() throws {
        if context.hasChanges { try context.save() }
    }

    // MARK: Heroes

    /// All heroes by name.
    var heroes: [Superhero] { allHeroes.fetchedObjects ?? [] }
    /// The heroes of the current team, by name.
    var party: [Superhero] { teamHeroes.fetchedObjects ?? [] }

    @discardableResult
    func addSuperhero(name: String, abilities: String, universe: Universe) -> Superhero {
        Superhero(context: context, abilities: abilities, name: name, herouniverse: universe)
    }

    func deleteSuperhero(_ hero: Superhero) { context.delete(hero) }

    // MARK: Teams

    /// All teams by name.
    var teams: [Team] { allTeams.fetchedObjects ?? [] }

    @discardableResult
    func addTeam(name: String) throws -> Team {
        guard !teams.contains(where: { $0.name == name }) else { throw DatabaseError.teamExists(name) }
        guard teams.count < Self.teamLimit else { throw DatabaseError.tooManyTeams }
        return Team(context: context, name: name)
    }

    /// Deletes a team, but not its heroes. If it is the current team, chooses the default team.
    func deleteTeam(_ team: Team) throws {
        context.delete(team)
        if team === currentTeam { try chooseTeam(Self.team(named: nil, in: context)) }
    }

    func chooseTeam(_ team: Team) throws {
        currentTeam = team
        teamHeroes = try Self.heroes(ofTeamNamed: team.name, in: context)
        teamHeroes.delegate = self
        try teamHeroes.performFetch()
        tellOfTeam()
    }

    func addHero(_ hero: Superhero, to team: Team) throws {
        guard !team.heroes.contains(hero), team.heroes.count < Self.partyLimit else { throw DatabaseError.partyFull }
        team.addToHeroes(hero)
    }

    func removeHero(_ hero: Superhero, from team: Team) throws {
        guard team.heroes.contains(hero) else { throw DatabaseError.notInParty(hero.name ?? "") }
        team.removeFromHeroes(hero)
    }
}
