import ObjectGraph
import SampleModels
import Testing

/// A context with an empty store in memory.
func makeContext(_ model: ManagedObjectModel = .superheroes) throws -> ManagedObjectContext {
    try makeContainer(model).newContext()
}

/// A container with an empty store in memory.
func makeContainer(_ model: ManagedObjectModel = .superheroes) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: .tested)
}

extension ManagedObjectContext {
    /// All objects of a class, in the order of their making.
    func all<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
        try fetch(FetchRequest<Object>())
    }

    /// Another context on the same store, which sees what has been saved.
    func sibling() throws -> ManagedObjectContext {
        ManagedObjectContext(coordinator: persistentStoreCoordinator)
    }

    /// What a context that begins with the saved state reads from an object. It lives until then.
    func reread<Object: ManagedObject, Value>(_ object: Object, _ read: (Object) throws -> Value) throws -> Value {
        let context = try sibling()
        return try withExtendedLifetime(context) {
            try read(#require(try context.own(object)))
        }
    }

    /// The object of another context in this one.
    func own<Object: ManagedObject>(_ other: Object) throws -> Object? {
        try existingObject(with: other.objectID) as? Object
    }
}

/// What the model does not allow in what something saves, as single errors.
func validationErrors(_ body: () throws -> Void) -> [ValidationError]? {
    do {
        try body()
        return nil
    } catch let error as ValidationError {
        return [error]
    } catch let errors as ValidationErrors {
        return errors.errors
    } catch {
        return nil
    }
}
