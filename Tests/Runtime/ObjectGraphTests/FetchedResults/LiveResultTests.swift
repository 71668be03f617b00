import ObjectGraph
import TestSupport
import Testing

/// The core of fetched results: which rows and sections come, go, move and change.
struct LiveResultTests {
    typealias Path = ResultChanges<String>.Path

    /// Rows named after their keys: `a1` is in section `a`.
    private func result(_ rows: [String], divided: Bool = true) throws -> LiveResult<String, String> {
        try LiveResult(
            sorted: rows.map { .init(item: $0, key: $0, section: divided ? String($0.prefix(1)) : "") },
            isDivided: divided, by: <)
    }

    private func present(_ key: String) -> LiveResult<String, String>.Change {
        .present(key, section: String(key.prefix(1)))
    }

    @Test("FRC-4 without a section key there is one section, even if it is empty")
    func oneSection() throws {
        var result = try result([], divided: false)
        #expect(result.sections.names == [""] && result.sections.counts == [0])
        let changes = try result.apply(["x": .present("x", section: "")])
        #expect(changes.deletedSections.isEmpty && changes.insertedSections.isEmpty)
        #expect(changes.rows == [.insert("x", at: Path(section: 0, item: 0))])
        #expect(result.sections.counts == [1])
    }

    @Test("FRC-3 and FRC-26 rows of equal section value form a section")
    func sections() throws {
        let result = try result(["a1", "a2", "c1"])
        #expect(result.sections.names == ["a", "c"])
        #expect(result.path(of: "c1") == Path(section: 1, item: 0))
        #expect(result[Path(section: 0, item: 1)] == "a2")
        #expect(result.items(inSection: 0) == ["a1", "a2"])
        #expect(result.path(of: "x") == nil)
    }

    @Test("FRC-27 rows of one section that are apart are an error")
    func sectionsApart() throws {
        let rows = ["a1", "b1", "a2"]
        #expect(throws: (any Error).self) {
            try LiveResult<String, Int>(
                sorted: rows.enumerated().map { .init(item: $1, key: $0, section: String($1.prefix(1))) },
                isDivided: true, by: <)
        }
        var result = try result(["a1", "b1"])
        #expect(throws: (any Error).self) { try result.apply(["x": .present("c", section: "a")]) }
        #expect(result.items(inSection: 0) == ["a1"] && result.count == 2)
        #expect(result.path(of: "x") == nil)
    }

    @Test("A row takes the key of one that leaves", arguments: 0..<8)
    func takingAKey(number: Int) throws {
        // With different texts, the changes are in different orders.
        let rows = (1...3).map { "a\($0) \(number)" }
        var result = try result(rows)
        let changes = try result.apply([rows[0]: .absent, rows[2]: present(rows[0])])
        #expect(result.items(inSection: 0) == [rows[2], rows[1]] && result.count == 2)
        #expect(
            changes.rows == [
                .delete(rows[0], at: Path(section: 0, item: 0)),
                .move(rows[2], from: Path(section: 0, item: 2), to: Path(section: 0, item: 0)),
            ])
    }

    @Test("FRC-11, FRC-12, FRC-15 and FRC-18 inserted and deleted rows are listed, shifted rows aren't")
    func insertionAndDeletion() throws {
        var result = try result(["a1", "a3", "b1"])
        let changes = try result.apply(["a2": present("a2"), "b1": .absent, "b2": present("b2")])
        #expect(
            changes.rows == [
                .delete("b1", at: Path(section: 1, item: 0)), .insert("a2", at: Path(section: 0, item: 1)),
                .insert("b2", at: Path(section: 1, item: 0)),
            ])
        #expect(changes.deletedSections.isEmpty && changes.insertedSections.isEmpty)
    }

    @Test("FRC-10 an object that neither is nor becomes part of the result changes nothing")
    func nothing() throws {
        var result = try result(["a1"])
        #expect(try result.apply(["b1": .absent]).isEmpty)
    }

    @Test("FRC-13 a change that moves no row is an update with both paths")
    func updates() throws {
        var result = try result(["a1", "a3", "a5"])
        var changes = try result.apply(["a3": present("a3"), "a0": present("a0")])
        #expect(
            changes.rows == [
                .insert("a0", at: Path(section: 0, item: 0)),
                .update("a3", from: Path(section: 0, item: 1), to: Path(section: 0, item: 2)),
            ])
        changes = try result.apply(["a3": present("a4")])
        #expect(changes.rows == [.update("a3", from: Path(section: 0, item: 2), to: Path(section: 0, item: 2))])
    }

    @Test("FRC-14 and FRC-30 a row that changes its place or its section moves")
    func moves() throws {
        var result = try result(["a1", "a2", "b1"])
        var changes = try result.apply(["a1": present("a3")])
        #expect(changes.rows == [.move("a1", from: Path(section: 0, item: 0), to: Path(section: 0, item: 1))])
        changes = try result.apply(["a1": present("b0")])
        #expect(changes.rows == [.move("a1", from: Path(section: 0, item: 1), to: Path(section: 1, item: 0))])
    }

    @Test("FRC-28, FRC-29 and FRC-31 sections appear with their first row and disappear with their last")
    func sectionChanges() throws {
        var result = try result(["a1", "c1"])
        let changes = try result.apply(["b1": present("b1"), "c1": .absent])
        #expect(changes.insertedSections == [.init(name: "b", index: 1)])
        #expect(changes.deletedSections == [.init(name: "c", index: 1)])
        #expect(
            changes.rows == [
                .delete("c1", at: Path(section: 1, item: 0)), .insert("b1", at: Path(section: 1, item: 0)),
            ])
    }

    @Test("FRC-16 applying the changes to the old result gives the new one", arguments: randomSeeds)
    func following(seed: UInt64) throws {
        print("LiveResultTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        for isDivided in [true, false] {
            var reference = RandomRows(isDivided: isDivided)
            var result = try reference.result()
            for _ in 0..<150 {
                var shown = (0..<result.sections.count).map { result.items(inSection: $0) }
                let changes = try result.apply(reference.change(using: &generator))
                #expect(result.sections.names == reference.sections.map(\.name))
                let expected = reference.sections.map(\.rows)
                #expect((0..<result.sections.count).map { result.items(inSection: $0) } == expected)
                shown.follow(changes)
                #expect(shown == expected)
                for (section, rows) in expected.enumerated() {
                    for (item, row) in rows.enumerated() {
                        #expect(result.path(of: row) == .init(section: section, item: item))
                    }
                }
            }
        }
    }

    @Test("A long result stays in order through random changes")
    func longListsStayInOrder() throws {
        var result = try LiveResult<Int, Int>(
            sorted: (0..<2_000).map { .init(item: $0, key: $0 * 2, section: "") }, isDivided: false, by: <)
        var generator = SplitMix(seed: 1)
        for item in 2_000..<4_000 {
            let change = LiveResult<Int, Int>.Change.present(
                Int.random(in: 0..<4_000, using: &generator) * 4_000 + item, section: "")
            _ = try result.apply([item: change])
        }
        for item in 0..<3_000 { _ = try result.apply([item: .absent]) }
        let keys = result.rows.elements.map(\.key)
        #expect(keys == keys.sorted() && keys.count == 1_000)
    }
}

