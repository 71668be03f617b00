import CoreData
import CoreDataHandwritten
import CoreDataSampleModels
import Foundation

/// What `make parity` has made for the tests, in the folder `Generated` of the package.
public enum ParityFiles {
    /// The folder.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Generated", directoryHint: .isDirectory)

    /// The folders of compiled models, by their names: what `modelgen compile` has written.
    public static func compiledModels() -> [URL] { files("Models", "momd") }

    /// The version hashes of the compiled models, by the names of the models:
    /// what `modelgen version hashes` has printed.
    public static func hashes() -> [URL] { files("Hashes", "json") }

    /// The compiled model of a name.
    public static func compiledModel(_ name: String) -> URL {
        folder.appending(path: "Models/\(name).momd", directoryHint: .isDirectory)
    }

    /// The same model, compiled by Apple's `momc`.
    public static func appleModel(_ name: String) -> URL {
        folder.appending(path: "AppleModels/\(name).momd", directoryHint: .isDirectory)
    }

    /// A store that this project's `SQLiteStore` has written.
    public static func store(_ name: String) -> URL {
        folder.appending(path: "Stores/\(name).sqlite", directoryHint: .notDirectory)
    }

    private static func files(_ name: String, _ pathExtension: String) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name), includingPropertiesForKeys: nil)
        return (found ?? []).filter { $0.pathExtension == pathExtension }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}

/// The models of the tests. There is one object of each, because the framework takes a class of objects that several
/// models have for ambiguous.
public enum ParityModel {
    private nonisolated(unsafe) static var models: [String: NSManagedObjectModel] = [:]
    private static let lock = NSLock()

    /// The model of a name.
    public static func named(_ name: String) -> NSManagedObjectModel {
        lock.withLock {
            if let model = models[name] { return model }
            guard let model = NSManagedObjectModel(contentsOf: ParityFiles.compiledModel(name)) else {
                preconditionFailure("'\(name).momd' is not a model; run `make parity`, which compiles it")
            }
            nameClasses(of: model)
            models[name] = model
            return model
        }
    }

    /// Classes that are written by hand have the names of their modules at run time, but not in the models.
    private static func nameClasses(of model: NSManagedObjectModel) {
        for entity in model.entities {
            guard let name = entity.managedObjectClassName, NSClassFromString(name) == nil else { continue }
            let names = ["CoreDataHandwritten", "CoreDataSampleModels"].map { "\($0).\(name)" }
            guard let found = names.first(where: { NSClassFromString($0) != nil }) else { continue }
            entity.managedObjectClassName = found
        }
    }
}
