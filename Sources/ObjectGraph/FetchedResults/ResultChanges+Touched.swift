extension ResultChanges {
    /// What rows that were touched make of a result with some sections in one with others.
    init(_ touched: [TouchedRow<Item>], old: ResultSections, new: ResultSections) {
        self.init()
        let movedSections = noteSections(touched, old, new)
        let both = touched.filter { $0.old != nil && $0.new != nil }
        let candidates = both.filter(\.hasNewKey)
        let moved = movedIndexes(
            candidates.map { ($0.old?.index ?? 0, $0.new?.index ?? 0) },
            removed: touched.filter(\.hasNewKey).compactMap(\.old?.index),
            inserted: touched.filter(\.hasNewKey).compactMap(\.new?.index))
        var movedItems = Set(moved.map { candidates[$0].item })
        for row in candidates {
            guard let from = row.old?.path, let to = row.new?.path else { continue }
            // A row of another section has moved, and so has one whose section is taken away and put back elsewhere.
            if old.names[from.section] != new.names[to.section] || movedSections.contains(new.names[to.section]) {
                movedItems.insert(row.item)
            }
        }
        var deletions: [Row] = []
        var insertions: [Row] = []
        var others: [Row] = []
        for row in touched.sorted(by: { Self.path($0) < Self.path($1) }) {
            switch (row.old?.path, row.new?.path) {
            case (let from?, let to?):
                others.append(
                    movedItems.contains(row.item)
                        ? .move(row.item, from: from, to: to) : .update(row.item, from: from, to: to))
            case (let from?, nil): deletions.append(.delete(row.item, at: from))
            case (nil, let to?): insertions.append(.insert(row.item, at: to))
            case (nil, nil): break
            }
        }
        rows = deletions + insertions + others.filter(\.isMove) + others.filter { !$0.isMove }
    }

    /// By the new path, or the old one of a row that goes.
    private static func path(_ row: TouchedRow<Item>) -> Path {
        row.new?.path ?? row.old?.path ?? Path(section: 0, item: 0)
    }

    /// Lists the sections that come and go, and returns those that do both because their order has changed.
    private mutating func noteSections(
        _ touched: [TouchedRow<Item>], _ old: ResultSections, _ new: ResultSections
    ) -> Set<String> {
        if old.names == new.names { return [] }
        var kept = old.counts
        for row in touched where row.hasNewKey {
            if let section = row.old?.path.section { kept[section] -= 1 }
        }
        // Sections that keep a row keep their order too; of the others some may have to move.
        let loose = old.names.indices.filter { kept[$0] == 0 }
        let candidates = loose.compactMap { section in
            new.indexes[old.names[section]].map { (old: section, new: $0) }
        }
        let keptNames = Set(old.names.indices.filter { kept[$0] > 0 }.map { old.names[$0] })
        let moved = movedIndexes(
            candidates, removed: loose, inserted: new.names.indices.filter { !keptNames.contains(new.names[$0]) })
        let movedNames = Set(moved.map { old.names[candidates[$0].old] })
        deletedSections = old.names.enumerated()
            .filter { new.indexes[$1] == nil || movedNames.contains($1) }.map { Section(name: $1, index: $0) }
        insertedSections = new.names.enumerated()
            .filter { old.indexes[$1] == nil || movedNames.contains($1) }.map { Section(name: $1, index: $0) }
        return movedNames
    }
}

extension ResultChanges.Row {
    fileprivate var isMove: Bool {
        if case .move = self { true } else { false }
    }
}
