import Foundation
import PackagePlugin

/// Runs the released tool with the arguments of the command.
@main
struct Generate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let tool = try Process.run(context.tool(named: "modelgen").url, arguments: ["generate"] + arguments)
        tool.waitUntilExit()
        if tool.terminationStatus != 0 { Diagnostics.error("modelgen exited with \(tool.terminationStatus)") }
    }
}
