import Foundation
import TestSupport
import Testing

/// The parts of the stores, as the page *Where everything is* lists them.
@Suite struct StorePartTests {
    @Test("The table of the parts of stores names types that each store has")
    func tableNamesTypesOfEachStore() throws {
        let lines = try String(contentsOf: SourceTree.file(Floors.page), encoding: .utf8).split(separator: "\n")
        let rows = lines.drop { !$0.hasPrefix("| Part |") }.prefix { $0.hasPrefix("|") }.map(cells)
        let stores = try #require(rows.first).dropFirst().dropLast().map { $0.replacing("`", with: "") }
        #expect(rows.count > 20)
        for (place, store) in stores.enumerated() {
            var declared = try declaredTypes(of: store)
            if store.contains("SQL") { declared.formUnion(try declaredTypes(of: Self.shared)) }
            for row in rows.dropFirst(2) where !row[place + 1].isEmpty {
                let name = row[place + 1].replacing("`", with: "")
                #expect(declared.contains(name), "\(store) has no \(name)")
            }
        }
        // Every store of the package is in the table.
        #expect(try stores.sorted() == storeNames().sorted())
    }

    @Test("A part with different names in the stores says why")
    func differencesHaveReasons() throws {
        let lines = try String(contentsOf: SourceTree.file(Floors.page), encoding: .utf8).split(separator: "\n")
        // A type can begin with the name of its database, which is that of the store.
        let systems = try storeNames().map { $0.dropLast("Store".count) }
        for row in lines.drop(while: { !$0.hasPrefix("| Part |") }).dropFirst(2).prefix(while: { $0.hasPrefix("|") })
            .map(cells)
        {
            let names = Set(
                row.dropFirst().dropLast().map { name in
                    systems.reduce(name) { $0.replacing($1, with: "") }
                })
            if names.count > 1, !names.contains("") { #expect(row.last?.isEmpty == false, "\(row[0])") }
        }
    }

    /// What stores in SQL databases have in common.
    private static let shared = "SQLStore"

    /// The stores of the package, by their folders.
    private func storeNames() throws -> [String] {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.folder("Sources/Stores").path(percentEncoded: false))
        return folders.filter { $0.hasSuffix("Store") && $0 != Self.shared }
    }

    private func cells(_ line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func declaredTypes(of store: String) throws -> Set<String> {
        let folder = SourceTree.folder("Sources/Stores/\(store)").path(percentEncoded: false)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let texts = try paths.filter { $0.hasSuffix(".swift") }.map { path in
            try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        }
        let declaration = /(struct|class|enum|actor) (\w+)/
        return Set(texts.flatMap { text in text.matches(of: declaration).map { String($0.2) } })
    }
}
