import ModelSchema

/// The edit of a list of elements.
struct ListEdit<Element: ComparedElement>: Sendable, Hashable {
    /// The origin of an element in the newer list.
    enum Item: Sendable, Hashable {
        /// A place in the older list. Without an edit, the element has not changed.
        case kept(Int, ElementEdit<Element>?)
        case added(Element)
    }

    /// The newer list.
    private let items: [Item]
    /// The number of elements in the older list.
    private let oldCount: Int

    init(from old: [Element], to new: [Element]) {
        oldCount = old.count
        let places = Self.places(of: new, in: old)
        items = zip(new, places).map { element, place in
            guard let place else { return .added(element) }
            return .kept(place, old[place] == element ? nil : ElementEdit(from: old[place], to: element))
        }
    }

    func applied(to old: [Element]) -> [Element]? {
        guard old.count == oldCount else { return nil }
        var result: [Element] = []
        for item in items {
            switch item {
            case .added(let element): result.append(element)
            case .kept(let place, let edit):
                guard old.indices.contains(place) else { return nil }
                guard let edit else {
                    result.append(old[place])
                    continue
                }
                guard let element = edit.applied(to: old[place]) else { return nil }
                result.append(element)
            }
        }
        return result
    }

    func apply(to old: inout [Element]) -> Bool {
        guard let new = applied(to: old) else { return false }
        old = new
        return true
    }

    /// Reports the changes: removed elements in the order of the older list, and then the others in the order of the
    /// newer list.
    func visit(_ old: [Element], _ new: [Element], in place: ChangePlace, _ changes: inout [ModelChange]) {
        let oldOccurrences = Self.occurrences(in: old)
        let newOccurrences = Self.occurrences(in: new)
        var keptPlaces: [Int] = []
        for case .kept(let place, _) in items { keptPlaces.append(place) }
        let kept = Set(keptPlaces)
        for (index, element) in old.enumerated() where !kept.contains(index) {
            let path = place.old.appending(Element.pathKind, element.pathName, occurrence: oldOccurrences[index])
            changes.append(ModelChange(kind: .removed, old: element.element, new: nil, oldPath: path, newPath: nil))
        }
        for (index, item) in items.enumerated() {
            let element = new[index]
            switch item {
            case .added:
                let path = place.new.appending(Element.pathKind, element.pathName, occurrence: newOccurrences[index])
                changes.append(ModelChange(kind: .added, old: nil, new: element.element, oldPath: nil, newPath: path))
            case .kept(let oldIndex, let edit):
                let inside = place.appending(old[oldIndex], oldOccurrences[oldIndex], element, newOccurrences[index])
                edit?.visit(old[oldIndex], element, in: inside, &changes)
            }
        }
        if !zip(keptPlaces, keptPlaces.dropFirst()).allSatisfy({ $0 < $1 }), let first = new.first {
            changes.append(
                ModelChange(
                    kind: .reordered(first.element.kindName), old: nil, new: nil, oldPath: place.old,
                    newPath: place.new))
        }
    }

    /// The number of each element among the elements with the same name, from 0.
    private static func occurrences(in elements: [Element]) -> [Int] {
        var counts: [String?: Int] = [:]
        return elements.map { element in
            defer { counts[element.pathName, default: 0] += 1 }
            return counts[element.pathName, default: 0]
        }
    }

    /// For each element of the newer list, the place of the element that it continues; nil for a new element.
    ///
    /// Elements without renaming identifiers are paired by their identity, and equal elements in their order.
    static func places(of new: [Element], in old: [Element]) -> [Int?] {
        if let new = new as? [any RenamableElement], let old = old as? [any RenamableElement] {
            return ElementPairing.oldIndexes(of: new.map(RenamableName.init), in: old.map(RenamableName.init))
        }
        var pairing = ElementPairing(oldCount: old.count, newCount: new.count)
        pairing.pair(old.map { [$0.identity] }, new.map { [$0.identity] })
        return pairing.oldIndexes
    }
}

/// The key for pairing an element.
private struct RenamableName: Renamable {
    let name: String
    let renamingIdentifier: String?

    init(_ element: any RenamableElement) {
        name = element.name
        renamingIdentifier = element.renamingIdentifier
    }
}
