public import Foundation

/// What a batch request returns (rule BAT-2).
public enum BatchResult: Sendable, Hashable {
    /// It has succeeded.
    case statusOnly
    /// The objects that were inserted, updated or deleted, in the order of their numbers; give them to
    /// ``ManagedObjectContext/mergeChanges(from:)`` of contexts that are to follow (rule BAT-6).
    case objectIDs([ObjectID])
    /// How many objects were inserted, updated or deleted.
    case count(Int)
}

/// In which form a batch request returns its result.
public enum BatchResultType: Sendable, Hashable {
    /// Whether the request was carried out.
    case statusOnly
    /// The identities of the objects it has touched.
    case objectIDs
    /// How many objects it has touched.
    case count
}

/// Inserts many objects into the store at once, without making them in a context (rule BAT-5).
///
/// Missing values get their defaults, derived attributes what they come to; relationships cannot be set. What the model validates is not looked at
/// (rule BAT-9); uniqueness constraints are kept, by the context's merge policy (rule BAT-7).
public struct BatchInsertRequest {
    /// What the objects are: an entity that is not abstract.
    public var entityName: String
    /// What ``ManagedObjectContext/execute(_:)-(BatchInsertRequest)`` returns.
    public var resultType = BatchResultType.statusOnly
    /// The store that the objects go to: the first of these that has the entity, of all for nil.
    public var affectedStores: [any PersistentStore]?
    /// Gives the values of the next object by attribute; nil for no more.
    let next: () throws -> [String: Any]?

    /// - Parameters:
    ///   - entityName: What the objects are.
    ///   - objects: The values of each object, by attribute.
    public init(entityName: String, objects: some Sequence<[String: Any]>) {
        self.entityName = entityName
        var iterator = objects.makeIterator()
        next = { iterator.next() }
    }

    /// - Parameters:
    ///   - entityName: What the objects are.
    ///   - dictionaryHandler: Called with an empty dictionary to fill for each object, until it returns true.
    public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) throws -> Bool) {
        self.entityName = entityName
        next = {
            var values: [String: Any] = [:]
            return try dictionaryHandler(&values) ? nil : values
        }
    }
}

/// Changes attributes of many objects in the store at once (rule BAT-1).
public struct BatchUpdateRequest {
    /// Whose objects are changed; those of descendants too, unless ``includesSubentities`` says otherwise.
    public var entityName: String
    /// Which objects; nil for all. In the format language, as `try .format("age > %d", 3)`; a predicate of Swift's on
    /// the class of the entity is given to the initializer.
    public var predicate: Predicate<ManagedObject>?
    /// Whether objects of descendant entities are changed too (rule BAT-11).
    public var includesSubentities = true
    /// In which form the result comes.
    public var resultType = BatchResultType.statusOnly
    /// The stores whose objects are changed; nil for all.
    public var affectedStores: [any PersistentStore]?
    /// The new values by attribute: of its type, nil, or a `ModelExpression` over the object's own properties
    /// (rule BAT-12).
    public var propertiesToUpdate: [String: Any?]

    /// - Parameters:
    ///   - entityName: Whose objects.
    ///   - predicate: Which of them; nil for all.
    ///   - propertiesToUpdate: The new values, as in ``propertiesToUpdate``.
    public init(entityName: String, predicate: Predicate<ManagedObject>? = nil, propertiesToUpdate: [String: Any?]) {
        self.entityName = entityName
        self.predicate = predicate
        self.propertiesToUpdate = propertiesToUpdate
    }

    /// - Parameters:
    ///   - entityName: Whose objects.
    ///   - predicate: Which of them, such as `#Predicate<Hero> { $0.universe == 1 }`. It must ask for what is stored.
    ///   - propertiesToUpdate: The new values, as in ``propertiesToUpdate``.
    public init<Object: ManagedObject>(
        entityName: String, predicate: Predicate<Object>, propertiesToUpdate: [String: Any?]
    ) {
        self.init(
            entityName: entityName, predicate: Optional(.matching(predicate)),
            propertiesToUpdate: propertiesToUpdate)
    }
}

/// Deletes many objects from the store at once (rule BAT-3).
///
/// Delete rules are applied, all but Deny; a required relationship that would be left empty makes the request fail
/// (rule BAT-4).
public struct BatchDeleteRequest {
    /// In which form the result comes.
    public var resultType = BatchResultType.statusOnly
    let find: (ManagedObjectContext) throws -> [ManagedObject]

    /// - Parameter request: Which objects. All that it says counts: predicate, order, limit, offset and stores. Predicate
    ///   and order must ask for what is stored.
    public init<Object: ManagedObject>(fetchRequest request: FetchRequest<Object>) {
        find = { try $0.plainObjects(of: request) }
    }

    /// - Parameter objectIDs: The objects, all of one entity; those that do not exist are passed over.
    public init(objectIDs: [ObjectID]) {
        find = { context in
            guard Set(objectIDs.map(\.entityName)).count <= 1 else {
                throw BatchError(description: "the objects of a batch request must be of one entity")
            }
            return objectIDs.compactMap { try? context.existingObject(with: $0) }
        }
    }
}

/// A batch request that the model does not allow. Nothing was written.
public struct BatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is not allowed, naming entity and property.
    public var description: String
}
