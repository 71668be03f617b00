/// A live list of all heroes. It prints what became of it.
final class HeroListScreen: DatabaseListener {
    let title: String
    let listenerType = ListenerType.heroes
    private var names: [String]?

    init(title: String) {
        self.title = title
    }

    func onAllHeroesChange(_ heroes: [Superhero]) {
        let newNames = heroes.map { $0.name ?? "" }
        let changes = names.map { ListChanges(from: $0, to: newNames).description } ?? ""
        names = newNames
        print("  [\(title)] \(heroes.count) heroes\(changes)")
    }
}
