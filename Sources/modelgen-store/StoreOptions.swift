import ArgumentParser
import FileAccess
import Foundation
import JSONStore
import ModelCompiler
import ModelDiagnostics
import ObjectGraph
import TerminalOutput
import XCDataModel

/// Which store, and the model it was written with.
struct StoreOptions: ParsableArguments {
    @Argument(help: "The file of the store.", completion: .file())
    var store: String

    @Option(
        name: .shortAndLong, help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.",
        completion: .file())
    var model: String

    /// Opens the store to be read: also while a program has it open, and where nothing may be written.
    func open() throws -> ManagedObjectContext {
        let model = try managedObjectModel()
        guard FileReader.isAnything(at: store) else {
            throw StoreFailure(exitCode: 74, "there is no file '\(store)'")
        }
        return try context(model, JSONStoreOptions(isReadOnly: true))
    }

    /// Opens the store to be written to, which there need not be yet.
    func openToWrite() throws -> ManagedObjectContext {
        try context(managedObjectModel(), JSONStoreOptions())
    }

    private func context(_ model: ManagedObjectModel, _ options: JSONStoreOptions) throws -> ManagedObjectContext {
        try PersistentContainer(model: model, store: .json(at: url, options: options)).newContext()
    }

    var url: URL { URL(filePath: store) }

    /// The model, read from its file.
    func managedObjectModel() throws -> ManagedObjectModel {
        try ManagedObjectModel(readingFrom: model)
    }
}

/// An error that ends the program, with its exit code: 1 for what is in files, 64 for wrong usage, 74 for the file system.
struct StoreFailure: Error {
    var exitCode: Int32
    var message: String

    init(exitCode: Int32, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}

/// Does a command's work, and says in one line what went wrong.
func reportingFailures(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as ExitCode {
        throw error
    } catch let error as StoreFailure {
        StandardError.write("modelgen: error: \(error.message)\n")
        throw ExitCode(error.exitCode)
    } catch let error as JSONStoreError {
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(error.code == .fileSystem || error.code == .inUse ? 74 : 1)
    } catch {
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(1)
    }
}

extension String {
    /// Writes the text to a file, or to standard output where there is none.
    func write(toFileOrOutput path: String?) throws {
        do throws(FileFailure) {
            guard let path else { return try FileWriter.writeToStandardOutput(Array(utf8)) }
            try FileWriter.write(Array(utf8), to: path)
        } catch {
            throw StoreFailure(exitCode: 74, error.description)
        }
    }
}
