/// Which links a repair leaves, said as plainly as it can be, for graphs of ``LinkShapes``.
struct LinkRule {
    /// Where objects lead, by `Entity.relationship` and the number of the object.
    typealias Links = [String: [Int: [Int]]]

    /// The numbers of the objects that there are.
    let numbers: ClosedRange<Int>
    private(set) var links: Links

    init(_ written: Links, numbers: ClosedRange<Int>) {
        self.numbers = numbers
        links = written.mapValues { lists in
            lists.mapValues { list in
                list.enumerated().filter { place, number in
                    numbers.contains(number) && list.firstIndex(of: number) == place
                }.map(\.element)
            }
        }
        for (own, other) in [
            ("Panel.speakers", "Speaker.panels"), ("Person.playlists", "Playlist.editors"),
            ("Person.friends", "Person.friends"), ("Person.neighbours", "Person.neighbours"),
        ] {
            unite(own, other)
        }
        settlePlaylists()
        settlePassports()
        settleSpouses()
        links["Tag.items"] = inverse(of: "Item.tags")
        for key in ["Item.tags", "Person.friends", "Person.playlists"] {
            links[key] = links[key]?.mapValues { $0.sorted() }
        }
        links = links.mapValues { $0.filter { !$0.value.isEmpty } }.filter { !$0.value.isEmpty }
    }

    private func leads(_ key: String, _ from: Int, _ to: Int) -> Bool {
        links[key]?[from]?.contains(to) == true
    }

    private mutating func add(_ key: String, _ from: Int, _ to: Int) {
        if !leads(key, from, to) { links[key, default: [:]][from, default: []].append(to) }
    }

    private func inverse(of key: String) -> [Int: [Int]] {
        var inverse: [Int: [Int]] = [:]
        for from in numbers {
            for to in links[key]?[from] ?? [] { inverse[to, default: []].append(from) }
        }
        return inverse
    }

    /// What one side has, the other gets.
    private mutating func unite(_ own: String, _ other: String) {
        let before = self
        for from in numbers {
            for to in numbers {
                if before.leads(other, to, from) { add(own, from, to) }
                if before.leads(own, to, from) { add(other, from, to) }
            }
        }
    }

    private mutating func settlePlaylists() {
        for track in numbers {
            let claimants = numbers.filter { leads("Playlist.tracks", $0, track) }
            let winner = links["Track.playlist"]?[track]?.first ?? claimants.first
            links["Track.playlist", default: [:]][track] = winner.map { [$0] }
            for playlist in claimants where playlist != winner {
                links["Playlist.tracks"]?[playlist]?.removeAll { $0 == track }
            }
            if let winner { add("Playlist.tracks", winner, track) }
        }
    }

    private mutating func settlePassports() {
        for person in numbers {
            let claimants = numbers.filter { leads("Passport.holder", $0, person) }
            for passport in claimants.dropFirst() { links["Passport.holder"]?[passport] = nil }
        }
        links["Person.passport"] = inverse(of: "Passport.holder")
    }

    private mutating func settleSpouses() {
        let wishes = (links["Person.spouse"] ?? [:]).compactMapValues(\.first)
        var spouses: [Int: [Int]] = [:]
        func pair(_ condition: (Int) -> Bool) {
            for (from, to) in wishes.sorted(by: { $0.key < $1.key }) where condition(to) || wishes[to] == from {
                guard spouses[from] == nil, spouses[to] == nil else { continue }
                spouses[from] = [to]
                spouses[to] = [from]
            }
        }
        pair { _ in false }
        pair { wishes[$0] == nil }
        pair { _ in true }
        links["Person.spouse"] = spouses
    }
}
