import FileAccess
import Foundation

/// The mapping models near a bundle, which define the project's own migrations.
///
/// Source: the mapping models of public apps, whose XML names both versions by their folders.
struct MappingModels: Sendable {
    private struct Step: Hashable {
        var old: String
        var new: String
    }

    /// The maximum size of a mapping model. Real ones have up to a few megabytes.
    private static let maximumSizeBytes = 32 << 20
    /// The maximum depth of the search below the bundle's folder.
    private static let maximumDepth = 6
    /// The maximum number of mapping models, which is more than any project has.
    private static let maximumCount = 1_000

    private var steps: Set<Step> = []

    /// Finds the mapping models in the folder of a bundle and its subfolders.
    init(around bundlePath: String) {
        let bundle = URL(filePath: bundlePath)
        let paths = Self.paths(in: bundle.deletingLastPathComponent(), depth: 0).prefix(Self.maximumCount)
        for path in paths {
            let file = path + "/xcmapping.xml"
            guard let bytes = try? FileReader.contents(of: file, maximumSizeBytes: Self.maximumSizeBytes),
                let old = Self.version(in: bytes, "sourcemodelpath", of: bundle.lastPathComponent),
                let new = Self.version(in: bytes, "destinationmodelpath", of: bundle.lastPathComponent)
            else { continue }
            steps.insert(Step(old: old, new: new))
        }
    }

    /// Whether there is a mapping model from one version to another.
    func hasStep(from old: String, to new: String) -> Bool { steps.contains(Step(old: old, new: new)) }

    private static func paths(in folder: URL, depth: Int) -> [String] {
        guard depth < maximumDepth else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".xcdatamodeld") }.sorted().flatMap { name in
            let child = folder.appending(path: name, directoryHint: .notDirectory)
            let values = try? child.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
            guard values?.isDirectory == true, values?.isSymbolicLink != true else { return [String]() }
            return name.hasSuffix(".xcmappingmodel")
                ? [child.path(percentEncoded: false)] : paths(in: child, depth: depth + 1)
        }
    }

    /// Returns the version whose folder an XML attribute names; nil for a version of a different bundle.
    private static func version(in bytes: [UInt8], _ attribute: String, of bundle: String) -> String? {
        guard let name = bytes.firstRange(of: Array("name=\"\(attribute)\"".utf8)),
            let start = bytes[name.upperBound...].firstIndex(of: UInt8(ascii: ">")),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let path = String(decoding: bytes[(start + 1)..<end], as: UTF8.self).split(separator: "/")
        guard let version = path.last, version.hasSuffix(".xcdatamodel"), path.dropLast().last ?? "" == bundle else {
            return nil
        }
        return String(version.dropLast(".xcdatamodel".count))
    }
}
