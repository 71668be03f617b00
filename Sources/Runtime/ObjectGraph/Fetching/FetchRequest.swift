public import Foundation
public import ModelExpressions

/// A request for objects of an entity, or for their values.
///
/// You can use a request for any form of result: ``ManagedObjectContext/fetch(_:)`` returns objects,
/// ``ManagedObjectContext/fetchObjectIDs(_:)`` returns IDs, ``ManagedObjectContext/fetchDictionaries(_:)`` returns
/// stored values, and ``ManagedObjectContext/count(for:)`` returns a number.
///
/// ```swift
/// var request = FetchRequest<Hero>()
/// request.predicate = #Predicate { $0.universe == 1 || $0.teams.isEmpty }
/// request.sortDescriptors = [SortDescriptor(\.universe), SortDescriptor(\.name, order: .reverse)]
/// request.fetchLimit = 10
/// let heroes = try context.fetch(request)
/// ```
public struct FetchRequest<Object: ManagedObject> {
    /// The entity; nil for the entity whose class is `Object`.
    public var entityName: String?
    /// The condition that objects match; nil for all.
    ///
    /// Write it in Swift, as `#Predicate { $0.name == "x" }`, or in the predicate format language, as `try .format("ANY
    /// teams.name == %@", "X")`. The context checks the latter against the model when you use the request.
    public var predicate: Predicate<Object>?
    /// The order of the result, with the most important key first. Objects that compare as equal keep the order of
    /// their creation (rule SRT-10).
    ///
    /// You can combine Foundation's `SortDescriptor` for properties, ``ModelSortDescriptor`` for keys, and any other
    /// comparator of the objects:
    /// `[ModelSortDescriptor(key: "notebook.title"), SortDescriptor(\.date, order: .reverse)]`.
    public var sortDescriptors: [any SortComparator<Object>]
    /// The maximum number of objects; 0 for no limit.
    public var fetchLimit: Int
    /// The number of objects to skip at the beginning.
    public var fetchOffset: Int
    /// Whether the result includes objects of descendant entities.
    public var includesSubentities: Bool
    /// The stores to fetch from; nil for all. New objects count for the store that will receive them (rule FET-18). See
    /// ``PersistentStoreCoordinator/persistentStores``.
    ///
    /// ```swift
    /// var request = FetchRequest<Hero>()
    /// request.affectedStores = [drafts]
    /// let count = try context.count(for: request)
    /// ```
    public var affectedStores: [any PersistentStore]?
    /// Whether unsaved changes affect the result. Dictionaries always contain stored values (rule FET-25).
    ///
    /// ```swift
    /// let all = try context.count(for: request)
    /// request.includesPendingChanges = false
    /// let saved = try context.count(for: request)  // Without the new note
    /// ```
    public var includesPendingChanges = true
    /// The properties in dictionaries: attributes, to-one relationships as IDs, and key paths such as `team.name`. If
    /// it is empty, dictionaries contain every stored attribute.
    ///
    /// ```swift
    /// request.propertiesToFetch = ["createdAt", "notebook.title"]
    /// let titles = try context.fetchDictionaries(request).map { $0["notebook.title"] as? String }
    /// ```
    public var propertiesToFetch: [String] = []
    /// The computed values in dictionaries (rule FET-15). With functions over collections, such as `sum:(salary)`,
    /// there is one dictionary for each group, or one for all objects.
    public var expressionsToFetch: [FetchedExpression] = []
    /// The properties or key paths whose equal values define a group. There is one dictionary for each group
    /// (rule FET-16).
    ///
    /// ```swift
    /// request.propertiesToGroupBy = ["universe"]
    /// request.propertiesToFetch = ["universe"]
    /// request.expressionsToFetch = [
    ///     FetchedExpression(name: "heroes", expression: try ModelExpression(format: "count:(name)"))
    /// ]
    /// let rows = try context.fetchDictionaries(request)  // [["universe": 1, "heroes": 1], …]
    /// ```
    public var propertiesToGroupBy: [String] = []
    /// The condition that groups match, over their properties, and the names and functions of ``expressionsToFetch``
    /// (rule FET-17).
    ///
    /// ```swift
    /// request.propertiesToGroupBy = ["universe"]
    /// request.expressionsToFetch = [
    ///     FetchedExpression(name: "heroes", expression: try ModelExpression(format: "count:(name)"))
    /// ]
    /// request.havingPredicate = try ModelPredicate(format: "heroes > 1")
    /// let crowded = try context.fetchDictionaries(request)  // The universes with more than one hero
    /// ```
    public var havingPredicate: ModelPredicate?
    /// Whether to return only distinct dictionaries.
    ///
    /// ```swift
    /// request.propertiesToFetch = ["universe"]
    /// request.returnsDistinctResults = true
    /// let universes = try context.fetchDictionaries(request).map { $0["universe"] as? Int32 }
    /// ```
    public var returnsDistinctResults = false
    /// The form of the result of `ManagedObjectContext.execute(_:)`.
    ///
    /// ```swift
    /// request.resultType = .count
    /// if case .count(let count) = try context.execute(request) { print("\(count) heroes") }
    /// ```
    public var resultType = FetchRequestTemplate.ResultType.objects

