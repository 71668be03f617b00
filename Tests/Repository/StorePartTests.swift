import Foundation
import TestSupport
import Testing

/// The parts of the stores, as the page *Where everything is* lists them.
@Suite struct StorePartTests {
    private let table: MarkdownTable
    /// In the order of the columns.
    private let stores: [String]

    init() throws {
        table = try MarkdownTable(beginning: "| Part | `")
        stores = table.heading.dropFirst().dropLast().map(\.withoutCodeMarks)
    }

    /// What stores in SQL databases have in common.
    private static let shared = "SQLStore"

    @Test("The table of the parts of stores names types that each store has")
    func tableNamesTypesOfEachStore() throws {
        #expect(table.rows.count > 20)
        for (place, store) in stores.enumerated() {
            var declared = Set(try typeNames(in: store, isNestedToo: true))
            if store.contains("SQL") { declared.formUnion(try typeNames(in: Self.shared, isNestedToo: true)) }
            for row in table.rows where !row[place + 1].isEmpty {
                let name = row[place + 1].withoutCodeMarks
                #expect(declared.contains(name), "\(store) has no \(name)")
            }
        }
        // Every store of the package is in the table.
        let folders = SourceTree.folderNames(in: SourceTree.folder("Sources/Stores"))
        #expect(stores.sorted() == folders.filter { $0.hasSuffix("Store") && $0 != Self.shared })
    }

    @Test("Types that two stores have under one name are one part in the table")
    func equalNamesArePartsOfTheTable() throws {
        let declared = try stores.map { Set(try typeNames(in: $0)) }
        for (place, names) in declared.enumerated() {
            for name in names where declared[..<place].contains(where: { $0.contains(name) }) {
                let owners = stores.indices.filter { declared[$0].contains(name) }
                let isPart = table.rows.contains { row in owners.allSatisfy { row[$0 + 1].withoutCodeMarks == name } }
                let list = owners.map { stores[$0] }.joined(separator: " and ")
                #expect(isPart, "\(list) have \(name), which is not a part in the table")
            }
        }
    }

    @Test("A part with different names in the stores says why")
    func differencesHaveReasons() throws {
        // The name of a store at the beginning makes no difference.
        let prefixes = stores.map { $0.dropLast("Store".count) }
        for row in table.rows {
            let names = Set(
                row.dropFirst().dropLast().map { cell in
                    let name = cell.withoutCodeMarks
                    return prefixes.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
                })
            if names.count > 1, !names.contains("") { #expect(row.last?.isEmpty == false, "\(row[0])") }
        }
    }

    /// The names of the types that a store declares.
    ///
    /// - Parameter isNestedToo: Whether to add the types within others.
    private func typeNames(in store: String, isNestedToo: Bool = false) throws -> [String] {
        try SourceTree.swiftTexts(below: SourceTree.folder("Sources/Stores/\(store)")).values.flatMap { text in
            text.split(separator: "\n").compactMap { line in
                guard isNestedToo || !line.hasPrefix(" "), let words = DeclarationWords(line), words.isType
                else { return nil }
                return words.name
            }
        }
    }
}
