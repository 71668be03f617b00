#if canImport(XcodeProjectPlugin)
    import Foundation
    import PackagePlugin
    import XcodeProjectPlugin

    extension ModelGenPlugin: XcodeBuildToolPlugin {
        /// The models are the bundles among the target's files, and those that a `modelgen.yml` beside the project
        /// names.
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let project = context.xcodeProject.directoryURL
            let models = try TargetModels(
                found: target.inputFiles.map(\.url).filter(ModelBundle.isModel), in: project, of: project)
            return try ModelBuild(
                models: models, targetName: target.displayName,
                sources: target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" },
                isImportable: target.isImportable,
                tool: context.tool(named: "modelgen-build-step").url,
                workFolder: context.pluginWorkDirectoryURL, packageFolder: project
            ).commands()
        }
    }

    extension XcodeTarget {
        /// Applications and tools have code that nobody imports, but for tests that ask for what is internal.
        fileprivate var isImportable: Bool {
            switch product?.kind {
            case .application?, .executable?: false
            default: true
            }
        }
    }
#endif
