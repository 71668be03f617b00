import PackagePlugin

/// `swift package generate-models`: writes the code of a package's models into its targets' folders, to be committed.
@main
struct GenerateModels: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ModelCommand(package: context.package, tool: context.tool(named: "modelgen").url, arguments: arguments)
            .run()
    }
}
