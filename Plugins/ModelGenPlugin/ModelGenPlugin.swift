import Foundation
import PackagePlugin

/// Compiles the data models of a target into Swift, as part of the build.
///
/// A model is an `.xcdatamodeld` bundle in the target's folder, or one that a `modelgen.yml` there names. Each model
/// becomes one generated file, since a build has to know the files' names before it runs the tool.
@main
struct ModelGenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let discovery = try ModelDiscovery(targetFolder: target.directoryURL)
        if discovery.models.isEmpty {
            Diagnostics.warning(
                """
                the target '\(target.name)' uses ModelGenPlugin and has no data model; put an .xcdatamodeld bundle \
                into its folder, or name one in a modelgen.yml there
                """)
        }
        // A target without a configuration of its own has the package's, which the tool finds by itself.
        let packageConfiguration = context.package.directoryURL
            .appending(path: "modelgen.yml", directoryHint: .notDirectory)
        let isInPackage = FileManager.default.fileExists(atPath: packageConfiguration.path(percentEncoded: false))
        let configurations =
            discovery.configurations.isEmpty && isInPackage ? [packageConfiguration] : discovery.configurations
        let tool = try context.tool(named: "modelgen")
        return discovery.models.map { model in
            let output = context.pluginWorkDirectoryURL.appending(path: model.outputName)
            return .buildCommand(
                displayName: "Generating \(model.outputName) for \(target.name)",
                executable: tool.url,
                arguments: [
                    "generate", model.url.path(percentEncoded: false), "--layout", "model", "--no-manifest",
                    "--output", context.pluginWorkDirectoryURL.path(percentEncoded: false),
                ] + discovery.configurations.flatMap { ["--config", $0.path(percentEncoded: false)] },
                inputFiles: model.inputs + configurations,
                outputFiles: [output])
        }
    }
}
