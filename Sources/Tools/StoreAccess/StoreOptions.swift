package import ArgumentParser
package import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects
import ModelSchema
package import ObjectGraph
package import StoreMigration

/// The options for a store and its model.
package struct StoreOptions: ParsableArguments {
    @Argument(
        help: "The store: \(StoreKinds.argumentForms).")
    package var store: PathArgument

    @Option(
        name: .shortAndLong,
        help: """
            A bundle (.xcdatamodeld), a version (.xcdatamodel), a contents file, or a folder that contains one model. \
            The default is the model in the store, or the model of modelgen.yml in the working folder.
            """)
    package var model: PathArgument?

    package init() {}

    package func validate() throws {
        guard !store.isStandardInput else {
            throw ValidationError("a store is a file or a database, not standard input; specify it")
        }
    }

    /// - Throws: ``CommandError`` if the argument cannot name a store.
    package var storeDescription: any StoreAdministration {
        get throws(CommandError) { try StoreKinds.store(named: store.path) }
    }

    /// Opens the store read-only, even while a program has it open, or if it cannot be written to.
    package func open() throws -> ManagedObjectContext {
        try storeDescription.requirePresence()
        return try container(of: managedObjectModel(), isReadOnly: true).newContext()
    }

    /// Opens the store for writing, or creates it.
    package func openToWrite(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
        try container(of: model, isReadOnly: false).newContext()
    }

    /// Opens the store.
    ///
    /// - Parameter lockTimeoutMilliseconds: How long to wait for a lock of another program; nil for the usual time.
    package func container(
        of model: ManagedObjectModel, isReadOnly: Bool, lockTimeoutMilliseconds: Int? = nil
    ) throws -> PersistentContainer {
        var description = try storeDescription
        description.isReadOnly = isReadOnly
        if let lockTimeoutMilliseconds { description.lockTimeoutMilliseconds = lockTimeoutMilliseconds }
        return try explainingMismatch { [description] in
            try PersistentContainer(model: model, stores: [(configuration: nil, store: description)])
        }
    }

    /// The model of the option, of the store, or of the project, in this order.
    package func managedObjectModel() throws -> ManagedObjectModel {
        if let model {
            StandardError.writeDetail("modelgen: the model is '\(model.path)', as specified\n")
            return try ManagedObjectModel(readingFrom: model.path)
        }
        guard try storeDescription.exists() else { return try modelOfProject(or: "a new store has no model yet") }
        do {
            let model = try storeDescription.storedModel().model
            StandardError.writeDetail("modelgen: the model '\(model.name)' is the one in the store\n")
            return model
        } catch let error as StoreError where error.code == .modelMissing {
            return try modelOfProject(or: "\(error)")
        } catch let error as StoreError where error.code == .malformed {
            // A damaged store can be repaired with the model of the project.
            guard let path = try modelOfProject() else { throw error }
            return try ManagedObjectModel(readingFrom: path)
        }
    }

    private func modelOfProject(or reason: String) throws -> ManagedObjectModel {
        guard let path = try modelOfProject() else {
            throw CommandError(.usage, "\(reason); specify it with --model, or in modelgen.yml")
        }
        return try ManagedObjectModel(readingFrom: path)
    }

    /// The path of the only model that modelgen.yml in the working directory lists; nil without such a file, or a model
    /// in it.
    private func modelOfProject() throws -> String? {
        var settings = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        let listed = try settings.projectConfiguration().models
        guard settings.diagnostics.isEmpty else {
            StandardError.write(DiagnosticTextFormatter().format(settings.diagnostics))
            throw ExitStatus.usage.code
        }
        var reportedByReading: [LocatedDiagnostic] = []
        let models = try ModelCompiler.namedModels(at: listed, into: &reportedByReading)
        guard models.count > 1 else {
            let path = models.first ?? listed.first
            if let path { StandardError.writeDetail("modelgen: the model is '\(path)', from modelgen.yml\n") }
            return path
        }
        throw CommandError(
            .usage, "modelgen.yml lists \(models.count) models; specify the model of the store with --model")
    }

    /// Runs a closure that opens the store. If the current version of the model does not match, the error names the one
    /// that does.
    package func explainingMismatch<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as StoreError where error.code == .modelMismatch {
            throw try mismatch(error) { (try? storeDescription.isWritten(with: ManagedObjectModel($0))) == true }
        }
    }

    /// The error, with the matching version, if any.
    private func mismatch(_ error: any Error, _ fits: (Model) throws -> Bool) throws -> any Error {
        guard let named = try model?.path ?? modelOfProject() else { return error }
        var reportedByReading: [LocatedDiagnostic] = []
        guard let path = try ModelCompiler.onlyModel(at: AbsolutePath.of(named), into: &reportedByReading) else {
            return error
        }
        let workingDirectory = WorkingDirectory.current
        let versions = DiskModels().versions(ofBundleAround: path, into: &reportedByReading)
        if let version = try versions.first(where: { try fits($0.model) }) {
            let folder = URL(filePath: version.file).deletingLastPathComponent().relativePath
            return CommandError(.problems, "\(error); --model '\(workingDirectory.shortenedPath(of: folder))' matches")
        }
        let name = model?.path ?? workingDirectory.shortenedPath(of: path)
        return CommandError(.problems, "\(error); no version in '\(name)' matches the store")
    }
}
