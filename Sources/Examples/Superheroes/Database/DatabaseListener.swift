/// What a listener wants to be told of.
enum ListenerType {
    case team, heroes, teams, all
}

/// A screen, or whoever else follows the database. Nothing has to be saved for it to be told.
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

    func isTold(of type: ListenerType) -> Bool {
        listenerType == type || listenerType == .all
    }
}
