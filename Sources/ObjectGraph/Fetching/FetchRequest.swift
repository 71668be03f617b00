public import Foundation
public import ModelExpressions

/// Asks for objects of an entity, or for what is known of them.
///
/// One request serves every form of result: ``ManagedObjectContext/fetch(_:)`` gives objects,
/// ``ManagedObjectContext/fetchObjectIDs(_:)`` identities, ``ManagedObjectContext/fetchDictionaries(_:)`` stored values
/// and ``ManagedObjectContext/count(for:)`` a number.
public struct FetchRequest<Object: ManagedObject> {
    /// The entity; nil for the one whose class is `Object`.
    public var entityName: String?
    /// What objects must match; nil for all.
    ///
    /// Written in Swift, as `#Predicate { $0.name == "x" }`, or in the predicate format language, as
    /// `try .format("ANY teams.name == %@", "X")`. The latter is checked against the model when the request is used.
    public var predicate: Predicate<Object>?
    /// The order of the result, the most important first. What it leaves undecided, the order of making decides (rule
    /// SRT-10).
    ///
    /// Foundation's `SortDescriptor` for properties, ``ModelSortDescriptor`` for keys, and any other comparator of the
    /// objects, in one list: `[ModelSortDescriptor(key: "notebook.title"), SortDescriptor(\.date, order: .reverse)]`.
    public var sortDescriptors: [any SortComparator<Object>]
    /// The greatest number of objects; 0 for no limit.
    public var fetchLimit: Int
    /// How many objects to leave out at the beginning.
    public var fetchOffset: Int
    /// Whether objects of descendant entities are part of the result.
    public var includesSubentities: Bool
    /// The stores whose objects may be part of the result, new ones by the store that they will be saved in; nil for all
    /// (rule FET-18). See ``PersistentStoreCoordinator/persistentStores``.
    public var affectedStores: [any PersistentStore]?
    /// Whether changes that have not been saved decide what is part of the result. Dictionaries hold what is stored in
    /// either case (rule FET-25).
    public var includesPendingChanges = true
    /// The properties that dictionaries hold: attributes, to-one relationships as identities, and paths of names such as
    /// `team.name`. None for every attribute that is stored.
    public var propertiesToFetch: [String] = []
    /// What dictionaries hold besides: values that are computed (rule FET-15). With functions over collections, such as
    /// `sum:(salary)`, there is one dictionary for each group, or one for all.
    public var expressionsToFetch: [FetchedExpression] = []
    /// The properties, or paths of names, whose equal values make a group, of which there is one dictionary (rule FET-16).
    public var propertiesToGroupBy: [String] = []
    /// What groups must match: their properties, and the names and functions of ``expressionsToFetch`` (rule FET-17).
    public var havingPredicate: ModelPredicate?
    /// Whether equal dictionaries are one.
    public var returnsDistinctResults = false
    /// What `ManagedObjectContext.execute(_:)` returns.
    public var resultType = FetchRequestTemplate.ResultType.objects

    /// Paths of relationships, such as `teams.rivals`, whose destinations are made and read with the fetch rather than one
    /// by one when they are asked for (rule FLT-8). The context holds them until a fetch prefetches others, or changes are
    /// saved or given up.
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// How many objects are read at a time from a store that is asked for them: the fetch itself reads identities only, and
    /// the first of a batch that is asked for something reads the batch. 0 reads all objects with the fetch. A store whose
    /// objects are in memory has nothing to read.
    public var fetchBatchSize = 0
    /// Whether values are read with the objects, from a store that is asked for them. Else each object is read when it is
    /// first asked for something.
    public var includesPropertyValues = true
    /// Whether objects may come as faults, which are read when they are first asked for something (rule FLT-6).
    public var returnsObjectsAsFaults = true
    /// Whether unchanged objects that the context has already take the latest committed values (rule CTX-40).
    public var shouldRefreshRefetchedObjects = false

    /// Why the request cannot be used, where that was found when nothing could be thrown.
    var failure: (any Error)?

    /// - Parameters:
    ///   - entityName: What is fetched; nil for the one entity of the class.
    ///   - predicate: Which objects, in either form; nil for all.
    ///   - sortDescriptors: Their order, the most important first, in either form; without any, that of their making.
    ///   - fetchLimit: The greatest number of results; 0 for no limit.
    ///   - fetchOffset: How many of the first results are left out.
    ///   - includesSubentities: Whether objects of descendants are results too.
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

    /// A request with the tree of a predicate, as the format language and generated code make it.
    public init(
        entityName: String? = nil, predicate: ModelPredicate, sortDescriptors: [any SortComparator<Object>] = [],
        fetchLimit: Int = 0, fetchOffset: Int = 0, includesSubentities: Bool = true
    ) {
        self.init(
            entityName: entityName, predicate: Optional(.matching(predicate)), sortDescriptors: sortDescriptors,
            fetchLimit: fetchLimit, fetchOffset: fetchOffset, includesSubentities: includesSubentities)
    }
}

extension FetchRequest {
    /// What objects must match, in the format language: ``predicate`` takes it.
    @available(*, unavailable, renamed: "predicate", message: "write `.format(…)`, or `.matching(…)` of a tree")
    public var formatPredicate: ModelPredicate? {
        get { nil }
        set {}
    }

    /// The order by keys: ``sortDescriptors`` take it.
    @available(*, unavailable, renamed: "sortDescriptors")
    public var modelSortDescriptors: [ModelSortDescriptor<Object>] {
        get { [] }
        set {}
    }
}

/// A value that a fetch computes, under a name of its own: Core Data's expression description.
public struct FetchedExpression: Sendable, Hashable {
    /// The key of the result in dictionaries.
    public var name: String
    /// What is computed.
    public var expression: ModelExpression

    /// - Parameters:
    ///   - name: The key of the result in dictionaries.
    ///   - expression: What is computed.
    public init(name: String, expression: ModelExpression) {
        self.name = name
        self.expression = expression
    }
}

/// What ``Fetchable/fetchRequest()`` needs to be typed after the class it is called on.
public protocol Fetchable: AnyObject {}

extension Fetchable where Self: ManagedObject {
    // A subclass may have one of its own, whose result is of another type.
    /// A request for all objects of the class.
    @_disfavoredOverload
    public static func fetchRequest() -> FetchRequest<Self> {
        FetchRequest()
    }

    /// The entity of the class, in the model that was made last of those that have the class.
    ///
    /// - Precondition: A model with exactly one entity of the class has been made, and is still there. Generated models are
    ///   made when they are first used. Where several models have the class, ask for ``entity(in:)``.
    @_disfavoredOverload
    public static func entity() -> EntityDescription {
        guard let entity = LoadedEntities.entity(of: Self.self) else {
            preconditionFailure(
                "no model with one entity of the class \(Self.self) has been made; make a container first, or name the model"
            )
        }
        return entity
    }

    /// The entity of the class in a model; nil where the class is no entity's, or several entities'.
    public static func entity(in model: ManagedObjectModel) -> EntityDescription? {
        let entities = model.entities(of: Self.self)
        return entities.count == 1 ? entities[0] : nil
    }
}
