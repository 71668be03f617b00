import PackagePlugin

/// `swift package generate-models`: writes the code of a package's models into its targets' folders, to be committed.
@main
struct GenerateModels: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ModelCommand(context: context).run(arguments)
    }
}
