import ArgumentParser
import CommandArguments
import CompiledModels
import FileAccess
import Foundation
import GeneratedOutput
import ModelCompiler
import ModelDiagnostics
import ModelHistory
import ModelSchema
import XCDataModel

/// `modelgen compile`: compiles a model to the files that apps contain.
struct Compile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Compile a model to the .momd folder or .mom file that apps contain.",
        discussion: """
            A bundle becomes a folder with a file for each version and VersionInfo.plist, and a single version becomes a \
            file. The folder is replaced as a whole, and unchanged files keep their date. A warning names everything whose \
            form is not known from files of Apple's compiler.

            EXAMPLES:
              modelgen compile Models/Shop.xcdatamodeld --output Build
              modelgen compile Models/Shop.xcdatamodeld --output Build --module Shop
            """)

    @Argument(help: "A bundle (.xcdatamodeld) or a version (.xcdatamodel).") var model: PathArgument

    @Option(
        name: .shortAndLong, help: .init("The folder to write to, created if necessary.", valueName: "folder"),
        completion: .directory)
    var output: PathArgument

    @Option(help: .init("The module of classes in the current product module.", valueName: "name")) var module: String?

    @Option(
        help: .init(
            "The version of Xcode whose files to write. The default is the latest known one.", valueName: "version"),
        transform: CompilerTools.init(argument:))
    var toolsVersion: CompilerTools?

    @Flag(help: "List files that differ without writing them, and exit with code 1 if there are any.") var check = false
    @Flag(help: "Treat warnings as errors.") var strict = false

    func run() async throws {
        var diagnostics: [LocatedDiagnostic] = []
        let path = try ModelCompiler.onlyModel(at: model.absolutePath, into: &diagnostics)
        let models = await DiskModels(isLenient: true).models(at: path.map { [$0] } ?? [], into: &diagnostics)
        try Failure.check(diagnostics)
        guard let path, let model = models.first, model.unreadableNames.isEmpty else { throw Failure.modelErrors }
        let tools = toolsVersion ?? .latest
        let archives = try archives(of: model, tools: tools)
        let plan = try plan(for: model, at: path, archives, tools)
        if check {
            for change in plan.staleChanges {
                try TextDestination.write("\(change.status == .removed ? "remove" : "write") \(change.name)\n", to: nil)
            }
            guard plan.isUpToDate else { throw Failure.modelErrors }
        } else {
            guard try OutputTransaction.carryOut([plan]) else { throw Failure.fileSystem }
        }
    }

    /// The archives of all versions, by name.
    private func archives(of model: VersionedModel, tools: CompilerTools) throws -> [String: [UInt8]] {
        var writer = CompiledModelWriter(tools: tools, moduleName: module)
        var archives: [String: [UInt8]] = [:]
        var diagnostics: [LocatedDiagnostic] = []
        for version in model.versions {
            archives[version.name] = writer.archive(of: version.model)
            guard !writer.findings.isEmpty else { continue }
            var index = SourceIndex(version.document.sourceMap)
            diagnostics += writer.findings.map { finding in
                let isError = finding.isError || strict
                let diagnostic = Diagnostic(
                    finding.isError ? .compilationImpossible : .compilationUncertain,
                    severity: isError ? .error : .warning, finding.message, at: .schema(finding.path))
                return LocatedDiagnostic(diagnostic, file: version.file) { index.position(of: $0) }
            }
        }
        try Failure.check(diagnostics)
        return archives
    }

    private func plan(
        for model: VersionedModel, at path: String, _ archives: [String: [UInt8]], _ tools: CompilerTools
    ) throws -> FolderPlan {
        let folder = output.absolutePath
        let name = model.name + (path.hasSuffix(".xcdatamodeld") ? ".momd" : ".mom")
        try OutputArgument(try PathArgument(argument: output.path + "/" + name)).refusePart()
        var files = Dictionary(uniqueKeysWithValues: archives.map { ("\($0.key).mom", $0.value) })
        guard path.hasSuffix(".xcdatamodeld") else {
            let plan = try FolderPlan(replacing: folder, with: files)
            for change in plan.changes {
                guard let bytes = change.oldBytes, (try? CompiledModel(archive: bytes, name: "")) == nil else {
                    continue
                }
                throw OutputError.unwritable(
                    path: plan.path(of: change.name), reason: "the file there is not a compiled model")
            }
            return plan
        }
        let hashes = Dictionary(uniqueKeysWithValues: model.versions.map { ($0.name, $0.hashes ?? [:]) })
        // A bundle without the file that names the current version is compiled without the name.
        let namesCurrent = FileReader.isAnything(at: path + "/.xccurrentversion")
        files[CompiledVersionList.fileName] = CompiledVersionList.bytes(
            of: hashes, currentName: namesCurrent ? model.currentName : nil, tools: tools)
        let bundle = folder + "/" + name
        return try FolderPlan(replacing: bundle, with: files, removing: Self.compiledFiles(in: bundle))
    }

    /// The files in a compiled bundle, which can be of another compiler.
    ///
    /// - Throws: ``OutputError`` if the folder contains something else.
    private static func compiledFiles(in folder: String) throws -> [String] {
        guard FileReader.isAnything(at: folder) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        let foreign = names.sorted().first { name in
            name != CompiledVersionList.fileName && ![".mom", ".omo"].contains(where: name.hasSuffix)
        }
        if let foreign {
            throw OutputError.unwritable(
                path: folder, reason: "it contains '\(foreign)', which is not a part of a compiled model")
        }
        return names
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
