import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelSchema
import SourcePorting
import XCDataModel

/// The models among the sources that `modelgen port` changes.
struct PortedModels {
    private(set) var models: [PackageRecipe.Model] = []
    private(set) var diagnostics: [LocatedDiagnostic] = []

    /// Reads the current version of each model in folders.
    init(at paths: [String], in folder: WorkingDirectory) throws {
        let search = ConfigurationSearch(workingDirectory: folder.path)
        let found = paths.filter { FileKind(ofEntryAt: $0) == .folder }.flatMap(ModelBundle.paths)
        for path in Set(found).sorted() where FileReader.itemExists(at: path) {
            guard let model = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics)?.model else { continue }
            let entities = model.entities.map { entity in
                PackageRecipe.Entity(
                    name: entity.name, className: Self.className(entity),
                    isClassHandwritten: entity.codeGeneration != .classDefinition)
            }
            models.append(
                PackageRecipe.Model(
                    path: folder.shortenedPath(of: path), entities: entities,
                    isConfigured: search.path(forModelAt: path) != nil))
        }
    }

    /// The name of an entity's class without its module; empty if it has none.
    private static func className(_ entity: Entity) -> String {
        entity.representedClassName?.split(separator: ".").last.map(String.init) ?? ""
    }

    /// The entity of each class that belongs to only one.
    var entityByClass: [String: String] {
        let pairs = models.flatMap(\.entities).map { ($0.className, $0.name) }
        let counts = Dictionary(pairs.map { ($0.0, 1) }, uniquingKeysWith: +)
        return Dictionary(pairs.filter { counts[$0.0] == 1 && !$0.0.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    /// What the package of the working directory lacks.
    func recipe(for sources: [PortedSource], in folder: WorkingDirectory) -> PackageRecipe {
        let manifest = try? FileReader.contents(of: folder.path + "/Package.swift")
        return PackageRecipe(
            models.filter { !$0.path.hasPrefix("/") },
            sources: sources.map { (folder.shortenedPath(of: $0.path), $0.ported) },
            manifest: manifest.map { String(decoding: $0, as: UTF8.self) }
        ) { FileReader.itemExists(at: folder.path + "/" + $0) }
    }
}
