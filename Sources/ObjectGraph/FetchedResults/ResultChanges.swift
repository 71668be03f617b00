/// How a result in sections became another one: what a list on a screen has to do to follow.
///
/// Applied to the old result in this order it gives the new one: rows that were deleted or moved away go, by their old
/// paths; sections that were deleted go; new sections come, by their new indexes; inserted and moved rows come, by their
/// new paths in ascending order (rule FRC-16). Rows that merely shift are not listed (rule FRC-15).
package struct ResultChanges<Item: Hashable> {
    /// A place in a result.
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
        /// In the old result for a section that goes, in the new one for one that comes.
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
        /// Changed in place; the paths differ where rows before it came or went.
        case update(Item, from: Path, to: Path)
    }

    /// By their old indexes, ascending.
    package var deletedSections: [Section] = []
    /// By their new indexes, ascending.
    package var insertedSections: [Section] = []
    /// Deletions by old path, insertions by new path, then moves and updates by new path.
    package var rows: [Row] = []
    /// The rows whose place in the order was decided again, be it the same place: what moved to Core Data.
    var reorderedItems: Set<Item> = []

    package var isEmpty: Bool { deletedSections.isEmpty && insertedSections.isEmpty && rows.isEmpty }
}

/// One row of which something has changed, before and after.
struct TouchedRow<Item: Hashable> {
    var item: Item
    /// Nil for a row that comes.
    var old: Place?
    /// Nil for a row that goes.
    var new: Place?
    /// Whether what decides its place has changed; if not, the row is where it was among its neighbours.
    var hasNewKey: Bool

    struct Place {
        /// Counted over all sections.
        var index: Int
        var path: ResultChanges<Item>.Path
    }
}

/// Which of some things have changed their place among all that stayed where they were.
///
/// - Parameters:
///   - candidates: Old and new index of things that are in both lists, of which some may have moved.
///   - removed: The old indexes of all that went or is a candidate.
///   - inserted: The new indexes of all that came or is a candidate.
/// - Returns: The indexes into `candidates` of the fewest that must move.
func movedIndexes(_ candidates: [(old: Int, new: Int)], removed: [Int], inserted: [Int]) -> Set<Int> {
    let removed = removed.sorted()
    let inserted = inserted.sorted()
    var moved: Set<Int> = []
    var staying: [Int] = []
    for (number, candidate) in candidates.enumerated() {
        // Between the same neighbours as before?
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
    /// How many of these sorted numbers are smaller than one.
    fileprivate func insertionIndex(of number: Int) -> Int { firstPlace { $0 >= number } }
}
