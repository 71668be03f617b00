import Foundation
import TestSupport
import Testing

/// The runtime's targets, and the folders in each of them, know only what lies below them, as *Where everything is*
/// tells it.
@Suite struct LayerTests {
    static let targets = ["StoreProtocol", "ColumnEngine", "ObjectGraph"]

    @Test("The page about the architecture lists every folder of a target", arguments: targets)
    func pageHasEveryFolder(of target: String) throws {
        let folders = try FileManager.default.contentsOfDirectory(
            at: SourceTree.sources(of: target), includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map(\.lastPathComponent).filter { $0 != "Documentation.docc" }
        #expect(try layers(of: target).flatMap { $0 }.sorted() == folders.sorted())
    }

    @Test("A folder uses no type of a later layer", arguments: targets)
    func folderNamesNoTypeOfALaterLayer(in target: String) throws {
        let layers = try layers(of: target)
        let files = try sources(of: target)
        func layer(_ file: SourceFile) -> Int { layers.firstIndex { $0.contains(file.folder) } ?? layers.count }
        let places = Dictionary(
            files.flatMap { file in file.declaredTypes.map { ($0, layer(file)) } }, uniquingKeysWith: min)
        #expect(places.count > 40)
        for file in files {
            let later = file.words.filter { places[$0].map { $0 > layer(file) } ?? false }
            #expect(later.isEmpty, "\(file.path) names \(later.sorted().joined(separator: ", ")) of a later layer")
        }
    }

    @Test("Fewer than 10 files of the object graph name one another's types in a circle")
    func fewFilesNameOneAnotherInACircle() throws {
        let files = try sources(of: "ObjectGraph")
        let homes = Dictionary(
            files.flatMap { file in file.declaredTypes.map { ($0, file.path) } }, uniquingKeysWith: { $1 })
        #expect(homes["ManagedObject"] != nil && homes["ManagedObjectContext"] != nil)
        let named = Dictionary(
            uniqueKeysWithValues: files.map { file in
                (file.path, Set(file.words.compactMap { homes[$0] }).subtracting([file.path]))
            })
        let reached = named.mapValues { first in
            var (reached, waiting) = (first, Array(first))
            while let next = waiting.popLast() {
                waiting += (named[next] ?? []).filter { reached.insert($0).inserted }
            }
            return reached
        }
        for (path, others) in reached where others.contains(path) {
            let circle = others.filter { reached[$0]?.contains(path) == true }
            #expect(circle.count < 10, "\(circle.sorted().joined(separator: ", "))")
        }
    }

    @Test("The types of the table of the parts of a context exist, and most do not name the context")
    func partsOfAContextExist() throws {
        let names = try MarkdownTable(beginning: "| Part of a context |").rows.flatMap { $0[1].namesInCodeMarks }
        #expect(names.count > 15)
        let files = try sources(of: "ObjectGraph")
        let homes = names.compactMap { name in files.first { $0.declaredTypes.contains(name) } }
        #expect(homes.count == names.count)
        let independent = homes.filter { !$0.words.contains("ManagedObjectContext") }
        #expect(independent.count * 2 > homes.count)
    }

    @Test("The object graph uses no chunk or column of the column engine")
    func objectsNameNoChunkAndNoColumn() throws {
        let engine = try sources(of: "ColumnEngine")
        let parts = Set(
            engine.flatMap { file in
                file.declaredTypes.filter { name in
                    file.folder == "Columns" || ["Chunk", "Column", "Contents"].contains { name.contains($0) }
                }
            })
        #expect(parts.isSuperset(of: ["RowChunk", "RowContents", "Column", "LinkColumn", "ChunkList", "TextColumn"]))
        for file in try sources(of: "ObjectGraph") {
            let named = file.words.intersection(parts)
            #expect(named.isEmpty, "\(file.path) names \(named.sorted().joined(separator: ", "))")
        }
    }

    // MARK: What is read

    /// The layers of a target from the lowest to the highest, each with its folders, as the page has them.
    private func layers(of target: String) throws -> [[String]] {
        let rows = try MarkdownTable(beginning: "| Target | Its folders, ").rows
        let row = try #require(rows.first { $0[0].withoutCodeMarks == target })
        return row[1].components(separatedBy: ";").map(\.namesInCodeMarks)
    }

    private func sources(of target: String) throws -> [SourceFile] {
        let folder = SourceTree.sources(of: target).path(percentEncoded: false)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(path: path, text: try String(contentsOfFile: folder + path, encoding: .utf8))
        }
    }
}

/// What a source file declares and names.
private struct SourceFile {
    /// From the folder of the target.
    var path: String
    /// The types that the file declares, other files know, and no other type is around.
    var declaredTypes: [String]
    /// Everything that the file names, outside of comments and texts.
    var words: Set<String>

    init(path: String, text: String) {
        self.path = path
        let code = text.split(separator: "\n").map { line in
            let code = line.utf8.contains(UInt8(ascii: "\"")) ? line.replacing(/"(\\.|[^"\\])*"/, with: "\"\"") : line
            return code.prefix { $0 != "/" || !line.contains("//") }
        }
        declaredTypes = code.filter { $0.first?.isLetter == true }.compactMap { line in
            line.prefixMatch(of: /((package|public|open|final|indirect) )*(struct|class|enum|protocol) (\w+)/)
                .map { String($0.4) }
        }
        // By hand, since a regular expression takes seconds for all files without optimization.
        words = Set(
            code.flatMap { line in
                line.utf8.split { byte in
                    let character = Unicode.Scalar(byte)
                    return byte < 0x80 && !character.properties.isAlphabetic && !("0"..."9").contains(character)
                        && character != "_"
                }.map { String($0) ?? "" }
            })
    }

    /// The folder of the target that the file is in.
    var folder: String { path.split(separator: "/").first.map(String.init) ?? path }
}
