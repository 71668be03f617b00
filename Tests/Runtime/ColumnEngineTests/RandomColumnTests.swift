import Foundation
import TestSupport
import Testing

@testable import ColumnEngine

/// Columns hold what an array of optional values would, whatever is done to them.
struct RandomColumnTests {
    private static let texts: [String?] = [
        nil, "", "a", "exactly 15 byte", "exactly 16 bytes", "Zürich 🇨🇭", "e\u{301}", "é", "a\u{0}b",
        String(repeating: "long ", count: 50), String(repeating: "L", count: 254), String(repeating: "ß", count: 3000),
    ]

    @Test("A column of text returns what an array of optional strings would")
    func textsComeBack() {
        var generator = SplitMix.seeded()
        for _ in 0..<200 {
            // Some columns stay short.
            let texts = Array(Self.texts.prefix(Bool.random(using: &generator) ? 4 : Self.texts.count))
            var column = TextColumn()
            var expected: [String?] = []
            for _ in 0..<Int.random(in: 1...80, using: &generator) {
                let text = texts.randomElement(using: &generator) ?? nil
                switch Int.random(in: 0..<8, using: &generator) {
                case 0 where !expected.isEmpty:
                    let row = expected.indices.randomElement(using: &generator) ?? 0
                    column.set(text, at: row)
                    expected[row] = text
                case 1:
                    let row = Int.random(in: 0...expected.count, using: &generator)
                    column.insert(text, at: row)
                    expected.insert(text, at: row)
                case 2:
                    let rows = expected.indices.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
                    column.keep(rows)
                    expected = rows.map { expected[$0] }
                default:
                    column.append(text)
                    expected.append(text)
                }
            }
            expect(column, expected)
        }
    }

    @Test("Changing a text many times leaves the other rows of the column unchanged")
    func changingATextManyTimesKeepsTheOthers() {
        var column = TextColumn()
        for row in 0..<50 { column.append("the text of row number \(row)") }
        let copy = column
        for round in 0..<2000 { column.set(String(repeating: "x", count: round % 300), at: round % 10) }
        for row in 10..<50 { #expect(column[row] == "the text of row number \(row)") }
        for row in 0..<10 { #expect(column[row]?.utf8.count == (1990 + row) % 300) }
        for row in 0..<50 { #expect(copy[row] == "the text of row number \(row)") }
    }

    @Test("A text column can be created from contiguous UTF-8 bytes", arguments: [4, 9, 12])
    func textsInARowOfMemoryComeBack(_ kindCount: Int) {
        let expected = Array((0..<100).map { Self.texts[$0 % kindCount] })
        var bytes: [UInt8] = []
        var starts: [Int] = []
        var lengths: [Int] = []
        for text in expected {
            starts.append(bytes.count)
            lengths.append(text?.utf8.count ?? -1)
            bytes += Array((text ?? "").utf8)
        }
        let column = bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                lengths.withUnsafeBufferPointer { TextColumn(utf8: bytes, starts: starts, lengths: $0) }
            }
        }
        expect(column, expected)
    }

    @Test("A column without texts is the same however it was created, and takes texts")
    func columnsWithoutTexts() {
        var added = TextColumn()
        for _ in 0..<5 { added.append(nil) }
        let starts = [Int](repeating: 0, count: 5)
        let lengths = [Int](repeating: -1, count: 5)
        var read = starts.withUnsafeBufferPointer { starts in
            lengths.withUnsafeBufferPointer {
                TextColumn(utf8: UnsafeRawBufferPointer(start: nil, count: 0), starts: starts, lengths: $0)
            }
        }
        expect(read, [nil, nil, nil, nil, nil])
        #expect(Column.string(read).hasNoValue(inRows: 0..<5) && Column.string(added).hasNoValue(inRows: 0..<5))
        #expect(Column.string(read).hasSameValues(as: .string(added)))
        #expect(Column.string(added).hasSameValues(as: .string(read)))
        read.set("short", at: 3)
        #expect(!Column.string(read).hasNoValue(inRows: 0..<5))
        #expect(!Column.string(read).hasSameValues(as: .string(added)))
        added.set("short", at: 3)
        #expect(Column.string(added).hasSameValues(as: .string(read)))
        added.append(String(repeating: "x", count: 300))
        read.append(String(repeating: "x", count: 300))
        expect(read, [nil, nil, nil, "short", nil, String(repeating: "x", count: 300)])
        #expect(Column.string(read).hasSameValues(as: .string(added)))
    }

    @Test("Texts in a column compare like strings")
    func textsCompareAsStringsDo() {
        let texts = Self.texts.compactMap { $0 } + ["K", "\u{212A}", "abc", "abd", "ab", "exactly 15 bytf"]
        for prefix in [0, 1] {
            var column = TextColumn()
            // With a long one, and without.
            if prefix == 1 { column.append(String(repeating: "q", count: 20)) }
            for text in texts where prefix == 1 || text.utf8.count <= 15 { column.append(text) }
            for left in 0..<column.count {
                for right in 0..<column.count {
                    let (first, second) = (column[left] ?? "", column[right] ?? "")
                    #expect(column.isEqual(at: left, to: second) == (first == second), "\(first) \(second)")
                    #expect(column.begins(at: left, with: TextPrefix(second)) == first.hasPrefix(second))
                    let order = column.order(of: left, before: right, in: column)
                    #expect((order == .orderedAscending) == (first < second), "\(first) \(second)")
                    #expect((order == .orderedSame) == (first == second), "\(first) \(second)")
                }
                #expect(column.words(at: left) == SortCode.words(column[left] ?? ""))
                #expect(column.code(at: left) == SortCode.text(column[left] ?? ""))
            }
        }
    }

    @Test("A column of numbers returns what an array of optional numbers would")
    func numbersComeBack() {
        var generator = SplitMix.seeded()
        for _ in 0..<200 {
            let hasNil = Bool.random(using: &generator)
            var column = ColumnValues<Int32>()
            var expected: [Int32?] = []
            for _ in 0..<Int.random(in: 1...150, using: &generator) {
                let isNil = hasNil && Int.random(in: 0..<4, using: &generator) == 0
                let value = isNil ? nil : Int32.random(in: .min ... .max, using: &generator)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0 where !expected.isEmpty:
                    let row = expected.indices.randomElement(using: &generator) ?? 0
                    column[row] = value
                    expected[row] = value
                case 1:
                    let row = Int.random(in: 0...expected.count, using: &generator)
                    column.insert(value, at: row)
                    expected.insert(value, at: row)
                case 2:
                    let rows = expected.indices.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
                    column.keep(rows)
                    expected = rows.map { expected[$0] }
                default:
                    column.append(value)
                    expected.append(value)
                }
            }
            #expect((0..<column.count).map { column[$0] } == expected)
            let missing = expected.indices.filter { expected[$0] == nil }
            let made = ColumnValues(expected.map { $0 ?? 0 }, missingRows: missing)
            #expect((0..<made.count).map { made[$0] } == expected)
        }
    }

    private func expect(
        _ column: TextColumn, _ expected: [String?], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let texts = (0..<column.count).map { column[$0] }
        #expect(
            texts.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } },
            sourceLocation: sourceLocation)
        for row in expected.indices {
            #expect(column.isNil(at: row) == (expected[row] == nil), sourceLocation: sourceLocation)
            let bytes = column.withUTF8(at: row) { Array($0) }
            #expect(bytes == expected[row].map { Array($0.utf8) }, sourceLocation: sourceLocation)
        }
    }
}
