extension LiveResult {
    /// Finds the sections again: those that keep a row keep their order, the others go where their first row is.
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
        // Those whose rows are all new, in the order of their first rows.
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

    /// - Throws: ``SectionOrder`` if a row does not lie in the section that it names.
    func checkSections(of touched: [TouchedRow<Item>]) throws {
        guard isDivided else { return }
        for row in touched {
            guard let place = row.new else { continue }
            let section = place.path.section
            guard sections.starts[section] <= place.index, place.index < sections.starts[section + 1] else {
                throw SectionOrder()
            }
        }
    }
}
