package import CompiledModelWriting
import CompiledModels
import FileAccess
package import MappingModels
import ModelCompiler
package import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import XCDataModel

/// A mapping model on disk: an editor's, with the extension `xcmappingmodel`,
/// or a compiled one, with the extension `cdm`.
package struct MappingModelFile: Sendable {
    /// What a file contains.
    package struct Contents: Sendable {
        /// The editor's mapping model; nil for a compiled one.
        package var source: MappingModelSource?
        /// The mapping model; nil if it has errors, which ``findings`` explain.
        package var mappingModel: MappingModel?
        /// What is uncertain, and what is wrong.
        package var findings: [MappingModelCompletion.Finding] = []

        /// The place of a mapping, or of a property in it.
        package func position(
            ofMapping name: String, property propertyName: String?
        ) -> MappingModelSource.Position {
            let names = mappingModel?.entityMappings.map(\.name) ?? []
            guard let source, let index = names.firstIndex(of: name), source.entityMappings.indices.contains(index)
            else {
                return MappingModelSource.Position(line: 1, column: 1)
            }
            let entity = source.entityMappings[index]
            let properties = entity.attributeMappings + entity.relationshipMappings
            return properties.first { $0.name == propertyName }?.position ?? entity.position
        }
    }

    /// The path of the mapping model.
    package let path: String
    private let sourcePath: String?
    private let destinationPath: String?

    /// - Parameters:
    ///   - path: The absolute path of the mapping model.
    ///   - sourcePath: The older version; nil for the one that the mapping model names.
    ///   - destinationPath: The newer version; nil for the one that the mapping model names.
    package init(path: String, sourcePath: String? = nil, destinationPath: String? = nil) {
        self.path = path.withoutSlashAtEnd
        self.sourcePath = sourcePath
        self.destinationPath = destinationPath
    }

    /// Whether a path is that of a mapping model, by its extension.
    package static func isMappingModel(_ path: String) -> Bool {
        let path = path.withoutSlashAtEnd
        return path.hasSuffix(".xcmappingmodel") || path.hasSuffix(".cdm")
    }

    /// The file to read.
    package var contentsPath: String {
        path.hasSuffix(".xcmappingmodel") ? "\(path)/\(MappingModelReader.fileName)" : path
    }

    /// Reads the mapping model, and the two versions that an editor's mapping model needs.
    ///
    /// - Parameter diagnostics: Receives the errors of files that cannot be read.
    /// - Returns: Nil if a file cannot be read.
    package func read(into diagnostics: inout [LocatedDiagnostic]) -> Contents? {
        let bytes: [UInt8]
        do {
            bytes = try FileReader.contents(of: contentsPath, maximumSizeBytes: XMLLimits().sizeBytes + 1)
        } catch {
            diagnostics.append(LocatedDiagnostic(.unreadable(error), file: contentsPath) { _ in nil })
            return nil
        }
        guard path.hasSuffix(".xcmappingmodel") else {
            do {
                return Contents(mappingModel: try MappingModel(archive: bytes))
            } catch {
                diagnostics.append(LocatedDiagnostic(.unreadable(error), file: contentsPath) { _ in nil })
                return nil
            }
        }
        var found: [Diagnostic] = []
        let source = MappingModelReader().read(bytes, into: &found)
        diagnostics += found.map { LocatedDiagnostic($0, file: contentsPath) { _ in nil } }
        guard let source else { return nil }
        let old = version(
            sourcePath, source.sourcePath, "source", at: source.sourcePathPosition, into: &diagnostics)
        let new = version(
            destinationPath, source.destinationPath, "destination", at: source.destinationPathPosition,
            into: &diagnostics)
        guard let old, let new else { return nil }
        return contents(of: source, from: old, to: new)
    }

    /// Reads an editor's mapping model for two versions, wherever it says that they are; nil if it cannot be read.
    func contents(from old: Model, to new: Model) -> Contents? {
        var diagnostics: [Diagnostic] = []
        guard
            let bytes = try? FileReader.contents(of: contentsPath, maximumSizeBytes: XMLLimits().sizeBytes + 1),
            let source = MappingModelReader().read(bytes, into: &diagnostics)
        else { return nil }
        return contents(of: source, from: old, to: new)
    }

    /// Completes an editor's mapping model by two versions.
    private func contents(of source: MappingModelSource, from old: Model, to new: Model) -> Contents {
        var completion = MappingModelCompletion(from: old, to: new) { ModelExpression(archive: $0) }
        let mappingModel = completion.mappingModel(of: source)
        return Contents(source: source, mappingModel: mappingModel, findings: completion.findings)
    }

    /// Reads a version of the model: the specified one, or the one that the mapping model names.
    private func version(
        _ specifiedPath: String?, _ namedPath: String?, _ side: String, at position: MappingModelSource.Position,
        into diagnostics: inout [LocatedDiagnostic]
    ) -> Model? {
        let folder = specifiedPath ?? namedPath.flatMap { MappingModelVersions.folder(at: $0, for: path) }
        guard let folder else {
            let reason = "its \(side), '\(namedPath ?? "")', does not exist"
            diagnostics.append(
                LocatedDiagnostic(.mappingModelVersionMissing(reason, side, at: position), file: contentsPath) { _ in
                    nil
                })
            return nil
        }
        if let compiled = CompiledVersions(at: folder) { return compiled.current(into: &diagnostics) }
        return ModelLoader().loadCurrentVersion(at: folder, into: &diagnostics)?.model
    }
}

extension Diagnostic {
    fileprivate static func mappingModelVersionMissing(
        _ reason: String, _ side: String, at position: MappingModelSource.Position
    ) -> Self {
        Diagnostic(
            .mappingModelVersionMissing, reason, at: .source(line: position.line, column: position.column),
            hint: "specify the version with --\(side), or correct the path in the mapping model")
    }
}
