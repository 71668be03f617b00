import Foundation
import TestSupport
import Testing

/// The floors of `Sources`, as the page *Where everything is* lists them: which may import which,
/// and the targets on each.
struct Floors {
    struct Target: Equatable {
        var name: String
        var purpose: String
    }

    struct Floor {
        /// The folder in `Sources`.
        var name: String
        var purpose: String
        /// The floors whose targets its own may import, besides itself.
        var imported: [String]
        /// In the order of the page: a target imports only those before it.
        var targets: [Target] = []
    }

    static let page = "Sources/Tools/modelgen/Documentation.docc/Architecture.md"

    /// From the lowest floor to the highest.
    private(set) var all: [Floor] = []

    init() throws {
        let lines = try String(contentsOf: SourceTree.file(Self.page), encoding: .utf8).split(separator: "\n")
        for row in Self.rows(after: "| Folder in `Sources` |", of: lines) {
            let imported = row[2].matches(of: /`(\w+)`/).map { String($0.1) }
            all.append(Floor(name: Self.name(row[0]), purpose: row[1], imported: imported))
        }
        for row in Self.rows(after: "| Folder | Target |", of: lines) {
            let place = try #require(all.firstIndex { $0.name == Self.name(row[0]) }, "\(row[0])")
            all[place].targets.append(Target(name: Self.name(row[1]), purpose: row[2]))
        }
    }

    private static func rows(after heading: String, of lines: [Substring]) -> [[String]] {
        lines.drop { !$0.hasPrefix(heading) }.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func name(_ cell: String) -> String { cell.replacing("`", with: "") }

    /// The folder of a target.
    static func folder(of target: Target, on floor: Floor) -> URL {
        let path = target.name == floor.name ? "Sources/\(floor.name)" : "Sources/\(floor.name)/\(target.name)"
        return SourceTree.folder(path)
    }
}
