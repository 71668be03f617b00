/// What differs between two lists: "; + Batgirl; - Superman".
struct ListChanges: CustomStringConvertible {
    private let difference: CollectionDifference<String>

    init(from old: [String], to new: [String]) {
        difference = new.difference(from: old)
    }

    var description: String {
        difference.map { change in
            switch change {
            case .insert(_, let name, _): "; + \(name)"
            case .remove(_, let name, _): "; - \(name)"
            }
        }.joined()
    }
}
