import Foundation
import PackagePlugin

/// A model of a target, and the configuration that holds for it.
struct TargetModel {
    let bundle: ModelBundle
    let configuration: ConfigurationFile?

    /// Every file whose change must generate the model's code again.
    var inputs: [URL] { bundle.inputs + (configuration?.inputs ?? []) }
}

/// The models of a target: those in its folder, and those that a `modelgen.yml` there names.
struct TargetModels {
    /// By path.
    let models: [TargetModel]
    /// The target's own folder.
    let folder: URL
    /// The configuration in the target's own folder.
    let configuration: ConfigurationFile?

    init(of target: any SourceModuleTarget, in package: Package) throws {
        let others = package.targets.map(\.directoryURL)
            .filter { $0.filePath != target.directoryURL.filePath && $0.isWithin(target.directoryURL) }
        let found = ModelFolder(target.directoryURL, except: others).search()
        for problem in found.problems { Diagnostics.warning(problem) }
        try self.init(
            found: found.bundles.filter(ModelBundle.isModel), in: target.directoryURL, of: package.directoryURL)
    }

    /// - Parameters:
    ///   - found: The models that lie in the folder.
    ///   - folder: The folder whose `modelgen.yml` may name more.
    ///   - package: The folder above which nothing is looked for.
    init(found: [URL], in folder: URL, of package: URL) throws {
        let configuration = try ConfigurationFile(in: folder)
        var models: [TargetModel] = []
        for url in found {
            let nearest = try ConfigurationFile(nearestTo: url, in: package)
            models.append(TargetModel(bundle: ModelBundle(url: url), configuration: nearest))
        }
        for url in try configuration?.models ?? [] {
            models.append(TargetModel(bundle: ModelBundle(url: url), configuration: configuration))
        }
        var seen: Set<String> = []
        self.models = models.filter { seen.insert($0.bundle.url.filePath).inserted }
            .sorted { $0.bundle.url.filePath < $1.bundle.url.filePath }
        self.configuration = configuration
        self.folder = folder
    }
}
