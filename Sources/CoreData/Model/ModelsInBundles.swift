import Foundation

/// The models that bundles have, by which programs choose among those of their modules.
///
/// Generated models are part of the program. The resource bundle of a module, such as `App_Shop.bundle` or
/// `App_Shop.resources`, has the models of its module, and those of the compiled files in it; any other bundle, such as
/// the main one, has all generated models.
struct ModelsInBundles {
    /// The bundles; nil for the main one.
    let bundles: [Bundle]?

    /// The models, each once.
    var models: [NSManagedObjectModel] {
        var models: [NSManagedObjectModel] = []
        for model in (bundles ?? [.main]).flatMap(Self.models) where !models.contains(where: { $0 === model }) {
            models.append(model)
        }
        return models
    }

    private static func models(in bundle: Bundle) -> [NSManagedObjectModel] {
        guard let module = module(of: bundle) else { return GeneratedModels.all }
        let generated = GeneratedModels.models(ofModule: module)
        let names = Set(generated.compactMap(\.schemaName))
        let files: [URL] = ["momd", "mom"].flatMap { pathExtension in
            (bundle.urls(forResourcesWithExtension: pathExtension, subdirectory: nil) ?? []).map { $0 as URL }
        }
        let compiled = files.sorted { $0.path() < $1.path() }
            .filter { !names.contains($0.deletingPathExtension().lastPathComponent) }
        return generated + compiled.compactMap { NSManagedObjectModel(contentsOf: $0) }
    }

    /// The module of a resource bundle that the package manager has created,
    /// which it names after the package and the target.
    private static func module(of bundle: Bundle) -> String? {
        let url = bundle.bundleURL
        guard ["bundle", "resources"].contains(url.pathExtension) else { return nil }
        let name = url.deletingPathExtension().lastPathComponent
        return name.firstIndex(of: "_").map { String(name[name.index(after: $0)...]) }
    }
}
