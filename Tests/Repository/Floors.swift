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

    /// From the lowest floor to the highest.
    private(set) var all: [Floor] = []

    init() throws {
        for row in try MarkdownTable(beginning: "| Folder in `Sources` |").rows {
            all.append(Floor(name: row[0].withoutCodeMarks, purpose: row[1], imported: row[2].namesInCodeMarks))
        }
        for row in try MarkdownTable(beginning: "| Folder | Target |").rows {
            let place = try #require(all.firstIndex { $0.name == row[0].withoutCodeMarks }, "\(row[0])")
            all[place].targets.append(Target(name: row[1].withoutCodeMarks, purpose: row[2]))
        }
    }

    /// The folder of a target.
    static func folder(of target: Target, on floor: Floor) -> URL {
        let path = target.name == floor.name ? "Sources/\(floor.name)" : "Sources/\(floor.name)/\(target.name)"
        return SourceTree.folder(path)
    }
}
