import CompiledModels
import FileAccess
import Foundation
import MappingModels
import ModelSchema

/// The compiled mapping models (`.cdm`) in bundles.
struct CompiledMappings {
    /// Those of the program, whose bundles do not change while it runs.
    static let ofProgram = CompiledMappings(in: nil)

    /// Sorted by their paths.
    private let files: [URL]

    /// - Parameter bundles: The bundles; nil for that of the program, and those of the package's targets next to it.
    init(in bundles: [Bundle]?) {
        files = (bundles ?? Self.bundlesOfProgram).flatMap { bundle in
            (bundle.urls(forResourcesWithExtension: "cdm", subdirectory: nil) ?? []).map { $0 as URL }
        }.sorted { $0.absoluteString < $1.absoluteString }
    }

    private static var bundlesOfProgram: [Bundle] {
        // The package manager puts the resources of a target into a folder next to the program.
        let folder = Bundle.main.bundleURL
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return [.main]
            + names.filter { $0.hasSuffix(".resources") }.sorted().compactMap {
                Bundle(url: folder.appending(path: $0))
            }
    }

    /// Whether there are no files.
    var isEmpty: Bool { files.isEmpty }

    /// The first mapping model whose hashes are those of two versions; nil if there is none.
    ///
    /// - Parameters:
    ///   - source: The hashes of the older version, by the entity's name.
    ///   - destination: Those of the newer version.
    func first(from source: [String: Data], to destination: [String: Data]) -> MappingModel? {
        files.lazy.compactMap(Self.mappingModel).first { model in
            !model.entityMappings.isEmpty
                && model.entityMappings.allSatisfy { mapping in
                    Self.isSame(mapping.sourceEntityName, mapping.sourceEntityVersionHash, in: source)
                        && Self.isSame(
                            mapping.destinationEntityName, mapping.destinationEntityVersionHash, in: destination)
                }
        }
    }

    private static func isSame(
        _ name: String?, _ hash: CoreDataVersionHash?, in hashes: [String: Data]
    ) -> Bool {
        name.map { name in hash.map { Data($0.bytes) == hashes[name] } ?? false } ?? true
    }

    /// Reads a compiled mapping model; nil if it cannot be read.
    static func mappingModel(at url: URL) -> MappingModel? {
        // Only a file: a pipe would block, and a device can be endless.
        let bytes = try? FileReader.contents(
            of: url.path(percentEncoded: false), maximumSizeBytes: CompiledModel.maximumSizeBytes)
        return bytes.flatMap { try? MappingModel(archive: $0) }
    }
}
