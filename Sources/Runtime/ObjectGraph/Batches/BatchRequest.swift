public import Foundation

/// What a batch request returns (rule BAT-2).
///
/// ```swift
/// switch result {
/// case .statusOnly: context.refreshAllObjects()  // Any object may have changed.
/// case .count(let count): print(count, "heroes have moved")
/// case .objectIDs(let objectIDs): context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
/// }
/// ```
public enum BatchResult: Sendable, Hashable {
    /// The request succeeded.
    case statusOnly
    /// The inserted, updated, or deleted objects, in the order of their numbers. Pass them to
    /// ``ManagedObjectContext/mergeChanges(from:)`` of contexts that follow the changes (rule BAT-6).
    case objectIDs([ObjectID])
    /// The number of inserted, updated, or deleted objects.
    case count(Int)
}

/// The form of the result of a batch request.
///
/// ```swift
/// var request = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
/// request.resultType = .objectIDs  // For contexts that show the objects. A count is enough for a message.
/// ```
public enum BatchResultType: Sendable, Hashable {
    /// Whether the request succeeded.
    case statusOnly
    /// The IDs of the affected objects.
    case objectIDs
    /// The number of affected objects.
    case count
}

/// Inserts many objects into the store at once, without creating them in a context (rule BAT-5).
///
/// Missing values get their defaults, and derived attributes are computed. A batch insert cannot set relationships, and
/// does not validate values (rule BAT-9); uniqueness constraints apply, by the context's merge policy (rule BAT-7).
///
/// ```swift
/// let names = ["Oracle", "Huntress"]
/// var request = BatchInsertRequest(entityName: "Hero", objects: names.map { ["name": $0] })
/// request.resultType = .count
/// let result = try context.execute(request)  // .count(2)
/// ```
public struct BatchInsertRequest {
    /// The entity of the objects, which must not be abstract.
    public var entityName: String
    /// What ``ManagedObjectContext/execute(_:)-(BatchInsertRequest)`` returns.
    public var resultType = BatchResultType.statusOnly
    /// The stores to consider; nil for all. The objects go to the first of them that has the entity.
    public var affectedStores: [any PersistentStore]?
    /// Gives the values of the next object by attribute; nil for no more.
    let next: () throws -> [String: Any]?

    /// - Parameters:
    ///   - entityName: The entity of the objects.
    ///   - objects: The values of each object, by attribute.
    public init(entityName: String, objects: some Sequence<[String: Any]>) {
        self.entityName = entityName
        var iterator = objects.makeIterator()
        next = { iterator.next() }
    }

    /// Creates a request for objects whose values a closure fills in, one after the other.
    ///
    /// ```swift
    /// let request = BatchInsertRequest(entityName: "Hero") { values in
    ///     guard let name = names.popLast() else { return true }  // There are no more.
    ///     values["name"] = name
    ///     return false
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entityName: The entity of the objects.
    ///   - dictionaryHandler: A closure that fills an empty dictionary for each object, until it returns true.
    public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) throws -> Bool) {
        self.entityName = entityName
        next = {
            var values: [String: Any] = [:]
            return try dictionaryHandler(&values) ? nil : values
        }
    }
}

/// Changes attributes of many objects in the store at once (rule BAT-1).
///
/// ```swift
/// let request = BatchUpdateRequest(
///     entityName: "Hero", predicate: #Predicate<Hero> { $0.name == "Robin" },
///     propertiesToUpdate: ["universe": try ModelExpression(format: "universe + 1")])
/// let result = try context.execute(request)
/// ```
public struct BatchUpdateRequest {
    /// The entity whose objects change, including those of descendants, unless ``includesSubentities`` is false.
    public var entityName: String
    /// The condition that the objects match; nil for all. Write it in the format language, as
    /// `try .format("age > %d", 3)`, or pass a Swift predicate on the class of the entity to the initializer.
    public var predicate: Predicate<ManagedObject>?
    /// Whether the request also changes objects of descendant entities (rule BAT-11).
    public var includesSubentities = true
    /// The form of the result.
    public var resultType = BatchResultType.statusOnly
    /// The stores whose objects change; nil for all.
    public var affectedStores: [any PersistentStore]?
    /// The new values by attribute: a value of its type, nil, or a `ModelExpression` over the object's own properties
    /// (rule BAT-12). If the attribute cannot have the result of an expression, such as a number that is out of range,
    /// the request throws ``BatchError`` and writes nothing.
    public var propertiesToUpdate: [String: Any?]

    /// - Parameters:
    ///   - entityName: The entity whose objects change.
    ///   - predicate: The condition that the objects match; nil for all.
    ///   - propertiesToUpdate: The new values, as in ``propertiesToUpdate``.
    public init(entityName: String, predicate: Predicate<ManagedObject>? = nil, propertiesToUpdate: [String: Any?]) {
        self.entityName = entityName
        self.predicate = predicate
        self.propertiesToUpdate = propertiesToUpdate
    }

    /// - Parameters:
    ///   - entityName: The entity whose objects change.
    ///   - predicate: The condition that the objects match, such as `#Predicate<Hero> { $0.universe == 1 }`. It can use
    ///     only stored properties.
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
/// The request applies all delete rules except Deny. It fails if a required relationship would become empty
/// (rule BAT-4).
///
/// ```swift
/// let lastYear = Date(timeIntervalSinceNow: -365 * 86_400)
/// let old = try FetchRequest<Note>(predicate: .format("createdAt < %@", lastYear))
/// var request = BatchDeleteRequest(fetchRequest: old)
/// request.resultType = .objectIDs
/// let result = try context.execute(request)
/// ```
public struct BatchDeleteRequest {
    /// The form of the result.
    public var resultType = BatchResultType.statusOnly
    let find: (ManagedObjectContext) throws -> [ManagedObject]

    /// - Parameter request: A request for the objects, including its predicate, order, limit, offset, and stores. The
    ///   predicate and the order can use only stored properties.
    public init<Object: ManagedObject>(fetchRequest request: FetchRequest<Object>) {
        find = { try $0.plainObjects(of: request) }
    }

    /// - Parameter objectIDs: The objects, all of the same entity. The request ignores objects that do not exist.
    public init(objectIDs: [ObjectID]) {
        find = { context in
            guard Set(objectIDs.map(\.entityName)).count <= 1 else {
                throw BatchError(description: "the objects of a batch request must be of one entity")
            }
            return try objectIDs.compactMap { objectID in
                do {
                    return try context.existingObject(with: objectID)
                } catch is ObjectNotFoundError {
                    return nil
                }
            }
        }
    }
}

/// An error that occurs if the model does not allow a batch request. The request wrote nothing.
///
/// ```swift
/// do {
///     return try context.execute(BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: [key: nil]))
/// } catch let error as BatchError {
///     print(error)  // 'Hero' has no attribute 'teams'
///     return nil
/// }
/// ```
public struct BatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description that names the entity and the property.
    public var description: String
}
