import ArgumentParser
import FileAccess
import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore
import TerminalOutput

/// Which store, and the model it was written with.
struct StoreOptions: ParsableArguments {
    @Argument(help: "The file of the store: JSON, or SQLite as Core Data writes it.", completion: .file())
    var store: String

    @Option(
        name: .shortAndLong,
        help: """
            A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file; for a SQLite store, the model in the \
            store when left out.
            """,
        completion: .file())
    var model: String?

    var url: URL { URL(filePath: store) }

    var kind: StoreKind { StoreKind(ofFileAt: store) }

    /// Opens the store to be read: also while a program has it open, and where nothing may be written.
    func open() throws -> ManagedObjectContext {
        try container(to: .read).newContext()
    }

    /// Opens the store to be written to, which there need not be yet.
    func openToWrite() throws -> ManagedObjectContext {
        try container(to: .write).newContext()
    }

    enum Purpose {
        case read, write
    }

    private func container(to purpose: Purpose) throws -> PersistentContainer {
        let model = try managedObjectModel()
        if purpose == .read { try requireFile() }
        let description = Self.description(of: store, kind, isReadOnly: purpose == .read)
        return try explainingMismatch {
            try PersistentContainer(model: model, stores: [(configuration: nil, store: description)])
        }
    }

    /// Describes the store in a file.
    static func description(of path: String, _ kind: StoreKind, isReadOnly: Bool) -> any PersistentStoreDescription {
        let url = URL(filePath: path)
        switch kind {
        case .json: return .json(at: url, options: JSONStoreOptions(isReadOnly: isReadOnly))
        case .sqlite: return .sqlite(at: url, options: SQLiteStoreOptions(isReadOnly: isReadOnly))
        }
    }

    /// - Throws: `FileFailure` where there is nothing at the path.
    func requireFile() throws {
        try FileReader.requirePresence(at: store)
    }

    /// The model, read from its file, or from the store.
    func managedObjectModel() throws -> ManagedObjectModel {
        if let model { return try ManagedObjectModel(readingFrom: model) }
        guard kind == .sqlite else {
            throw StoreFailure(exitCode: 64, "a JSON store does not hold its model: name it with --model")
        }
        guard FileReader.isAnything(at: store) else {
            throw StoreFailure(
                exitCode: 74, "there is no file '\(store)'; for a new store, name its model with --model")
        }
        do {
            return try SQLiteStore.model(at: url)
        } catch let error as SQLiteStoreError where error.code == .modelMissing {
            throw StoreFailure(exitCode: 64, "\(error); name it with --model")
        }
    }

    /// Does work that opens the store, and says which version of the model fits where the current one does not.
    func explainingMismatch<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SQLiteStoreError where error.code == .modelMismatch {
            throw try mismatch(error) { try SQLiteStore.isStore(at: url, of: $0) }
        } catch let error as JSONStoreError where error.code == .modelMismatch {
            throw try mismatch(error) { version in
                let options = JSONStoreOptions(isReadOnly: true)
                return (try? JSONStore(at: url, model: ManagedObjectModel(version), options: options)) != nil
            }
        }
    }

    /// The error with the version that fits, or with the news that none does.
    private func mismatch(_ error: any Error, _ fits: (Model) throws -> Bool) throws -> any Error {
        guard let model else { return error }
        if let version = try ModelVersions(at: model).path(where: fits) {
            return StoreFailure(exitCode: 1, "\(error): --model '\(version)' fits")
        }
        return StoreFailure(exitCode: 1, "\(error); no version in '\(model)' fits the store")
    }
}
