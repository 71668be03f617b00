import ArgumentParser
import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import StoreAccess
import StoreExchange

/// `modelgen store convert`.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Copy all objects of a store to a new one, JSON or SQLite.",
        discussion: """
            The new store is SQLite where its name ends in .sqlite, .sqlite3, .db or .storedata, and JSON otherwise. Objects \
            keep their numbers, and relationships their order; the store has an identity of its own. Afterwards every value \
            and every destination is read back and compared.

            EXAMPLES:
              modelgen store convert App.sqlite App.json
              modelgen store convert Heroes.json Heroes.sqlite \\
                --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file of the new store, which must not be there.", completion: .file())
    var target: String

    func run() throws {
        try reportingFailures {
            try options.requireFile()
            guard !FileReader.isAnything(at: target) else {
                throw StoreFailure(exitCode: 74, "'\(target)' is there already; nothing was written")
            }
            let model = try options.managedObjectModel()
            let source = try options.explainingMismatch {
                try StoreOptions.description(of: options.store, options.kind, isReadOnly: true).openStore(for: model)
            }
            let copy = StoreCopy(of: source, model: model)
            let count: Int
            do {
                count = try copy.write(to: openTarget(model, isReadOnly: false))
                let differences = try copy.differences(from: openTarget(model, isReadOnly: true))
                if let first = differences.first {
                    throw StoreFailure(
                        exitCode: 1, "the copy differs in \(differences.count) objects, the first of which is \(first)")
                }
            } catch {
                removeTarget()
                throw error
            }
            try "\(count) objects copied and compared\n".write(toFileOrOutput: nil)
        }
    }

    /// Removes what has been written of a copy that is none. What cannot be removed is left: the error says why there is no copy.
    private func removeTarget() {
        let url = URL(filePath: target)
        switch StoreKind(ofFileAt: target) {
        case .json: try? JSONStore.destroy(at: url)
        case .sqlite: try? SQLiteStore.destroy(at: url)
        }
    }

    private func openTarget(_ model: ManagedObjectModel, isReadOnly: Bool) throws -> any PersistentStore {
        try StoreOptions.description(of: target, StoreKind(ofFileAt: target), isReadOnly: isReadOnly)
            .openStore(for: model)
    }
}
