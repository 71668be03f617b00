import TestSupport

/// Random links of every shape in ``LinkShapes``: sound at first, then with halves that are gone, doubled or led
/// astray.
struct RandomLinks {
    /// The stored side of each relationship.
    private static let destinations: KeyValuePairs = [
        "Item.marks": "Tag", "Item.tags": "Tag", "Panel.speakers": "Speaker", "Passport.holder": "Person",
        "Person.friends": "Person", "Person.neighbours": "Person", "Person.playlists": "Playlist",
        "Person.spouse": "Person", "Playlist.editors": "Person", "Playlist.tracks": "Track",
        "Speaker.panels": "Panel", "Track.playlist": "Playlist",
    ]
    private static let toOneKeys: Set = ["Passport.holder", "Person.spouse", "Track.playlist"]
    static let entities = ["Item", "Panel", "Passport", "Person", "Playlist", "Speaker", "Tag", "Track"]

    let numbers: ClosedRange<Int>
    private(set) var links: LinkRule.Links = [:]

    /// - Parameter start: The first number. No object has the one behind the last, so that links can lead nowhere.
    init(from start: Int, using generator: inout SplitMix) {
        numbers = start...(start + Int.random(in: 1...4, using: &generator))
        for (key, _) in Self.destinations {
            for number in numbers where Bool.random(using: &generator) {
                let list = numbers.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
                links[key, default: [:]][number] = Self.toOneKeys.contains(key) ? Array(list.prefix(1)) : list
            }
        }
        // What the rule makes of any links is sound.
        links = LinkRule(links, numbers: numbers).links
        links["Person.passport"] = nil
        links["Tag.items"] = nil
    }

    /// Drops or doubles some halves of links, or lets them lead elsewhere.
    mutating func damage(using generator: inout SplitMix) {
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            guard let key = Self.destinations.randomElement(using: &generator)?.key else { continue }
            let number = Int.random(in: numbers, using: &generator)
            var list = links[key]?[number] ?? []
            let stray = Int.random(in: numbers.lowerBound...(numbers.upperBound + 1), using: &generator)
            if Self.toOneKeys.contains(key) {
                list = Bool.random(using: &generator) ? [] : [stray]
            } else {
                let element = Bool.random(using: &generator) ? stray : list.randomElement(using: &generator) ?? stray
                if Bool.random(using: &generator) {
                    if let place = list.indices.randomElement(using: &generator) { list.remove(at: place) }
                } else {
                    list.insert(element, at: Int.random(in: 0...list.count, using: &generator))
                }
            }
            links[key, default: [:]][number] = list
        }
    }

    /// The objects of an entity, as a file has them.
    func objects(of entity: String) -> [String] {
        numbers.map { object($0, of: entity, since: [:]) }
    }

    /// The objects of an entity that have changed since an earlier state, as a save has them.
    func changes(of entity: String, since former: RandomLinks) -> [String] {
        numbers.filter { object($0, of: entity, since: former.links) != "{\"id\": \($0)}" }
            .map { object($0, of: entity, since: former.links) }
    }

    private func object(_ number: Int, of entity: String, since former: LinkRule.Links) -> String {
        var members = ["\"id\": \(number)"]
        for (key, _) in Self.destinations where key.hasPrefix(entity + ".") {
            let list = links[key]?[number] ?? []
            guard list != former[key]?[number] ?? [] else { continue }
            let value = Self.toOneKeys.contains(key) ? list.first.map(String.init) ?? "null" : "\(list)"
            members.append("\"\(key.dropFirst(entity.count + 1))\": \(value)")
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
