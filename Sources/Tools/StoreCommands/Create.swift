import ArgumentParser
import CommandArguments
import Foundation
import ObjectGraph
import StoreAccess
import StoreMigration

/// `modelgen store create`.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an empty store for a model, as a file or as tables in a database.",
        discussion: """
            The command does not replace an existing store. It creates the schema of a database if necessary.

            EXAMPLES:
              modelgen store create "postgresql://localhost/shop?schema=heroes" \\
                --model Models/Superheroes.xcdatamodeld
              modelgen store create Heroes.sqlite --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions
    @OptionGroup var naming: NamingOption
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try OutputArgument(options.store).refusePart()
        let place = try naming.applied(to: options.storeDescription)
        try place.requireAbsence()
        let model = try options.managedObjectModel()
        try place.create { place in
            let store = try place.openStore(for: model)
            // Some stores have no file before their first save.
            if try place.storeURL != nil && !place.exists() { _ = try store.commit(StoreChanges()) }
        }
    }
}

/// `modelgen store backup`.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a complete copy of a store, even while a program has it open.",
        discussion: """
            The copy is one file with every save, including those in the journal, and the files of large values. The \
            command does not replace an existing file.

            EXAMPLE:
              modelgen store backup Heroes.json --output Heroes.backup.json \\
                --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    @Option(target: .shortAndLong, help: "The file to write.")
    var output: PathArgument

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let place = try options.storeDescription
        try place.requirePresence()
        try OutputArgument(output).refusePart()
        try OutputArgument(output).requireFolder()
        try place.requireSameKind(ofCopyNamed: output.path)
        try place.backUp(to: URL(filePath: output.path), model: options.managedObjectModel())
    }
}
