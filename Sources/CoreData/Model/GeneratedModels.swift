import Foundation
import Synchronization

/// The models of a program's generated code, which are registered when the program is loaded.
///
/// ```swift
/// GeneratedModels.register("Superheroes") { makeModel() }  // In generated code
/// // A container finds the model by its name, and creates it then.
/// let container = NSPersistentContainer(name: "Superheroes")
/// ```
public enum GeneratedModels {
    private struct Entry {
        var name: String
        /// The module with the generated code.
        var module: String
        var makeModel: @Sendable () -> NSManagedObjectModel
        var model: NSManagedObjectModel?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Registers a model. Generated code calls this before the program begins, so the model is created later.
    ///
    /// - Parameters:
    ///   - name: The name of the model.
    ///   - fileID: The caller's file, which names its module. Leave it out.
    ///   - makeModel: Creates the model, when it is used first.
    public static func register(
        _ name: StaticString, fileID: StaticString = #fileID,
        _ makeModel: @escaping @Sendable () -> NSManagedObjectModel
    ) {
        let name = "\(name)"
        let module = "\(fileID)".prefix { $0 != "/" }
        entries.withLock { $0.append(Entry(name: name, module: String(module), makeModel: makeModel)) }
    }

    /// Returns the models of a module, sorted by name.
    static func models(ofModule module: String) -> [NSManagedObjectModel] {
        let entries = entries.withLock { $0 }
        return entries.indices.filter { entries[$0].module == module }.sorted { entries[$0].name < entries[$1].name }
            .map(model)
    }

    /// Returns the model with a name; nil if there is none.
    static func model(named name: String) -> NSManagedObjectModel? {
        guard let place = entries.withLock({ $0.firstIndex { $0.name == name } }) else { return nil }
        return model(at: place)
    }

    /// All models, sorted by name.
    static var all: [NSManagedObjectModel] {
        let names = entries.withLock { $0.map(\.name) }
        return names.indices.sorted { names[$0] < names[$1] }.map(model)
    }

    /// The modules with generated code.
    static var modules: Set<String> { Set(entries.withLock { $0.map(\.module) }) }

    /// The sorted names of the models.
    static var names: [String] { entries.withLock { $0.map(\.name) }.sorted() }

    /// Uses the models with a class, so that the class has an entity.
    static func useAll(withClass managedObjectClass: NSManagedObject.Type) {
        for model in all where model.entities.contains(where: { $0.managedObjectClass == managedObjectClass }) {
            _ = model.graphModel
        }
    }

    /// Returns the property of a class for a key path; nil if no generated model has it.
    static func propertyName(for keyPath: AnyKeyPath, of managedObjectClass: NSManagedObject.Type) -> String? {
        all.lazy.filter { $0.keyPaths != nil && $0.entities.contains { $0.managedObjectClass == managedObjectClass } }
            .compactMap { $0.graphModel.propertyName(for: keyPath) }.first
    }

    // Created outside of the lock, because a model may create others.
    private static func model(at place: Int) -> NSManagedObjectModel {
        let entry = entries.withLock { $0[place] }
        if let model = entry.model { return model }
        let model = entry.makeModel()
        return entries.withLock { entries in
            if let other = entries[place].model { return other }
            entries[place].model = model
            return model
        }
    }
}
