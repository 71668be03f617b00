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
        let models = try TargetModels(of: target, in: context.package)
        try CommittedCode(sources: target.sourceFiles.map(\.url)).check(against: models.models, target: target.name)
        let build = try ModelBuild(
            models: models, targetName: target.name, sources: target.sourceFiles(withSuffix: "swift").map(\.url),
            isImportable: target.kind == .generic,
            tool: context.tool(named: "modelgen-build-step").url,
            workFolder: context.pluginWorkDirectoryURL, packageFolder: context.package.directoryURL)
        return try build.commands() + build.watchCommands()
    }
}
