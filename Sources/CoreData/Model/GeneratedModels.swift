import Foundation
import Synchronization

/// The models of a program's generated code, which make themselves known when the program is loaded.
public enum GeneratedModels {
    private struct Entry {
        var name: String
        var makeModel: @Sendable () -> NSManagedObjectModel
        var model: NSManagedObjectModel?
    }

    private static let entries = Mutex<[Entry]>([])

    /// Makes a model known. Generated code calls this before the program begins, so no model is made yet.
    public static func register(_ name: StaticString, _ makeModel: @escaping @Sendable () -> NSManagedObjectModel) {
        let name = "\(name)"
        entries.withLock { $0.append(Entry(name: name, makeModel: makeModel)) }
    }

    /// The model with a name; nil where the program has none.
    static func model(named name: String) -> NSManagedObjectModel? {
        guard let place = entries.withLock({ $0.firstIndex { $0.name == name } }) else { return nil }
        return model(at: place)
    }

    /// All models, in the order of their names.
    static var all: [NSManagedObjectModel] {
        let names = entries.withLock { $0.map(\.name) }
        return names.indices.sorted { names[$0] < names[$1] }.map(model)
    }

    /// The names of the models, in order.
    static var names: [String] { entries.withLock { $0.map(\.name) }.sorted() }

    /// Sees to it that models with a class are in use, so that the class has an entity.
    static func useAll(withClass managedObjectClass: NSManagedObject.Type) {
        for model in all where model.entities.contains(where: { $0.managedObjectClass == managedObjectClass }) {
            _ = model.graphModel
        }
    }

    /// What a property of a class is called that a key path leads to; nil where no generated model knows.
    static func propertyName(for keyPath: AnyKeyPath, of managedObjectClass: NSManagedObject.Type) -> String? {
        all.lazy.filter { $0.keyPaths != nil && $0.entities.contains { $0.managedObjectClass == managedObjectClass } }
            .compactMap { $0.graphModel.propertyName(for: keyPath) }.first
    }

    // Made outside of the lock: a model may have others made.
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
