/// A live list of all teams. It prints their names.
final class TeamListScreen: DatabaseListener {
    let listenerType = ListenerType.teams

    func onAllTeamsChange(_ teams: [Team]) {
        print("  [teams] " + teams.map { $0.name ?? "" }.joined(separator: ", "))
    }
}
