/// A graph of dictionaries and sets that is obviously right: links are pairs, and each shape says which pairs give way
/// to a new one. It has the shapes of the entity `Employee`, and the ordered songs of a playlist.
struct ModelGraph: Equatable {
    /// The relationships, each with both of its sides.
    enum Relation: CaseIterable {
        /// to-one ⇄ to-many: a manager and reports.
        case reports
        /// to-one, its own inverse.
        case partner
        /// to-many, its own inverse.
        case friends
    }

    struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    var names: [Int: String] = [:]
    /// For `reports` manager and report; for the relations that are their own inverse both directions.
    var pairs: [Relation: Set<Pair>] = [:]
    /// The members of a list, in order.
    var lists: [Int: [Int]] = [:]
    /// Who is in a list: its inverse, so that both sides can be compared.
    var songNames: [Int: String] = [:]

    mutating func link(_ relation: Relation, _ first: Int, _ second: Int) {
        switch relation {
        case .reports:
            pairs[relation, default: []] = pairs[relation, default: []].filter { $0.second != second }
            pairs[relation]?.insert(Pair(first: first, second: second))
        case .partner:
            let people = [first, second]
            pairs[relation, default: []] = pairs[relation, default: []].filter {
                !people.contains($0.first) && !people.contains($0.second)
            }
            pairs[relation]?.formUnion([Pair(first: first, second: second), Pair(first: second, second: first)])
        case .friends:
            pairs[relation, default: []].formUnion([
                Pair(first: first, second: second), Pair(first: second, second: first),
            ])
        }
    }

    mutating func unlink(_ relation: Relation, _ first: Int, _ second: Int) {
        pairs[relation]?.remove(Pair(first: first, second: second))
        if relation != .reports { pairs[relation]?.remove(Pair(first: second, second: first)) }
    }

    func destinations(_ relation: Relation, of first: Int) -> Set<Int> {
        Set(pairs[relation, default: []].filter { $0.first == first }.map(\.second))
    }

    mutating func deletePerson(_ person: Int) {
        names[person] = nil
        for relation in Relation.allCases {
            pairs[relation] = pairs[relation]?.filter { $0.first != person && $0.second != person }
        }
    }

    mutating func deleteSong(_ song: Int) {
        songNames[song] = nil
        lists = lists.mapValues { $0.filter { $0 != song } }
    }
}
