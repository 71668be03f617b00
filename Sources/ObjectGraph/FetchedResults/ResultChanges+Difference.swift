extension ResultChanges {
    /// How one result became another one, found by looking at all of both.
    ///
    /// - Parameter changed: The rows to be listed as updated where they stayed.
    init(from old: [(name: String, objects: [Item])], to new: [(name: String, objects: [Item])], changed: Set<Item>) {
        let oldPlaces = Self.places(old)
        let newPlaces = Self.places(new)
        var candidates: [(item: Item, old: Int, new: Int)] = []
        for (item, place) in oldPlaces {
            if let newPlace = newPlaces[item] { candidates.append((item, place.index, newPlace.index)) }
        }
        let moved = movedIndexes(
            candidates.map { ($0.old, $0.new) },
            removed: oldPlaces.values.map(\.index), inserted: newPlaces.values.map(\.index))
        let movedItems = Set(moved.map { candidates[$0].item })
        var touched: [TouchedRow<Item>] = []
        for item in Set(oldPlaces.keys).union(newPlaces.keys) {
            let (from, to) = (oldPlaces[item], newPlaces[item])
            var hasNewKey = from == nil || to == nil || movedItems.contains(item)
            if let from, let to, old[from.path.section].name != new[to.path.section].name { hasNewKey = true }
            guard hasNewKey || changed.contains(item) else { continue }
            touched.append(TouchedRow(item: item, old: from, new: to, hasNewKey: hasNewKey))
        }
        self.init(
            touched, old: ResultSections(names: old.map(\.name), counts: old.map(\.objects.count)),
            new: ResultSections(names: new.map(\.name), counts: new.map(\.objects.count)))
    }

    private static func places(_ sections: [(name: String, objects: [Item])]) -> [Item: TouchedRow<Item>.Place] {
        var places: [Item: TouchedRow<Item>.Place] = [:]
        var index = 0
        for (section, part) in sections.enumerated() {
            for (item, object) in part.objects.enumerated() {
                places[object] = .init(index: index, path: .init(section: section, item: item))
                index += 1
            }
        }
        return places
    }

    /// The rows that are in the result now and were touched.
    var touchedItems: [Item] {
        rows.compactMap { row in
            switch row {
            case .insert(let item, _), .move(let item, _, _), .update(let item, _, _): item
            case .delete: nil
            }
        }
    }
}
