import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler
import StoreAccess
public import StoreMigration

/// The program behind `modelgen store`, for packages that have stores of their own.
///
/// A finished program cannot load a store of another package. So a package with a store builds a program of one file,
/// whose commands work with its stores, and with those of this package. The page *Write a store* of the module
/// `ObjectGraph` shows one.
///
/// ```swift
/// // The file main.swift of a package whose stores are dictionaries.
/// StoreProgram.main(named: "dictionary-store", adding: [DictionaryStoreDescription.self])
/// ```
public enum StoreProgram {
    /// Runs the command that the arguments of the process specify, and ends the process.
    ///
    /// - Parameters:
    ///   - name: The name of the program in its help.
    ///   - kinds: The descriptions of other stores. If several take an argument, the last one has it, and all precede
    ///     the stores of this package.
    public static func main(named name: String, adding kinds: [any StoreAdministration.Type] = []) -> Never {
        ModelGenStore.$programName.withValue(name) {
            StoreKinds.$registered.withValue(StoreKinds.registered + kinds) {
                SystemCall.prepareProgram()
                let arguments = ProgramArguments.all()
                if arguments.first?.hasPrefix("--generate-completion-script") == true { ShellProgram.main(nil) }
                CommandProgram(ModelGenStore.self, commandError: CommandError.init(ofStores:)).run(arguments)
            }
        }
    }
}

/// The program under the name of its file, for shell completions. Help and errors have the name of the command.
private struct ShellProgram: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: ModelGenStore.programName.replacing(" ", with: "-"),
            abstract: ModelGenStore.configuration.abstract, version: ToolVersion.current,
            subcommands: ModelGenStore.configuration.subcommands)
    }
}
