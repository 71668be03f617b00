import ObjectGraph

// Changes reach the listeners through the controllers, which report changes before a save.
extension DatabaseController: FetchedResultsControllerDelegate {
    func addListener(_ listener: any DatabaseListener) {
        listeners.add(listener)
        if listener.isTold(of: .team) { listener.onTeamChange(currentTeam, heroes: party) }
        if listener.isTold(of: .heroes) { listener.onAllHeroesChange(heroes) }
        if listener.isTold(of: .teams) { listener.onAllTeamsChange(teams) }
    }

    func removeListener(_ listener: any DatabaseListener) { listeners.remove(listener) }

    /// Handles the changes of two controllers, each of which reports changes to its own result.
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

/// Follows the list of teams, whose controller has a different type and so needs its own delegate.
final class TeamListFollower: FetchedResultsControllerDelegate {
    private weak var database: DatabaseController?

    init(_ database: DatabaseController) { self.database = database }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Team>) { database?.tellOfTeams() }
}
