import Foundation
import PackagePlugin

/// Compiles the data models and mapping models of a target into the target's resources, as part of the build.
///
/// A model is an `.xcdatamodeld` bundle or an `.xcdatamodel` folder in the target's folder, and a mapping model is an
/// `.xcmappingmodel` folder there. Each becomes a resource, which programs find in `Bundle.module`.
@main
struct CompileModels: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let others = context.package.targets.map(\.directoryURL)
            .filter { $0.filePath != target.directoryURL.filePath && $0.isWithin(target.directoryURL) }
        let sources = CompiledSources(in: target.directoryURL, except: others)
        if sources.all.isEmpty {
            Diagnostics.warning(
                """
                the target '\(target.name)' uses CompileModels but has no data model; add an .xcdatamodeld bundle to \
                its folder
                """)
        }
        try sources.checkNames()
        let tool = try context.tool(named: "modelgen").url
        let package = context.package.directoryURL
        return sources.all.map { source in
            let models = source.isMappingModel ? [source] + sources.models : [source]
            // A folder for each, because two models of a target can have versions with the same name.
            let folder = context.pluginWorkDirectoryURL.appending(
                path: source.outputName + ".output", directoryHint: .isDirectory)
            let module = source.isMappingModel ? [] : ["--module", target.moduleName]
            return .buildCommand(
                displayName: "Compiling \(source.outputName) for \(target.name)", executable: tool,
                arguments: ["compile", source.url.filePath, "--output", folder.filePath] + module,
                inputFiles: models.flatMap { $0.inputs + $0.configuration(of: target.directoryURL, in: package) },
                outputFiles: [folder.appending(path: source.outputName, directoryHint: .notDirectory)])
        }
    }
}

/// A model or a mapping model of a target.
struct CompiledSource {
    let url: URL

    var isMappingModel: Bool { ModelBundle.isMappingModel(url) }

    /// The name of the resource.
    var outputName: String {
        let name = url.deletingPathExtension().lastPathComponent
        switch url.pathExtension {
        case "xcdatamodeld": return name + ".momd"
        case "xcdatamodel": return name + ".mom"
        default: return name + ".cdm"
        }
    }

    /// Every file whose change must compile it again.
    var inputs: [URL] {
        isMappingModel
            ? [url, url.appending(path: "xcmapping.xml", directoryHint: .notDirectory)] : ModelBundle(url: url).inputs
    }
}

extension CompiledSource {
    /// The `modelgen.yml` that holds for it, with the baseline that it names, and the folders in which one may be
    /// added: with other rules, a model may have errors.
    fileprivate func configuration(of target: URL, in package: URL) -> [URL] {
        // The tool reads more forms of YAML than this plugin does. In a file with others, the plugin sees no baseline.
        let configuration = try? ConfigurationFile(nearestTo: url, in: package)
        let files = configuration?.inputs ?? [ConfigurationFile.place(nearestTo: url, in: package)].compactMap { $0 }
        return files + ConfigurationFile.foldersToWatch(above: target, until: configuration, in: package)
    }
}

/// The models and mapping models in the folder of a target.
struct CompiledSources {
    /// By path.
    let models: [CompiledSource]
    /// By path.
    let mappingModels: [CompiledSource]

    var all: [CompiledSource] { models + mappingModels }

    /// - Parameter others: Folders in the target's folder that belong to other targets.
    init(in folder: URL, except others: [URL]) {
        let found = ModelFolder(folder, except: others).search()
        for problem in found.problems { Diagnostics.warning(problem) }
        let sources = found.bundles.map { CompiledSource(url: $0) }
        models = sources.filter { !$0.isMappingModel }
        mappingModels = sources.filter(\.isMappingModel)
    }

    /// Refuses sources that would become the same resource.
    func checkNames() throws {
        // Many file systems do not tell case apart.
        for (_, equal) in Dictionary(grouping: all, by: { $0.outputName.lowercased() }) where equal.count > 1 {
            let paths = equal.map { "'\($0.url.filePath)'" }.joined(separator: " and ")
            throw PluginError("\(paths) would both become \(equal[0].outputName); rename one of them")
        }
    }
}
