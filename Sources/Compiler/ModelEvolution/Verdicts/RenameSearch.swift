import ModelDiagnostics
import ModelSchema

/// Searches for renamings without a renaming identifier.
struct RenameSearch {
    /// The elements in one place of the model that might have been renamed.
    private struct Place: Hashable {
        var owner: [SchemaPath.Step]
        var kind: SchemaPath.Kind
    }

    /// The maximum number of pairs to compare. Only a hostile model has more, and each comparison takes time.
    private static let comparisonLimit = 20_000

    private var removed: [Place: [ModelChange]] = [:]
    private var added: [Place: [ModelChange]] = [:]
    private var places: [Place] = []

    init(_ changes: [ModelChange]) {
        for change in changes {
            switch change.kind {
            case .removed: Self.place(of: change.oldPath).map { removed[$0, default: []].append(change) }
            case .added:
                guard let place = Self.place(of: change.newPath) else { continue }
                if added[place] == nil { places.append(place) }
                added[place, default: []].append(change)
            default: break
            }
        }
    }

    private static func place(of path: SchemaPath?) -> Place? {
        guard let path, let last = path.steps.last, [.entity, .attribute, .relationship].contains(last.kind) else {
            return nil
        }
        return Place(owner: path.steps.dropLast().map { $0 }, kind: last.kind)
    }

    /// The renamings. Each element is in at most one of them.
    func found() -> [LikelyRename] {
        var renames: [LikelyRename] = []
        var remaining = Self.comparisonLimit
        for place in places {
            var candidates = removed[place] ?? []
            for change in added[place] ?? [] where !candidates.isEmpty {
                remaining -= candidates.count
                guard remaining > 0 else { return renames }
                let scored = candidates.indices.map { ($0, Self.score(candidates[$0], change)) }
                guard let best = scored.filter({ $0.1 > 0 }).max(by: { $0.1 < $1.1 }) else { continue }
                renames.append(LikelyRename(removed: candidates.remove(at: best.0), added: change))
            }
        }
        return renames
    }

    /// The similarity of two elements; 0 if they are probably different elements.
    private static func score(_ removed: ModelChange, _ added: ModelChange) -> Int {
        switch (removed.old, added.new) {
        case (.attribute(let old), .attribute(let new)):
            guard old.type == new.type, old.isTransient == new.isTransient, old.isDerived == new.isDerived else {
                return 0
            }
            return nameScore(old.name, new.name)
        case (.relationship(let old), .relationship(let new)):
            guard old.isToMany == new.isToMany, old.destinationName == new.destinationName else { return 0 }
            // Relationships with the same inverse are the same relationship.
            return old.inverseName != nil && old.inverseName == new.inverseName ? 4 : nameScore(old.name, new.name)
        case (.entity(let old), .entity(let new)):
            let names = Set(old.attributes.map(\.name) + old.relationships.map(\.name))
            let others = Set(new.attributes.map(\.name) + new.relationships.map(\.name))
            let sharedCount = names.intersection(others).count
            let isAlike = sharedCount > 1 && sharedCount * 2 > names.union(others).count
            if isAlike { return 4 }
            return sharedCount * 3 > names.union(others).count ? nameScore(old.name, new.name) : 0
        default: return 0
        }
    }

    private static func nameScore(_ old: String, _ new: String) -> Int {
        if old.lowercased() == new.lowercased() { return 3 }
        if NearestName.to(new, among: [old]) != nil { return 2 }
        let words = (Set(words(of: old)), Set(words(of: new)))
        return words.0.intersection(words.1).count * 2 >= max(words.0.count, words.1.count) ? 1 : 0
    }

    /// The words in a name: `unit` and `price` in `unitPrice`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasUpper = true
        for character in name {
            if character == "_" || (character.isUppercase && !wasUpper) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            wasUpper = character.isUppercase
            if character != "_" { word += character.lowercased() }
        }
        return word.isEmpty ? words : words + [word]
    }
}
