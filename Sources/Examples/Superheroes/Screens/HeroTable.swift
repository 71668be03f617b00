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
