import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelProjects
import ModelText

/// `modelgen decompile`: converts a compiled model back to a bundle.
struct Decompile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decompile", abstract: "Convert a compiled model, or the one in a SQLite store, to a bundle.",
        discussion: """
            The bundle compiles to an equal model, and generates code. Compiled models lack what only editors need; \
            the command lists what is lost. For a store, the command runs modelgen store model.

            EXAMPLES:
              modelgen decompile Shop.app/Shop.momd
              modelgen decompile Shop.app/Shop.momd --output Old.xcdatamodeld
              modelgen decompile App.sqlite --output App.xcdatamodeld
            """)

    @Argument(help: "A compiled model (.momd or .mom), or a SQLite store.") var model: PathArgument

    @Option(
        target: .shortAndLong,
        help: .init(
            "The bundle (.xcdatamodeld) or version (.xcdatamodel) to write, which must not exist. The default is a "
                + "bundle in the working folder, with the name of the model.", valueName: "bundle"))
    var output: PathArgument?

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let path = model.absolutePath
        try FileReader.requirePresence(at: path)
        guard CompiledVersions(at: path) != nil else { return try decompileStore() }
        if let output { try OutputArgument(output).refusePart() }
        let text = try CompiledSource(path).read()
        let bundle = output?.path ?? "\(text.name).xcdatamodeld"
        guard [".xcdatamodeld", ".xcdatamodel"].contains(where: bundle.hasSuffix) else {
            throw ValidationError("'\(bundle)' ends in neither .xcdatamodeld nor .xcdatamodel")
        }
        let parent = URL(filePath: AbsolutePath.of(bundle)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let files = try BundleConversion().write(
            text, to: AbsolutePath.of(bundle), isReplacing: false, remedy: "specify another bundle with --output")
        for file in files {
            try "wrote \(bundle)/\(file)\n".writeAsStatus()
        }
    }

    private func decompileStore() throws {
        let path = model.absolutePath
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard try isFolder.boolValue ? false : RegularFile.isDatabase(at: path) else {
            throw ValidationError("'\(model.path)' is neither a compiled model (.momd, .mom) nor a SQLite store")
        }
        let options = output.map { ["--output", $0.path] } ?? []
        try StoreLauncher.program.run(["model", model.path] + options + common.arguments)
    }
}