    /// The relationship key paths, such as `teams.rivals`, whose destinations the fetch creates and reads, instead of
    /// reading them one by one on access (rule FLT-8). The context retains them until a fetch prefetches others, or
    /// until you save or discard changes.
    ///
    /// ```swift
    /// request.relationshipKeyPathsForPrefetching = ["notebook"]
    /// for note in try context.fetch(request) { print(note.notebook?.title ?? "None") }  // Reads nothing more.
    /// ```
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// The number of objects to read at a time from a store that is not in memory. The fetch itself reads only IDs, and
    /// the first access to an object of a batch reads the batch. If it is 0, the fetch reads all objects. To visit very
    /// many objects in little memory, use ``ManagedObjectContext/forEachBatch(of:size:_:)``.
    ///
    /// ```swift
    /// request.fetchBatchSize = 50  // A list that shows 50 notes at a time reads 50 at a time.
    /// ```
    public var fetchBatchSize = 0
    /// Whether the fetch reads values from a store that is not in memory. Otherwise, the store reads each object on
    /// first access.
    public var includesPropertyValues = true
    /// Whether the fetch can return faults, which read their values on first access (rule FLT-6).
    public var returnsObjectsAsFaults = true
    /// Whether unchanged objects that are already registered with the context take the latest committed values
    /// (rule CTX-40).
    public var shouldRefreshRefetchedObjects = false

    /// The error of an initializer that cannot throw, which using the request throws.
    var failure: (any Error)?

    /// Creates a request, by default for all objects of the class in the order of their creation.
    ///
    /// ```swift
    /// let request = FetchRequest<Hero>(
    ///     predicate: #Predicate { $0.universe == 1 }, sortDescriptors: [SortDescriptor(\.name)],
    ///     fetchLimit: 10)
    /// ```
    ///
    /// - Parameters:
    ///   - entityName: The entity to fetch; nil for the only entity of the class.
    ///   - predicate: The condition that objects match, in either form; nil for all.
    ///   - sortDescriptors: The order, with the most important key first, in either form. The default is the order of
    ///     creation.
    ///   - fetchLimit: The maximum number of results; 0 for no limit.
    ///   - fetchOffset: The number of results to skip.
    ///   - includesSubentities: Whether the result includes objects of descendant entities.
    public init(
        entityName: String? = nil, predicate: Predicate<Object>? = nil,
        sortDescriptors: [any SortComparator<Object>] = [],
        fetchLimit: Int = 0, fetchOffset: Int = 0, includesSubentities: Bool = true
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
        self.includesSubentities = includesSubentities
    }

    /// Creates a request with the tree of a predicate, as the format language and generated code produce it.
    ///
    /// ```swift
    /// let request = FetchRequest<Hero>(
    ///     predicate: try ModelPredicate(format: "universe == %d", arguments: [1]),
    ///     sortDescriptors: [ModelSortDescriptor(key: "name")])
    /// ```
    public init(
        entityName: String? = nil, predicate: ModelPredicate, sortDescriptors: [any SortComparator<Object>] = [],
        fetchLimit: Int = 0, fetchOffset: Int = 0, includesSubentities: Bool = true
    ) {
        self.init(
            entityName: entityName, predicate: Optional(.matching(predicate)), sortDescriptors: sortDescriptors,
            fetchLimit: fetchLimit, fetchOffset: fetchOffset, includesSubentities: includesSubentities)
    }

