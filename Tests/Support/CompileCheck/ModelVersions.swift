public import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import XCDataModel

/// Versions of models, found below folders.
public struct ModelVersions: Sendable {
    /// The `contents` files of the versions that have no errors, in the order of their models.
    public private(set) var paths: [String] = []
    /// How many versions have errors, so that no code is generated from them.
    public private(set) var brokenCount = 0

    /// - Parameters:
    ///   - folders: Models, or folders to search.
    ///   - all: Whether every version counts, rather than the current one of each model.
    /// - Throws: What reading a version throws.
    public init(at folders: [String], all: Bool) throws {
        var ignored: [LocatedDiagnostic] = []
        for model in folders.flatMap({ ModelCompiler.models(at: $0, into: &ignored) }) {
            let sources =
                all
                ? ModelBundle.versions(at: model, into: &ignored)
                : ModelBundle.open(model, into: &ignored).map { [$0.currentVersion] } ?? []
            for source in sources {
                if try ModelCompiler().check(source.contentsPath).hasErrors {
                    brokenCount += 1
                } else {
                    paths.append(source.contentsPath)
                }
            }
        }
    }

    /// The bundles with several versions, instead of the versions.
    public init(bundlesAt folders: [String]) {
        var ignored: [LocatedDiagnostic] = []
        paths = folders.flatMap { ModelCompiler.models(at: $0, into: &ignored) }.filter {
            ModelBundle.versions(at: $0, into: &ignored).count > 1
        }
    }

    /// Generates the code of every version, leaving out those whose code is that of a version before.
    public func generate(_ options: GenerationOptions) throws -> [CheckedModel] {
        var seen: Set<[GeneratedFile]> = []
        return try paths.compactMap { try CheckedModel(at: $0, options: options) }.filter {
            seen.insert($0.files.sorted { $0.name < $1.name }).inserted
        }
    }
}
