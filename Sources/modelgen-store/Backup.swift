import ArgumentParser
import Foundation
import JSONStore
import SQLiteStore
import StoreAccess

/// `modelgen store backup`.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a complete copy of a store, also while a program has it open.",
        discussion: """
            The copy is one file that holds every save, those in the journal too, and the files of large values. A file that \
            is there is not replaced.

            EXAMPLE:
              modelgen store backup Heroes.json --output Heroes.backup.json \\
                --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String

    func run() throws {
        try reportingFailures {
            let file = try options.place.requireFile(or: "pg_dump writes a copy of it")
            let target = URL(filePath: output)
            if file.kind == .sqlite { return try SQLiteStore.backUp(file.url, to: target) }
            let store = try JSONStore(
                at: file.url, model: options.managedObjectModel(), options: JSONStoreOptions(isReadOnly: true))
            try store.backUp(to: target)
        }
    }
}
