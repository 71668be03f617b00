import Foundation
import PackagePlugin

/// Runs the tool for the targets of a package. It knows where models are, what to generate, and what to say.
struct ModelCommand {
    let context: PluginContext

    func run(_ arguments: [String]) throws {
        let targets = context.package.targets.filter { $0 is any SourceModuleTarget }.flatMap {
            ["--package-target", "\($0.name)=\($0.directoryURL.path(percentEncoded: false))"]
        }
        let process = Process()
        process.executableURL = try context.tool(named: "modelgen").url
        process.arguments = ["generate-models"] + targets + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            return Diagnostics.error("modelgen exited with code \(process.terminationStatus)")
        }
    }
}
