import Foundation
import ModelDiagnostics
import ModelSchema
import ObjectGraph
import TestSupport
import Testing
import XCDataModel

/// A store that Core Data has written, and the model that it was written with.
struct PublicStore: Sendable, CustomTestStringConvertible {
    var file: URL
    var modelFile: URL

    var testDescription: String { PublicStores.name(of: file) }

    /// All stores whose model is known as a file.
    static let all: [PublicStore] = {
        guard let folder = PublicStores.folder,
            let list = try? String(contentsOf: folder.appending(path: "SOURCES.tsv"), encoding: .utf8)
        else { return [] }
        return list.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 8, let repository = fields[0].split(separator: "/").first,
                let range = fields[7].range(of: #"[^/]+\.xcdatamodeld/.*\.xcdatamodel"#, options: .regularExpression)
            else { return nil }
            let bundle = fields[7][range]
            return PublicStore(
                file: folder.appending(path: String(fields[0])),
                modelFile: folder.appending(path: "\(repository)/\(bundle)"))
        }
    }()

    /// The model, as its file says it.
    func model() throws -> ManagedObjectModel {
        var diagnostics: [Diagnostic] = []
        let bytes = Array(try Data(contentsOf: modelFile.appending(path: "contents")))
        let name = modelFile.deletingPathExtension().lastPathComponent
        let document = XCDataModelReader().read(bytes, named: name, into: &diagnostics)
        return ManagedObjectModel(try #require(document).model)
    }

    /// A copy of the store in a folder, with what lies beside it.
    func copy(in folder: TemporaryFolder) throws -> URL {
        let copy = folder.url.appending(path: file.lastPathComponent)
        for suffix in ["", "-wal", "-shm"] {
            let source = file.path(percentEncoded: false) + suffix
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: copy.path(percentEncoded: false) + suffix)
        }
        return copy
    }
}
