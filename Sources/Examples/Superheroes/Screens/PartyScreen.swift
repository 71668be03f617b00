/// A live list of the heroes in the current team. It prints who is in it.
final class PartyScreen: DatabaseListener {
    let listenerType = ListenerType.team

    func onTeamChange(_ team: Team, heroes: [Superhero]) {
        let names = heroes.map { $0.name ?? "" }.joined(separator: ", ")
        let party = names.isEmpty ? "nobody" : names
        print("  [party] \(team.name ?? ""), \(heroes.count) of \(DatabaseController.partyLimit): \(party)")
    }
}
