import ObjectGraph

// How changes reach the listeners: through the controllers, which are told of changes nobody has saved.
extension DatabaseController: FetchedResultsControllerDelegate {
    func addListener(_ listener: any DatabaseListener) {
        listeners.add(listener)
        if listener.isTold(of: .team) { listener.onTeamChange(currentTeam, heroes: party) }
        if listener.isTold(of: .heroes) { listener.onAllHeroesChange(heroes) }
        if listener.isTold(of: .teams) { listener.onAllTeamsChange(teams) }
    }

    func removeListener(_ listener: any DatabaseListener) { listeners.remove(listener) }

    /// One delegate for two controllers, each of which reports only what happens to its own result.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Superhero>) {
        if controller === allHeroes {
            listeners.invoke(.heroes) { $0.onAllHeroesChange(heroes) }
        } else if controller === teamHeroes {
            tellOfTeam()
        }
    }

    func tellOfTeams() { listeners.invoke(.teams) { $0.onAllTeamsChange(teams) } }

    func tellOfTeam() { listeners.invoke(.team) { $0.onTeamChange(currentTeam, heroes: party) } }
}

/// Follows the list of teams: a controller of another class, and so a delegate of its own.
final class TeamListFollower: FetchedResultsControllerDelegate {
    private weak var database: DatabaseController?

    init(_ database: DatabaseController) { self.database = database }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Team>) { database?.tellOfTeams() }
}
