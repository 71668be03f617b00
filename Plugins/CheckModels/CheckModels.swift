import PackagePlugin

/// `swift package check-models`: says whether committed code is what the models would become now.
///
/// It is `generate-models --check` by another name, since a plugin asks for its permissions whatever it then does:
/// this one writes nothing, and asks for none.
@main
struct CheckModels: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ModelCommand(context: context).run(arguments + (arguments.contains("--check") ? [] : ["--check"]))
    }
}
