import ArgumentParser
import CommandArguments
import CompiledModelWriting
import CompiledModels
import GeneratedOutput
import ModelProjects

/// `modelgen compile`: compiles a model or a mapping model to the files that apps contain.
struct Compile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Compile a model or a mapping model to the files that apps contain.",
        discussion: """
            A bundle becomes a folder with a file for each version and VersionInfo.plist, a single version becomes a \
            .mom file, and a mapping model becomes a .cdm file. The command removes other files of a compiled model \
            from the folder, and unchanged files keep their date. It writes all files before it replaces the first \
            one; if it is killed meanwhile, run it again. A warning names everything whose form is not known from \
            files of Apple's compiler.

            EXAMPLES:
              modelgen compile Models/Shop.xcdatamodeld --output Build
              modelgen compile Models/Shop.xcdatamodeld --output Build --module Shop
              modelgen compile Models/Shop2To3.xcmappingmodel --output Build
            """)

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel), or a mapping model (.xcmappingmodel).")
    var model: PathArgument

    @Option(
        target: .shortAndLong, help: .init("The folder to write to, created if necessary.", valueName: "folder"),
        completion: .directory)
    var output: PathArgument

    @Option(help: .init("The module of classes in the current product module.", valueName: "name")) var module: String?

    @Option(
        help: .init(
            "The version of Xcode whose files to write. The default is the latest known one.", valueName: "version"),
        transform: CompilerTools.init(argument:))
    var toolsVersion: CompilerTools?

    @Option(
        help: .init(
            "The older version of a mapping model. The default is the one that the mapping model names.",
            valueName: "model"))
    var source: PathArgument?

    @Option(
        help: .init(
            "The newer version of a mapping model. The default is the one that the mapping model names.",
            valueName: "model"))
    var destination: PathArgument?

    @Flag(help: "List files that differ without writing them, and exit with code 1 if there are any.") var check = false
    @Flag(help: "Treat warnings as errors.") var strict = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard !MappingModelFile.isMappingModel(model.path) else { return }
        guard source == nil, destination == nil else {
            throw ValidationError("--source and --destination are the versions of a mapping model (.xcmappingmodel)")
        }
    }

    func run() throws {
        let compilation = ModelCompilation(
            tools: toolsVersion ?? .latest, moduleName: module, isStrict: strict)
        let compiled =
            MappingModelFile.isMappingModel(model.path)
            ? try MappingModelCompilation(models: compilation, source: source, destination: destination)
                .output(ofMappingModelAt: model.absolutePath)
            : try compilation.output(ofModelAt: model.absolutePath)
        let plan = try compiled.plan(in: output)
        if check {
            for change in plan.staleChanges {
                try "\(change.status == .removed ? "remove" : "write") \(change.name)\n".write(to: nil)
            }
            guard plan.isUpToDate else { throw CommandExit.modelErrors }
        } else {
            guard try OutputTransaction.perform([plan]) else { throw CommandExit.fileSystem }
        }
    }
}

extension CompilerTools {
    fileprivate init(argument: String) throws {
        guard let tools = CompilerTools(version: argument) else {
            let known = Self.knownVersions.joined(separator: ", ")
            throw ValidationError("the files of Xcode '\(argument)' are not known; specify one of these: \(known)")
        }
        self = tools
    }
}
