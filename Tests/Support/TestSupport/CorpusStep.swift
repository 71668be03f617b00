import Foundation
import ModelDiagnostics
public import ModelSchema
import Testing
import XCDataModel

/// Consecutive versions of a public model.
public struct CorpusStep: Sendable {
    /// The path of the bundle.
    public var bundle: String
    /// The names of the versions.
    public var names: (old: String, new: String)
    /// The earlier version.
    public var old: Model
    /// The later one.
    public var new: Model

    /// `Shop.xcdatamodeld 1 to 2`.
    public var title: String { "\(URL(filePath: bundle).lastPathComponent) \(names.old) to \(names.new)" }

    /// Every step of every bundle that a part of a path names, in the order of the bundles' paths and versions.
    public static func all(in part: String = "") throws -> [CorpusStep] {
        let folder = try #require(Corpus.folder)
        let paths = ModelBundle.paths(below: folder.path(percentEncoded: false)).filter {
            $0.hasSuffix(".xcdatamodeld") && (part.isEmpty || $0.contains(part))
        }
        return try paths.flatMap { path in
            var problems: [LocatedDiagnostic] = []
            let versions = try ModelBundle.versions(at: path, into: &problems).map { source in
                let read = try Corpus.reading(ofFileAt: source.contentsPath)
                return (source.versionName, try #require(read.document, "\(source.contentsPath)").model)
            }
            return zip(versions, versions.dropFirst()).map { old, new in
                CorpusStep(bundle: path, names: (old.0, new.0), old: old.1, new: new.1)
            }
        }
    }
}
