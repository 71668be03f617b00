import ArgumentParser
import Foundation
import JSONStore
import SQLiteStore
import StoreAccess

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

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String

    func run() throws {
        try reportingFailures {
            let file = try options.place.requireFile(or: "copy it with pg_dump")
            let target = URL(filePath: output)
            if file.kind == .sqlite { return try SQLiteStore.backUp(file.url, to: target) }
            let store = try JSONStore(
                at: file.url, model: options.managedObjectModel(), options: JSONStoreOptions(isReadOnly: true))
            try store.backUp(to: target)
        }
    }
}
