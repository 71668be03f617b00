import Foundation
import TestSupport
import Testing

/// `Sources` is as the page *Where everything is* lists it.
@Suite struct FloorTests {
    private let floors: [Floors.Floor]

    init() throws { floors = try Floors().all }

    @Test("The page lists every folder, and each folder begins with a page of its own")
    func folders() {
        #expect(floors.map(\.name).sorted() == SourceTree.folderNames(in: SourceTree.folder("Sources")))
        for floor in floors {
            let folder = SourceTree.folder("Sources/\(floor.name)")
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path()), "\(floor.name)")
            // Programs have names of their own, and the folder of a single target is that of its sources.
            guard floor.name != "Examples", floor.targets.map(\.name) != [floor.name] else { continue }
            #expect(floor.targets.map(\.name).sorted() == SourceTree.folderNames(in: folder))
        }
    }

    @Test("Tests are in a folder of the same name, for each folder with tests")
    func tests() {
        let names = SourceTree.folderNames(in: SourceTree.folder("Tests")).filter { name in
            // A package of its own has other floors.
            let manifest = SourceTree.file("Tests/\(name)/Package.swift").path(percentEncoded: false)
            guard !FileManager.default.fileExists(atPath: manifest) else { return false }
            return SourceTree.folderNames(in: SourceTree.folder("Tests/\(name)")).contains { $0.hasSuffix("Tests") }
        }
        #expect(Set(names).isSubset(of: floors.map(\.name)), "\(names)")
    }

    @Test("A target imports only targets before it, and of folders that its own may import")
    func imports() throws {
        var known: [String: String] = [:]
        let all = Set(floors.flatMap(\.targets).map(\.name))
        for floor in floors {
            for target in floor.targets {
                for (file, name) in try imports(of: Floors.folder(of: target, on: floor)) where all.contains(name) {
                    let place = known[name]
                    let mayImport = place == floor.name || floor.imported.contains(place ?? "")
                    #expect(mayImport, "\(floor.name)/\(target.name)/\(file) imports \(name)")
                }
                known[target.name] = floor.name
            }
        }
        #expect(known.count > 50)
    }

    /// What the sources of a target import, with the first file that does.
    private func imports(of folder: URL) throws -> [(file: String, name: String)] {
        let path = folder.path(percentEncoded: false)
        let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        var imports: [String: String] = [:]
        for file in files.sorted() where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: path + "/" + file, encoding: .utf8)
            for line in text.split(separator: "\n").prefix(40) {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place <= 2, place + 1 < words.count,
                    !line.hasPrefix("/"), !line.hasPrefix(" ")
                else { continue }
                let name = String(words[place + 1])
                if imports[name] == nil { imports[name] = file }
            }
        }
        return imports.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
    }

    @Test("The picture is drawn from the page")
    func picture() throws {
        let path = "../../Sources/Tools/modelgen/Documentation.docc/Resources/Architecture.svg"
        try expectGolden(FloorPicture(floors).text, at: path)
    }
}
