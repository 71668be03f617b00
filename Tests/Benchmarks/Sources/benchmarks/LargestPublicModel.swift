import Foundation

/// The largest model of the public repositories that tests read, where they lie beside this repository.
enum LargestPublicModel {
    /// The path of its `contents`; nil where the models are missing.
    static func contents(besideRepository root: URL) -> URL? {
        let folder = root.deletingLastPathComponent().appending(path: "shared/corpus")
        guard let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)) else { return nil }
        let files = paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".xcdatamodel/contents") }
            .map { folder.appending(path: $0) }
        func sizeBytes(_ url: URL) -> Int { (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
        // By path where sizes are equal, so that every run measures the same file.
        return files.max { (sizeBytes($0), $1.path) < (sizeBytes($1), $0.path) }
    }
}