let randomSeeds: [UInt64] = [0, 1] + SplitMix.seeds(4, for: "live results")

extension [[Int]] {
    /// Does what a list on a screen does.
    mutating func follow(_ changes: ResultChanges<Int>) {
        var gone: [ResultChanges<Int>.Path] = []
        var come: [(ResultChanges<Int>.Path, Int)] = []
        for row in changes.rows {
            switch row {
            case .delete(_, let path): gone.append(path)
            case .insert(let item, let path): come.append((path, item))
            case .move(let item, let from, let to):
                gone.append(from)
                come.append((to, item))
            case .update: break
            }
        }
        for path in gone.sorted().reversed() { self[path.section].remove(at: path.item) }
        for section in changes.deletedSections.reversed() {
            #expect(self[section.index].isEmpty)
            remove(at: section.index)
        }
        for section in changes.insertedSections { insert([], at: section.index) }
        for (path, item) in come.sorted(by: { $0.0 < $1.0 }) { self[path.section].insert(item, at: path.item) }
    }
}

/// Rows with random keys, kept in the simplest way.
struct RandomRows {
    struct Key: Comparable {
        var section: Int
        var place: Int
        var item: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.section, left.place, left.item) < (right.section, right.place, right.item)
        }
    }

    let isDivided: Bool
    var keys: [Int: Key] = [:]
    /// What the sections are called that rows sort into; changing a name moves a whole section.
    var names = ["a", "b", "c", "d", "e"]

    var sections: [(name: String, rows: [Int])] {
        let sorted = keys.values.sorted()
        guard isDivided else { return [("", sorted.map(\.item))] }
        var result: [(name: String, rows: [Int])] = []
        for key in sorted {
            if result.last?.name == names[key.section] {
                result[result.count - 1].rows.append(key.item)
            } else {
                result.append((names[key.section], [key.item]))
            }
        }
        return result
    }

    func result() throws -> LiveResult<Int, Key> {
        try LiveResult(
            sorted: keys.values.sorted().map { .init(item: $0.item, key: $0, section: names[$0.section]) },
            isDivided: isDivided, by: <)
    }

    mutating func change(using generator: inout SplitMix) -> [Int: LiveResult<Int, Key>.Change] {
        var touched: Set<Int> = []
        if Int.random(in: 0..<8, using: &generator) == 0 {
            // Two sections change places: all their rows get new keys.
            let pair = (Int.random(in: 0..<5, using: &generator), Int.random(in: 0..<5, using: &generator))
            names.swapAt(pair.0, pair.1)
            for (item, key) in keys where key.section == pair.0 || key.section == pair.1 {
                keys[item]?.section = key.section == pair.0 ? pair.1 : pair.0
                touched.insert(item)
            }
        }
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let item = Int.random(in: 0..<24, using: &generator)
            touched.insert(item)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                keys[item] = nil
            } else if keys[item] == nil || Bool.random(using: &generator) {
                keys[item] = Key(
                    section: Int.random(in: 0..<5, using: &generator), place: Int.random(in: 0..<6, using: &generator),
                    item: item)
            }
        }
        return Dictionary(
            uniqueKeysWithValues: touched.map { item in
                (item, keys[item].map { .present($0, section: names[$0.section]) } ?? .absent)
            })
    }
}
