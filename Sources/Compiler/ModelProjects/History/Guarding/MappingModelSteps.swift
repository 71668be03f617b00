import CompiledModelWriting
import CompiledModels
import FileAccess
import Foundation
import MappingModels
import ModelDiagnostics
import ModelSchema
import XCDataModel

/// The mapping models near a bundle, which define the project's own migrations.
///
/// Source: the mapping models of public apps, whose XML names both versions by their folders.
struct MappingModelSteps: Sendable {
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

    /// The paths of the mapping models, by the step that each is for.
    private var paths: [Step: String] = [:]
    /// The paths of the compiled mapping models in the same folders, by their names without an extension.
    private var compiledPaths: [String: String] = [:]

    /// Finds the mapping models in the folder of a bundle and its subfolders.
    ///
    /// - Parameter diagnostics: Receives a warning for each folder, and each mapping model, that cannot be read.
    init(around bundlePath: String, into diagnostics: inout [LocatedDiagnostic]) {
        let bundle = URL(filePath: bundlePath)
        var problems: [LocatedDiagnostic] = []
        let found = Self.search.paths(below: Self.folder(of: bundle), into: &problems)
        for path in found.filter({ $0.hasSuffix(".cdm") }).prefix(Self.maximumCount) {
            compiledPaths[Self.name(of: path)] = path
        }
        for path in found.filter({ $0.hasSuffix(".xcmappingmodel") }).prefix(Self.maximumCount) {
            let file = path + "/xcmapping.xml"
            // A folder without the file is not a mapping model.
            guard (try? FileReader.requirePresence(at: file)) != nil else { continue }
            let bytes: [UInt8]
            do {
                bytes = try FileReader.contents(of: file, maximumSizeBytes: Self.maximumSizeBytes)
            } catch {
                problems.append(LocatedDiagnostic(.unreadable(error), file: file) { _ in nil })
                continue
            }
            guard let old = Self.version(in: bytes, "sourcemodelpath", of: bundle.lastPathComponent),
                let new = Self.version(in: bytes, "destinationmodelpath", of: bundle.lastPathComponent)
            else { continue }
            if paths[Step(old: old, new: new)] == nil { paths[Step(old: old, new: new)] = path }
        }
        for index in problems.indices { problems[index].severity = .warning }
        diagnostics += problems
    }

    /// Returns the path of the mapping model from one version to another; nil if there is none.
    func path(from old: String, to new: String) -> String? { paths[Step(old: old, new: new)] }

    /// Returns why Core Data does not use a mapping model, or its compiled form next to it, for two versions: a
    /// clause for each file, with its path.
    ///
    /// Core Data compares the hashes of the entities. Those of an editor's mapping model are computed when it is
    /// compiled, so it can only name something that no longer exists.
    func mismatches(of path: String, from old: Model, to new: Model) -> [(path: String, reason: String)] {
        var reasons: [(path: String, reason: String)] = []
        let contents = MappingModelFile(path: path).contents(from: old, to: new)
        if let error = contents?.findings.first(where: \.isError) { reasons.append((path, error.message)) }
        guard let compiled = compiledPaths[Self.name(of: path)] else { return reasons }
        let bytes: [UInt8]
        do {
            bytes = try FileReader.contents(of: compiled, maximumSizeBytes: Self.maximumSizeBytes)
        } catch {
            return reasons + [(compiled, "it cannot be read: \(error.reason)")]
        }
        guard let mappingModel = try? MappingModel(archive: bytes) else {
            return reasons + [(compiled, "it cannot be read")]
        }
        if let mismatch = mappingModel.mismatches(from: old, to: new).first {
            reasons.append(
                (
                    compiled,
                    mismatch.entityExists
                        ? "it was compiled for another revision of the entity '\(mismatch.entityName)'"
                        : "it names the entity '\(mismatch.entityName)', which does not exist"
                ))
        }
        return reasons
    }

    private static func name(of path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    private static var search: FolderSearch {
        FolderSearch(for: "mapping models", hint: "allow reading it", maximumDepth: maximumDepth) { name, kind in
            if name.hasSuffix(".xcdatamodeld") { return .skip }
            if name.hasSuffix(".cdm") { return .include }
            guard name.hasSuffix(".xcmappingmodel") else { return .enter }
            return kind == .folder || kind == .unknown ? .include : .skip
        }
    }

    /// The path of the folder that contains a bundle, without a slash at the end.
    private static func folder(of bundle: URL) -> String {
        bundle.deletingLastPathComponent().path(percentEncoded: false).withoutSlashAtEnd
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
