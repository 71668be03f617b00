import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCompiler

/// This program under the name of one of Apple's compilers, `momc` or `mapc`, with the arguments that build systems
/// pass to them.
///
/// Source: the public build rules of Swift Build (`CoreData.xcspec`) and of Bazel (`rules_apple`), and the usage that
/// `momc` prints, as public pages quote it.
enum AppleCompiler: String {
    /// The compiler of models.
    case momc
    /// The compiler of mapping models.
    case mapc

    /// Creates the compiler that a program's path names; nil for another program.
    init?(programPath: String) {
        self.init(rawValue: String(programPath.split(separator: "/").last ?? ""))
    }

    /// Compiles what the arguments specify, and returns the exit code as an error, as the argument parser does.
    func run(_ arguments: [String]) -> any Error {
        do {
            let parsed = try AppleCompilerArguments(arguments, of: self)
            if parsed.printsUsage {
                StandardError.write(usage)
                return ExitCode.success
            }
            if parsed.isVerbose {
                for option in parsed.ignoredOptions {
                    StandardError.write("\(rawValue): note: \(option) has no effect\n")
                }
            }
            try carryOut(parsed)
            return ExitCode.success
        } catch let error as AppleCompilerArguments.InvalidArgumentError {
            StandardError.write("\(rawValue): error: \(error.message)\n\(usage)")
            return ExitCode.validationFailure
        } catch {
            return ModelGen.program.report(error).map { $0 as any Error } ?? error
        }
    }

    private var usage: String {
        """
        usage: \(rawValue) [--sdkroot <path>] [--<platform>-deployment-target <version>] [--module <name>] \
        \(self == .momc ? "[--no-warnings] [--action generate] [--dry-run] " : "[--mapc-no-warnings] ")[--verbose] \
        <source> <destination>

        """
    }

    private func carryOut(_ arguments: AppleCompilerArguments) throws {
        guard !arguments.generatesCode else { return try generate(arguments) }
        let compilation = ModelCompilation(
            moduleName: arguments.moduleName, showsWarnings: arguments.showsWarnings)
        let compiled =
            self == .mapc
            ? try MappingModelCompilation(models: compilation)
                .output(ofMappingModelAt: arguments.source.absolutePath)
            : try compilation.output(ofModelAt: arguments.source.absolutePath)
        let plan =
            arguments.isInFolder
            ? try compiled.plan(in: arguments.destination) : try compiled.plan(at: arguments.destination)
        guard !arguments.isDryRun else {
            for change in plan.changes where change.status != .removed {
                try "\(plan.path(of: change.name))\n".write(to: nil)
            }
            return
        }
        guard try OutputTransaction.perform([plan]) else { throw CommandExit.fileSystem }
        for (name, checksum) in compiled.checksums {
            try "\(name).xcdatamodel: note: Model \(name) version checksum: \(checksum)\n".write(to: nil)
        }
    }

    /// Generates the classes of a model as Xcode does, or lists their files.
    private func generate(_ arguments: AppleCompilerArguments) throws {
        let options = ["--style", "coredata", "--classes", "xcode", "--no-manifest", "--output"]
        let generation = try Generate.parse(options + [arguments.destination.path, arguments.source.path]).generation
        guard arguments.isDryRun else { return try generation.run() }
        for file in try generation.outputPaths() { try "\(file)\n".write(to: nil) }
    }
}

/// The arguments of `momc` or `mapc`.
struct AppleCompilerArguments {
    /// Arguments that neither compiler takes.
    struct InvalidArgumentError: Error {
        let message: String
    }

    /// The model or mapping model.
    private(set) var source: PathArgument
    /// The file or folder to write, or the folder to write to.
    private(set) var destination: PathArgument
    /// The module of classes in the current product module.
    private(set) var moduleName: String?
    /// Whether to write warnings.
    private(set) var showsWarnings = true
    /// Whether to generate classes instead of compiling.
    private(set) var generatesCode = false
    /// Whether to list files instead of writing them.
    private(set) var isDryRun = false
    /// Whether to name the options without an effect.
    private(set) var isVerbose = false
    /// Whether to explain the arguments, and to do nothing.
    private(set) var printsUsage = false
    /// The options without an effect, in their order.
    private(set) var ignoredOptions: [String] = []

    /// The options that only silence some of the warnings of Apple's compilers, or name their categories.
    private static let ignoredFlags: Set<String> = [
        "--no-inverse-relationship-warnings", "--no-max-property-count-warnings", "--no-delete-rule-warnings",
        "--suppress-inverse-transient-error", "--print-diagnostic-categories",
    ]

    /// - Throws: ``InvalidArgumentError`` for unknown options, and for a missing or superfluous path.
    init(_ arguments: [String], of compiler: AppleCompiler) throws {
        var paths: [String] = []
        source = try PathArgument(argument: ".")
        destination = source
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                paths.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws -> String {
                if parts.count == 2 { return parts[1] }
                guard let next = rest.popFirst() else {
                    throw InvalidArgumentError(message: "the option '\(argument)' has no value")
                }
                return next
            }
            switch parts[0] {
            case "--help":
                printsUsage = true
                return
            case "--module": moduleName = try value()
            case "--verbose": isVerbose = true
            case "--no-warnings" where compiler == .momc: showsWarnings = false
            case "--mapc-no-warnings" where compiler == .mapc: showsWarnings = false
            case "--dry-run" where compiler == .momc: isDryRun = true
            case "--action" where compiler == .momc:
                let action = try value()
                guard ["compile", "generate"].contains(action) else {
                    throw InvalidArgumentError(message: "the action '\(action)' is unknown")
                }
                generatesCode = action == "generate"
            case "--sdkroot", "--swift-version": ignoredOptions.append("\(parts[0]) \(try value())")
            case let option where option.hasSuffix("-deployment-target"):
                ignoredOptions.append("\(option) \(try value())")
            case let option where Self.ignoredFlags.contains(option): ignoredOptions.append(option)
            default: throw InvalidArgumentError(message: "the option '\(argument)' is unknown")
            }
        }
        guard paths.count == 2 else {
            throw InvalidArgumentError(message: "specify a source and a destination, instead of \(paths.count) paths")
        }
        source = try PathArgument(argument: paths[0])
        destination = try PathArgument(argument: paths[1])
    }

    /// Whether the destination is a folder to write to, and not the output itself.
    var isInFolder: Bool {
        guard !destination.path.hasSuffix("/") else { return true }
        let url = URL(filePath: destination.absolutePath)
        guard !["mom", "momd", "cdm"].contains(url.pathExtension) else { return false }
        return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
}
