import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCodegen
import ModelCompiler
import ModelDiagnostics

/// `modelgen template eject`: writes built-in templates to files.
struct EjectTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eject", abstract: "Write built-in templates to files that you can change.",
        discussion: """
            To use changed templates, run modelgen generate --templates FOLDER. Delete templates that you do not \
            change, so that newer versions of the tool use their own.

            EXAMPLE:
              modelgen template eject entity --output Templates
            """)

    @Argument(help: "The names of the templates. The default is all templates.") var names: [String] = []

    @Option(
        target: .shortAndLong, help: .init("The folder to write to, created if necessary.", valueName: "folder"),
        completion: .directory)
    var output: PathArgument

    @Flag(help: "Replace existing files.") var force = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        let known = BuiltInTemplate.all.map(\.name)
        for name in names where !known.contains(name) {
            let hint =
                NearestName.suggestion(for: name, among: known) ?? "list the templates with modelgen template list"
            throw ValidationError("unknown template '\(name)'; \(hint)")
        }
    }

    func run() throws {
        try OutputArgumentError.check(folder: output.absolutePath)
        let chosen = BuiltInTemplate.all.filter { names.isEmpty || names.contains($0.name) }
        let files = try chosen.map { ($0, try output.output(named: $0.name + ".stencil")) }
        // Check all files first, so that a problem leaves the folder unchanged.
        for (template, file) in files where !force {
            guard FileReader.itemExists(at: file.path) else { continue }
            // An item that is not a file has different content in any case.
            let present = try? FileReader.contents(of: file.path)
            if present != Array(template.text.utf8) { throw OutputError.present(path: file.path) }
        }
        try output.makeOutputFolder()
        for (template, file) in files { try file.write(template.text) }
    }
}
