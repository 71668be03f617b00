/// A sorted result in sections that follows changes with work proportional to the change.
///
/// What is sorted by, and where sections begin, is the caller's affair: each row comes with a key and the name of its
/// section. Keys of different rows are never equal.
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

    /// What a row is to be from now on.
    package enum Change {
        /// In the result, with this key.
        case present(Key, section: String)
        case absent
    }

    package private(set) var rows: SortedChunks<Entry>
    private(set) var entries: [Item: Entry]
    package internal(set) var sections: ResultSections
    /// Whether rows are divided up; if not there is one section, whatever their number (rule FRC-4).
    let isDivided: Bool

    /// - Parameters:
    ///   - entries: The rows, in order.
    ///   - precedes: Whether one key comes before another one.
    /// - Throws: ``SectionOrder`` if the rows of a section are apart.
    package init(sorted entries: [Entry], isDivided: Bool, by precedes: @escaping (Key, Key) -> Bool) throws {
        self.isDivided = isDivided
        rows = SortedChunks(sorted: entries) { precedes($0.key, $1.key) }
        self.entries = Dictionary(entries.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        guard isDivided else {
            sections = ResultSections(names: [""], counts: [entries.count])
            return
        }
        guard let sections = ResultSections(rowNames: entries.lazy.map(\.section)) else { throw SectionOrder() }
        self.sections = sections
    }

    /// The rows of a section are not next to each other in the order of the result.
    package struct SectionOrder: Error {}

    package var count: Int { rows.count }

    /// The place of a row; nil for what is not in the result.
    package func path(of item: Item) -> ResultChanges<Item>.Path? { entries[item].map { place(of: $0).path } }

    /// - Precondition: There is such a row.
    package subscript(path: ResultChanges<Item>.Path) -> Item { rows[sections.starts[path.section] + path.item].item }

    /// The rows of a section, in order.
    package func items(inSection section: Int) -> [Item] {
        rows.elements(in: sections.starts[section]..<sections.starts[section + 1]).map(\.item)
    }

    func place(of entry: Entry) -> TouchedRow<Item>.Place { place(of: entry, in: rows, sections) }

    private func place(
        of entry: Entry, in rows: SortedChunks<Entry>, _ sections: ResultSections
    ) -> TouchedRow<Item>.Place {
        let index = rows.index(of: entry)
        let section = isDivided ? sections.indexes[entry.section] ?? 0 : 0
        return TouchedRow.Place(index: index, path: .init(section: section, item: index - sections.starts[section]))
    }

    // MARK: Changes

    /// What a result was before changes were taken in; swapping brings it back, and swapping again the changes.
    struct Past {
        fileprivate var rows: SortedChunks<Entry>
        fileprivate var sections: ResultSections
        /// Of the rows that were changed; nil for those that were not in the result.
        fileprivate var entries: [(item: Item, entry: Entry?)]
    }

    /// Goes back to what was before changes, or on to what was after them. O(*n*) in their number.
    mutating func swap(with past: inout Past) {
        (rows, past.rows) = (past.rows, rows)
        (sections, past.sections) = (past.sections, sections)
        for index in past.entries.indices {
            let present = entries[past.entries[index].item]
            entries[past.entries[index].item] = past.entries[index].entry
            past.entries[index].entry = present
        }
    }

    /// Takes changes in, and says what they did. Rows with the key that they had count as updated.
    ///
    /// - Throws: ``SectionOrder``; the result is as it was then.
    package mutating func apply(_ changes: [Item: Change]) throws -> ResultChanges<Item> {
        try applying(changes).changes
    }

    /// The same, with what is needed to look back.
    mutating func applying(_ changes: [Item: Change]) throws -> (changes: ResultChanges<Item>, past: Past) {
        // The chunks are shared, so this copies little; the table of entries is not copied, but mended after an error.
        var past = Past(rows: rows, sections: sections, entries: changes.keys.map { ($0, entries[$0]) })
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
            for index in touched.indices {
                touched[index].new = entries[touched[index].item].map(place)
            }
            try checkSections(of: touched)
        } catch {
            swap(with: &past)
            throw error
        }
        return (ResultChanges(touched, old: past.sections, new: sections), past)
    }

    /// Creates a change to the rows.
    ///
    /// - Returns: Whether the row's key is another one now; nil if there is nothing to change.
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
}
