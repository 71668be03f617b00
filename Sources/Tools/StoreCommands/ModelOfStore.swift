import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelDiagnostics
import ModelSchema
import ObjectGraph
import StoreAccess
import StoreMigration
import XCDataModel

/// `modelgen store model`.
struct ModelOfStore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Write the model in a store as an .xcdatamodeld bundle.",
        discussion: """
            The generate command accepts the bundle. Stores do not contain what only the model editor needs: code \
            generation, scalar types, and the order of the file. The command reports unreadable parts to standard \
            error.

            EXAMPLE:
              modelgen store model App.sqlite --output App.xcdatamodeld
            """)

    @Argument(help: "The file of the store, or a database, such as postgresql://….")
    var store: PathArgument

    @Option(
        target: .shortAndLong,
        help: """
            The bundle to write, which must not exist. The default is a bundle in the working folder, named after the \
            store's file or the model of a database.
            """,
        completion: .file(extensions: ["xcdatamodeld"]))
    var output: PathArgument?

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let place = try StoreKinds.store(named: store.path)
        try place.requirePresence()
        let stored = try place.storedModel()
        for note in stored.unreadableParts { StandardError.writeNote("modelgen: note: \(note)\n") }
        let model = stored.model.schema
        var diagnostics: [Diagnostic] = []
        guard let contents = XCDataModelWriter().write(model, into: &diagnostics) else {
            let reasons = diagnostics.map(\.message).joined(separator: "; ")
            throw CommandError(.problems, "the model of \(place.displayName) cannot be written: \(reasons)")
        }
        for name in Self.changedEntities(of: model, writtenAs: contents) {
            StandardError.writeNote(
                "modelgen: note: the version hash of '\(name)' depends on settings that a model file cannot represent; "
                    + "open the store without --model\n")
        }
        let bundle = try writeBundle(containing: contents, named: place.fileName ?? model.name)
        try "\(bundle)\n".writeAsStatus()
    }

    /// The entities whose version hash differs when the file is read.
    private static func changedEntities(of model: Model, writtenAs contents: [UInt8]) -> [String] {
        var reportedByValidation: [Diagnostic] = []
        let document = XCDataModelReader().read(contents, named: model.name, into: &reportedByValidation)
        let read = document.map { ModelLookup($0.model).coreDataVersionHashes } ?? [:]
        return ModelLookup(model).coreDataVersionHashes.filter { read[$0.key] != $0.value }.map(\.key).sorted()
    }

    /// - Returns: The path of the bundle.
    private func writeBundle(containing contents: [UInt8], named name: String) throws -> String {
        let path = output?.path ?? "\(name).xcdatamodeld"
        let bundle = URL(filePath: path)
        guard bundle.pathExtension == "xcdatamodeld" else {
            throw CommandError(.usage, "'\(path)' does not end in .xcdatamodeld")
        }
        guard !FileReader.itemExists(at: path) else { throw CommandError(.fileSystem, "'\(path)' already exists") }
        let version = bundle.deletingPathExtension().lastPathComponent
        do {
            try FileManager.default.createDirectory(
                at: bundle.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw CommandError(.fileSystem, "'\(path)' cannot be written: \(FileError.reason(for: error))")
        }
        // A part of a bundle would keep the command from running again.
        try FilePackage.make(at: path) { folder in
            try LocalFileSystem().createFolder("\(folder)/\(version).xcdatamodel")
            try LocalFileSystem().create("\(folder)/\(version).xcdatamodel/contents", containing: contents, like: nil)
        }
        return path
    }
}