    /// The condition that objects match, in the format language, as in ``predicate``.
    @available(*, unavailable, renamed: "predicate", message: "write `.format(…)`, or `.matching(…)` of a tree")
    public var formatPredicate: ModelPredicate? {
        get { nil }
        set {}
    }

    /// The order by keys, as in ``sortDescriptors``.
    @available(*, unavailable, renamed: "sortDescriptors")
    public var modelSortDescriptors: [ModelSortDescriptor<Object>] {
        get { [] }
        set {}
    }
}

/// A named value that a fetch computes, like Core Data's expression description.
///
/// ```swift
/// let highest = FetchedExpression(name: "highest", expression: try ModelExpression(format: "max:(universe)"))
/// var request = FetchRequest<Hero>()
/// request.expressionsToFetch = [highest]
/// let number = try context.fetchDictionaries(request).first?["highest"] as? Int64
/// ```
public struct FetchedExpression: Sendable, Hashable {
    /// The key of the result in dictionaries.
    public var name: String
    /// The expression to compute.
    public var expression: ModelExpression

    /// - Parameters:
    ///   - name: The key of the result in dictionaries.
    ///   - expression: The expression to compute.
    public init(name: String, expression: ModelExpression) {
        self.name = name
        self.expression = expression
    }
}

/// A protocol that gives ``Fetchable/fetchRequest()`` the type of the class that you call it on.
///
/// ```swift
/// let heroes = try context.fetch(Hero.fetchRequest())  // A FetchRequest<Hero>
/// let names = Hero.entity(in: context.managedObjectModel)?.attributes.map(\.name) ?? []
/// ```
public protocol Fetchable: AnyObject {}

extension ManagedObject: Fetchable {}

extension Fetchable where Self: ManagedObject {
    // A subclass may have one of its own, whose result is of another type.
    /// Returns a request for all objects of the class.
    @_disfavoredOverload
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest() }

    /// Returns the entity of the class, in the latest model that has the class.
    ///
    /// - Precondition: A model with exactly one entity of the class exists. Generated models are created on first use.
    ///   If several models have the class, use ``entity(in:)``.
    @_disfavoredOverload
    public static func entity() -> EntityDescription {
        guard let entity = LoadedEntities.entity(of: Self.self) else {
            endProgram(
                "no loaded model has exactly one entity with the class \(Self.self); create a container first, or "
                    + "specify the model"
            )
        }
        return entity
    }

    /// Returns the entity of the class in a model; nil if no entity has the class, or several do.
    public static func entity(in model: ManagedObjectModel) -> EntityDescription? {
        let entities = model.entities(of: Self.self)
        return entities.count == 1 ? entities[0] : nil
    }
}

/// The result of a request whose form is known only at run time.
///
/// ```swift
/// let ids =
///     switch try context.execute(request) {
///     case .objects(let heroes): heroes.map(\.objectID)
///     case .objectIDs(let objectIDs): objectIDs
///     case .dictionaries, .count: [ObjectID]()
///     }
/// ```
public enum FetchResult<Object: ManagedObject> {
    /// The objects, in the order of the request.
    case objects([Object])
    /// The IDs of the objects, in that order.
    case objectIDs([ObjectID])
    /// Dictionaries, as from ``ManagedObjectContext/fetchDictionaries(_:)``.
    case dictionaries([[String: Any]])
    /// The number of objects.
    case count(Int)
}

extension ManagedObject {
    /// Returns the first object of this class whose properties have the given values, including unsaved changes.
    /// Generated find functions call this method.
    ///
    /// - Parameters:
    ///   - values: The values by property, or by key path.
    ///   - entityName: The entity to search, with its descendants.
    ///   - context: The context to search.
    /// - Throws: The errors of ``ManagedObjectContext/fetch(_:)``.
    public static func find(
        _ values: [String: any PredicateValue], ofEntityNamed entityName: String, in context: ManagedObjectContext
    ) throws -> Self? {
        let comparisons = values.sorted { $0.key < $1.key }.map { key, value in
            let path = ModelKeyPath(text: key) ?? ModelKeyPath([.key(key)])
            return ModelPredicate.comparison(ModelComparison(.keyPath(path), .equalTo, .constant(value.predicateValue)))
        }
        let request = FetchRequest<ManagedObject>(entityName: entityName, predicate: .and(comparisons))
        return try context.fetch(request).lazy.compactMap { $0 as? Self }.first
    }
}
