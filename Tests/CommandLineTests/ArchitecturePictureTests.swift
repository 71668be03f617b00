import Foundation
import TestSupport
import Testing

/// The picture on the page that says where everything is.
@Suite struct ArchitecturePictureTests {
    @Test(arguments: ["Sources", "Plugins", "Tests"])
    func hasEveryFolder(parent: String) throws {
        let page = SourceTree.root.appending(path: "Sources/modelgen/Documentation.docc/Resources/Architecture.svg")
        let picture = try String(contentsOf: page, encoding: .utf8)
        let folders = try FileManager.default.contentsOfDirectory(
            at: SourceTree.folder(parent), includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        for folder in folders.map(\.lastPathComponent) where parent != "Tests" || !folder.hasSuffix("Tests") {
            let names = [">\(folder)<", "/\(folder)<", ">\(folder),", " \(folder)<", "/\(folder):"]
            #expect(names.contains { picture.contains($0) }, "\(parent)/\(folder) is missing in Architecture.svg")
        }
    }
}
