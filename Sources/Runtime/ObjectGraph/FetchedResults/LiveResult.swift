/// A sorted result in sections that follows changes with work proportional to the change.
///
/// The caller determines the order and the sections: each row has a key and the name of its section. Keys of different
/// rows are never equal.
package struct LiveResult<Item: Hashable, Key> {
    package struct Entry {
        package var item: Item
        package var key: Key
        package var section: String

        package init(item: Item, key: Key, section: String) {
            self.item = item
            self.key = key
            self.section = section
        }
    }

    /// A change of a row.
    package enum Change {
        /// In the result, with this key.
        case present(Key, section: String)
        case absent

        fileprivate var isAbsent: Bool {
            if case .absent = self { true } else { false }
        }
    }

    package private(set) var rows: SortedChunks<Entry>
    private(set) var entries: [Item: Entry]
    package internal(set) var sections: ResultSections
    /// Whether rows are divided into sections; otherwise there is one section, even without rows (rule FRC-4).
    let isDivided: Bool

    /// - Parameters:
    ///   - entries: The rows, in order.
    ///   - precedes: Whether one key comes before another one.
    /// - Throws: ``SectionOrderError`` if the rows of a section are not adjacent.
    package init(sorted entries: [Entry], isDivided: Bool, by precedes: @escaping (Key, Key) -> Bool) throws {
        self.isDivided = isDivided
        rows = SortedChunks(sorted: entries) { precedes($0.key, $1.key) }
        self.entries = Dictionary(entries.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        guard isDivided else {
            sections = ResultSections(names: [""], counts: [entries.count])
            return
        }
        guard let sections = ResultSections(rowNames: entries.lazy.map(\.section)) else { throw SectionOrderError() }
        self.sections = sections
    }

    /// The rows of a section are not next to each other in the order of the result.
    package struct SectionOrderError: Error {}

    package var count: Int { rows.count }

    /// Returns the path of a row; nil if the row is not in the result.
    package func path(of item: Item) -> ResultChanges<Item>.Path? { entries[item].map { place(of: $0).path } }

    /// - Precondition: A row exists at the path.
    package subscript(path: ResultChanges<Item>.Path) -> Item { rows[sections.starts[path.section] + path.item].item }

    /// The rows of a section, in order.
    package func items(inSection section: Int) -> [Item] {
        rows.elements(in: sections.starts[section]..<sections.starts[section + 1]).map(\.item)
    }

    func place(of entry: Entry) -> TouchedRow<Item>.Position { place(of: entry, in: rows, sections) }

    private func place(
        of entry: Entry, in rows: SortedChunks<Entry>, _ sections: ResultSections
    ) -> TouchedRow<Item>.Position {
        let index = rows.index(of: entry)
        let section = isDivided ? sections.indexes[entry.section] ?? 0 : 0
        return TouchedRow.Position(index: index, path: .init(section: section, item: index - sections.starts[section]))
    }

    // MARK: Changes

    /// A result before changes. Swapping restores it, and swapping again restores the changes.
    struct Past {
        fileprivate var rows: SortedChunks<Entry>
        fileprivate var sections: ResultSections
        /// The entries of changed rows; nil for rows that were not in the result.
        fileprivate var entries: [(item: Item, entry: Entry?)]
    }

    /// Exchanges the results before and after changes. O(*n*) in their number.
    mutating func swap(with past: inout Past) {
        (rows, past.rows) = (past.rows, rows)
        (sections, past.sections) = (past.sections, sections)
        for index in past.entries.indices {
            let present = entries[past.entries[index].item]
            entries[past.entries[index].item] = past.entries[index].entry
            past.entries[index].entry = present
        }
    }

    /// Applies changes and returns their effect. Rows that keep their key count as updated.
    ///
    /// - Throws: ``SectionOrderError``. In this case, the result is unchanged.
    package mutating func apply(_ changes: [Item: Change]) throws -> ResultChanges<Item> {
        try applying(changes).changes
    }

    /// Does the same, and returns what is necessary to look back.
    mutating func applying(_ changes: [Item: Change]) throws -> (changes: ResultChanges<Item>, past: Past) {
        // The chunks are shared, so this copies little; the table of entries is not copied,
        // but repaired after an error.
        var items = Array(changes.keys)
        // First those that leave, because another row may take the key of one.
        _ = items.partition { changes[$0]?.isAbsent == false }
        var past = Past(rows: rows, sections: sections, entries: items.map { ($0, entries[$0]) })
        var touched: [TouchedRow<Item>] = []
        for (item, oldEntry) in past.entries {
            guard let change = changes[item] else { continue }
            let oldPlace = oldEntry.map { place(of: $0, in: past.rows, past.sections) }
            guard let hasNewKey = take(change, of: item, before: oldEntry) else { continue }
            touched.append(TouchedRow(item: item, old: oldPlace, new: nil, hasNewKey: hasNewKey))
        }
        guard !touched.isEmpty else { return (ResultChanges(), past) }
        do {
            try divide(touched, before: past.sections)
            for index in touched.indices { touched[index].new = entries[touched[index].item].map(place) }
            try checkSections(of: touched)
        } catch {
            swap(with: &past)
            throw error
        }
        return (ResultChanges(touched, old: past.sections, new: sections), past)
    }

    /// Applies a change to the rows.
    ///
    /// - Returns: Whether the row's key has changed; nil if there is nothing to change.
    private mutating func take(_ change: Change, of item: Item, before oldEntry: Entry?) -> Bool? {
        switch change {
        case .absent:
            guard let oldEntry else { return nil }
            rows.remove(oldEntry)
            entries[item] = nil
            return true
        case .present(let key, let section):
            let entry = Entry(item: item, key: key, section: section)
            entries[item] = entry
            guard let oldEntry else {
                rows.insert(entry)
                return true
            }
            let hasSameKey = !rows.precedes(oldEntry, entry) && !rows.precedes(entry, oldEntry)
            if hasSameKey, oldEntry.section == section || !isDivided {
                rows.replace(with: entry)
                return false
            }
            rows.remove(oldEntry)
            rows.insert(entry)
            return true
        }
    }

    /// Finds the sections again: those that keep a row keep their order, and the others follow their first row.
    mutating func divide(_ touched: [TouchedRow<Item>], before old: ResultSections) throws {
        guard isDivided else {
            sections = ResultSections(names: [""], counts: [rows.count])
            return
        }
        var counts = old.counts
        var kept = counts
        var first: [String: (index: Int, count: Int)] = [:]
        for row in touched where row.hasNewKey {
            if let section = row.old?.path.section {
                counts[section] -= 1
                kept[section] -= 1
            }
            guard let entry = entries[row.item] else { continue }
            let index = rows.index(of: entry)
            let known = first[entry.section] ?? (index, 0)
            first[entry.section] = (min(index, known.index), known.count + 1)
        }
        var names: [String] = []
        var newCounts: [Int] = []
        var end = 0
        // Sections whose rows are all new, in the order of their first rows.
        var coming = first.filter { name, _ in old.indexes[name].map { kept[$0] == 0 } ?? true }
            .sorted { $0.value.index > $1.value.index }
        func append(_ name: String, _ count: Int) {
            names.append(name)
            newCounts.append(count)
            end += count
        }
        for (section, name) in old.names.enumerated() where kept[section] > 0 {
            while let next = coming.last, next.value.index <= end {
                append(next.key, next.value.count)
                coming.removeLast()
            }
            append(name, counts[section] + (first[name]?.count ?? 0))
        }
        while let next = coming.popLast() { append(next.key, next.value.count) }
        sections = ResultSections(names: names, counts: newCounts)
    }

    /// - Throws: ``SectionOrderError`` if a row is not in the section that it names.
    func checkSections(of touched: [TouchedRow<Item>]) throws {
        guard isDivided else { return }
        for row in touched {
            guard let place = row.new else { continue }
            let section = place.path.section
            guard sections.starts[section] <= place.index, place.index < sections.starts[section + 1] else {
                throw SectionOrderError()
            }
        }
    }
}

/// The sections of a result: their names in order, and the number of rows in each.
package struct ResultSections {
    package private(set) var names: [String] = []
    package private(set) var counts: [Int] = []
    /// The index of the first row of each section, and the number of all rows at the end.
    private(set) var starts: [Int] = [0]
    private(set) var indexes: [String: Int] = [:]

    init(names: [String], counts: [Int]) {
        self.names = names
        self.counts = counts
        starts.reserveCapacity(counts.count + 1)
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        indexes = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates the sections of rows with these names, in order.
    ///
    /// - Returns: Nil if the rows of one name are not adjacent (rule FRC-27).
    init?(rowNames: some Sequence<String>) {
        var names: [String] = []
        var counts: [Int] = []
        for name in rowNames {
            if names.last == name {
                counts[counts.count - 1] += 1
            } else {
                names.append(name)
                counts.append(1)
            }
        }
        guard Set(names).count == names.count else { return nil }
        self.init(names: names, counts: counts)
    }

    package var count: Int { names.count }
}
