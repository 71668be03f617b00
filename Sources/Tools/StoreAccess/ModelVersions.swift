import Foundation
import ModelCompiler
package import ModelDiagnostics
package import ModelSchema
import XCDataModel

/// All versions of a model.
package struct ModelVersions {
    private let sources: [ModelSource]

    /// Finds the versions of a bundle, or of the bundle that contains a version.
    package init(at path: String) {
        var url = URL(filePath: path).standardizedFileURL
        while url.pathExtension != "xcdatamodeld", url.pathComponents.count > 1 { url.deleteLastPathComponent() }
        var reportedElsewhere: [LocatedDiagnostic] = []
        let bundle = url.pathExtension == "xcdatamodeld" ? url.path(percentEncoded: false) : path
        sources = ModelBundle.versions(at: bundle, into: &reportedElsewhere)
    }

    /// The readable versions with their names, in the order of the bundle.
    ///
    /// - Parameter diagnostics: Receives the problems of the others.
    package func models(into diagnostics: inout [LocatedDiagnostic]) -> [(name: String, model: Model)] {
        sources.compactMap { source in
            ModelLoader().load(source, into: &diagnostics).map { (source.versionName, $0.model) }
        }
    }

    /// The folder of the first version that meets a condition; nil if there is none.
    package func path(where meetsCondition: (Model) throws -> Bool) throws -> String? {
        for source in sources {
            var reportedElsewhere: [LocatedDiagnostic] = []
            guard let document = ModelLoader().load(source, into: &reportedElsewhere),
                try meetsCondition(document.model)
            else { continue }
            return URL(filePath: source.contentsPath).deletingLastPathComponent().relativePath
        }
        return nil
    }
}
