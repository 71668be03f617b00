/// The interface of the database for the screens.
protocol DatabaseProtocol: AnyObject {
    /// Tells a listener the current state and all later changes, without retaining it.
    func addListener(_ listener: any DatabaseListener)
    func removeListener(_ listener: any DatabaseListener)

    @discardableResult
    func addSuperhero(name: String, abilities: String, universe: Universe) -> Superhero
    func deleteSuperhero(_ hero: Superhero)

    /// - Throws: ``DatabaseError`` for an existing name or an eleventh team.
    @discardableResult
    func addTeam(name: String) throws -> Team
    func deleteTeam(_ team: Team) throws

    /// The team whose heroes the listeners follow.
    var currentTeam: Team { get }
    func chooseTeam(_ team: Team) throws

    /// - Throws: ``DatabaseError`` for a hero who is already in the team, or for a seventh hero.
    func addHero(_ hero: Superhero, to team: Team) throws
    /// - Throws: ``DatabaseError`` for a hero who is not in the team.
    func removeHero(_ hero: Superhero, from team: Team) throws

    /// Saves changes, if there are any.
    func cleanup() throws
}

/// The changes that a listener follows.
enum ListenerType {
    case team, heroes, teams, all
}

/// A screen or another object that follows changes of the database, even before a save.
protocol DatabaseListener: AnyObject {
    var listenerType: ListenerType { get }

    /// The heroes of the current team, by name.
    func onTeamChange(_ team: Team, heroes: [Superhero])
    /// All heroes, by name.
    func onAllHeroesChange(_ heroes: [Superhero])
    /// All teams, by name.
    func onAllTeamsChange(_ teams: [Team])
}

extension DatabaseListener {
    func onTeamChange(_ team: Team, heroes: [Superhero]) {}
    func onAllHeroesChange(_ heroes: [Superhero]) {}
    func onAllTeamsChange(_ teams: [Team]) {}

    func isTold(of type: ListenerType) -> Bool { listenerType == type || listenerType == .all }
}

enum DatabaseError: Error, CustomStringConvertible {
    case unknownHero(String)
    case unknownTeam(String)
    case partyFull
    case notInParty(String)
    case teamExists(String)
    case tooManyTeams

    var description: String {
        switch self {
        case .unknownHero(let name): "There is no hero called \(name)"
        case .unknownTeam(let name): "There is no team called \(name)"
        case .partyFull: "Unable to add more members to party"
        case .notInParty(let name): "\(name) is not in the party"
        case .teamExists(let name): "Team '\(name)' already exists"
        case .tooManyTeams: "There can be at most \(DatabaseController.teamLimit) teams"
        }
    }
}
