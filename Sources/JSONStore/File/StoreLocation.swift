import Foundation

/// Where a store's file is to be.
enum StoreLocation {
    /// The place that links point to, whether there is a file or not.
    static func resolvingLinks(_ url: URL) -> URL {
        var url = url.resolvingSymlinksInPath()
        // Foundation leaves a link as it is whose target is still to be made.
        for _ in 0..<32 {
            let path = url.path(percentEncoded: false)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            url = URL(filePath: target, relativeTo: url.deletingLastPathComponent()).absoluteURL
                .resolvingSymlinksInPath()
        }
        return url
    }

    static func makeFolder(of url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw JSONStoreError(
                .fileSystem, path: folder.path(percentEncoded: false),
                "the folder cannot be created: \(error.localizedDescription)")
        }
    }
}
