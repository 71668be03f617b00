/// The changes from one result in sections to another, which a list on a screen follows.
///
/// Applied to the old result in this order, they give the new one: delete rows that were deleted or moved, by their old
/// paths; delete sections; insert sections, by their new indexes; insert inserted and moved rows, by their new paths in
/// ascending order (rule FRC-16). Rows that merely shift are not included (rule FRC-15).
package struct ResultChanges<Item: Hashable> {
    /// The position of a row in a result.
    package struct Path: Hashable, Comparable {
        package var section: Int
        package var item: Int

        package init(section: Int, item: Int) {
            self.section = section
            self.item = item
        }

        package static func < (left: Path, right: Path) -> Bool {
            (left.section, left.item) < (right.section, right.item)
        }
    }

    package struct Section: Hashable {
        package var name: String
        /// The index of a deleted section in the old result, or of an inserted one in the new result.
        package var index: Int

        package init(name: String, index: Int) {
            self.name = name
            self.index = index
        }
    }

    package enum Row: Hashable {
        case insert(Item, at: Path)
        case delete(Item, at: Path)
        case move(Item, from: Path, to: Path)
        /// Changed in place. The paths differ if rows before it were inserted or deleted.
        case update(Item, from: Path, to: Path)
    }

    /// By their old indexes, ascending.
    package var deletedSections: [Section] = []
    /// By their new indexes, ascending.
    package var insertedSections: [Section] = []
    /// Deletions by old path, insertions by new path, then moves and updates by new path.
    package var rows: [Row] = []
    /// The rows whose position was determined again, even if it is the same: for Core Data, these are moves.
    var reorderedItems: Set<Item> = []

    package var isEmpty: Bool { deletedSections.isEmpty && insertedSections.isEmpty && rows.isEmpty }
}

/// A changed row, before and after.
struct TouchedRow<Item: Hashable> {
    var item: Item
    /// The old place; nil for an inserted row.
    var old: Position?
    /// The new place; nil for a deleted row.
    var new: Position?
    /// Whether the sort key or the section has changed. Otherwise, the row keeps its place among its neighbors.
    var hasNewKey: Bool

    struct Position {
        /// Counted over all sections.
        var index: Int
        var path: ResultChanges<Item>.Path
    }
}

/// Returns the elements that changed their place relative to those that stayed.
///
/// - Parameters:
///   - candidates: The old and new indexes of elements in both lists, some of which may have moved.
///   - removed: The old indexes of all deleted elements and candidates.
///   - inserted: The new indexes of all inserted elements and candidates.
/// - Returns: The smallest set of indexes into `candidates` that must move.
func movedIndexes(_ candidates: [(old: Int, new: Int)], removed: [Int], inserted: [Int]) -> Set<Int> {
    let removed = removed.sorted()
    let inserted = inserted.sorted()
    var moved: Set<Int> = []
    var staying: [Int] = []
    for (number, candidate) in candidates.enumerated() {
        // Between the same neighbors as before?
        let before = candidate.old - removed.insertionIndex(of: candidate.old)
        let after = candidate.new - inserted.insertionIndex(of: candidate.new)
        if before == after { staying.append(number) } else { moved.insert(number) }
    }
    staying.sort { candidates[$0].old < candidates[$1].old }
    let kept = Set(staying.map { candidates[$0].new }.longestAscent)
    for (place, number) in staying.enumerated() where !kept.contains(place) { moved.insert(number) }
    return moved
}

extension [Int] {
    /// Returns how many of these sorted numbers are less than a number.
    fileprivate func insertionIndex(of number: Int) -> Int { partitioningIndex { $0 >= number } }
}

extension ResultChanges {
    /// Creates the difference of two results by comparing all of their rows.
    ///
    /// - Parameter changed: The rows to report as updated if they keep their position.
    init(from old: [(name: String, objects: [Item])], to new: [(name: String, objects: [Item])], changed: Set<Item>) {
        let oldPlaces = Self.places(old)
        let newPlaces = Self.places(new)
        let candidates = oldPlaces.compactMap { item, place in
            newPlaces[item].map { (item: item, old: place.index, new: $0.index) }
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

    private static func places(_ sections: [(name: String, objects: [Item])]) -> [Item: TouchedRow<Item>.Position] {
        var places: [Item: TouchedRow<Item>.Position] = [:]
        var index = 0
        for (section, part) in sections.enumerated() {
            for (item, object) in part.objects.enumerated() {
                places[object] = .init(index: index, path: .init(section: section, item: item))
                index += 1
            }
        }
        return places
    }

    /// The changed rows that are in the new result.
    var touchedItems: [Item] {
        rows.compactMap { row in
            switch row {
            case .insert(let item, _), .move(let item, _, _), .update(let item, _, _): item
            case .delete: nil
            }
        }
    }

    /// Creates the changes between a result with some sections and one with others, from the changed rows.
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
            // A row of another section has moved, and so has one whose section is deleted and inserted elsewhere.
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

    /// The new path, or the old one of a deleted row.
    private static func path(_ row: TouchedRow<Item>) -> Path {
        row.new?.path ?? row.old?.path ?? Path(section: 0, item: 0)
    }

    /// Records the deleted and inserted sections, and returns those that are both because their order has changed.
    private mutating func noteSections(
        _ touched: [TouchedRow<Item>], _ old: ResultSections, _ new: ResultSections
    ) -> Set<String> {
        if old.names == new.names { return [] }
        var kept = old.counts
        for row in touched where row.hasNewKey {
            if let section = row.old?.path.section { kept[section] -= 1 }
        }
        // Sections that keep a row also keep their order. Some of the others may have to move.
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
