import Foundation
import ModelDiagnostics
import ModelExpressions

/// A request that has been checked against the model.
struct ResolvedFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    /// The part of the condition that a tree can express.
    let predicate: ModelPredicate?
    /// The condition, if no tree can express it. Foundation evaluates it object by object.
    let foundationPredicate: Predicate<Object>?
    /// The reason for ``foundationPredicate``.
    let translationError: PredicateTranslationError?
    let order: ObjectOrder<Object>
    /// Whether the predicate uses a fetched property, which needs instances.
    let needsInstances: Bool

    /// - Throws: ``FetchError`` and ``QueryError`` for a request that does not match the model.
    init(_ request: FetchRequest<Object>, in context: ManagedObjectContext) throws {
        if let failure = request.failure { throw failure }
        self.request = request
        let model = context.managedObjectModel
        entity = try context.entity(of: request)
        var predicate = request.predicate?.formatCondition
        var untranslated: Predicate<Object>?
        var translationError: PredicateTranslationError?
        try Self.check(predicate, of: entity, in: model)
        if predicate == nil, let swiftPredicate = request.predicate {
            do {
                let translated = try ModelPredicate(swiftPredicate, model: model)
                // Foundation reads key paths of another model's class and transient properties.
                try Self.check(translated, of: entity, in: model)
                predicate = translated
            } catch let error as PredicateTranslationError {
                untranslated = swiftPredicate
                translationError = error
            } catch is QueryError {
                untranslated = swiftPredicate
            }
        }
        self.predicate = predicate
        foundationPredicate = untranslated
        self.translationError = translationError
        order = try ObjectOrder(request.sortDescriptors, of: entity, in: model)
        let fetchedNames = model.fetchedPropertyNames
        needsInstances = !fetchedNames.isEmpty && predicate.map { !$0.keys.isDisjoint(with: fetchedNames) } ?? false
    }

    /// Creates the same fetch for objects without their classes, with its tree and its keys.
    init<Typed>(untyped fetch: ResolvedFetch<Typed>) { self.init(UntypedFetch(fetch)) }

    init(_ fetch: UntypedFetch) {
        var request = FetchRequest<Object>(
            entityName: fetch.entity.name, fetchLimit: fetch.limit, fetchOffset: fetch.offset,
            includesSubentities: fetch.includesSubentities)
        request.affectedStores = fetch.affectedStores
        self.request = request
        entity = fetch.entity
        predicate = fetch.predicate
        foundationPredicate = nil
        translationError = nil
        order = ObjectOrder(fetch.sortKeys)
        needsInstances = fetch.needsInstances
    }

    /// The order by keys; nil if the objects themselves must be compared.
    var sortKeys: SortKeys? { order.sortKeys }

    /// Throws for a predicate that does not match the model, so that it also fails for an empty store (rule FET-33).
    private static func check(
        _ predicate: ModelPredicate?, of entity: EntityDescription, in model: ManagedObjectModel
    ) throws {
        // Checking takes as long as searching an index.
        guard let predicate, !predicate.comparesAttributes(of: entity) else { return }
        let report = ExpressionChecker(model.lookup, purpose: .fetch).check(predicate, of: entity.schema)
        if let error = QueryError(report) { throw error }
        if let name = report.variableTypes.keys.min() { throw QueryError.missingVariable(name, among: []) }
    }

    /// Returns the tables of the objects, including those of added stores.
    func ordinals(in layout: GraphLayout) -> [Int] {
        let names = request.includesSubentities ? entity.concreteFamilyNames : [entity.name]
        let ordinals = names.flatMap(layout.ordinals)
        guard let affectedStores = request.affectedStores else { return ordinals }
        let identifiers = Set(affectedStores.map(\.identifier))
        return ordinals.filter { layout.spaces[$0].storeIdentifier.map(identifiers.contains) ?? false }
    }

    /// Whether columns answer the whole request.
    var runsOnColumns: Bool { foundationPredicate == nil && sortKeys != nil && !needsInstances }

    /// Returns the fetch on columns.
    ///
    /// - Parameter isWhole: Whether others apply the order and the window.
    func graphFetch(in context: ManagedObjectContext, isWhole: Bool = false) -> GraphFetch {
        var fetch = GraphFetch(
            state: context.snapshot, changes: context.unsavedChanges, entity: entity,
            ordinals: ordinals(in: context.layout), predicate: predicate,
            sortKeys: isWhole ? SortKeys(keys: []) : sortKeys ?? SortKeys(keys: []),
            limit: isWhole ? 0 : request.fetchLimit, offset: isWhole ? 0 : request.fetchOffset)
        fetch.includesRows = request.includesPropertyValues && request.fetchBatchSize <= 0
        return fetch
    }

    /// Returns matching objects in the request's order.
    func sorted(_ objects: [Object], in context: ManagedObjectContext) throws -> [Object] {
        let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
        return try order.sorted(objects, with: evaluator)
    }

    /// The reasons why columns cannot answer the request.
    var reasons: [String] {
        var reasons: [String] = []
        if let translationError { reasons.append("\(translationError)") }
        if foundationPredicate != nil, translationError == nil {
            reasons.append("the predicate uses values that are not stored")
        }
        if sortKeys == nil { reasons.append("a sort descriptor uses values that are not stored") }
        if needsInstances { reasons.append("the predicate uses a fetched property") }
        return reasons
    }
}

/// The parts of a fetch that do not need the classes of objects, and so can be used on any thread.
struct UntypedFetch: Sendable {
    let entity: EntityDescription
    let predicate: ModelPredicate?
    let sortKeys: SortKeys
    let limit: Int
    let offset: Int
    let includesSubentities: Bool
    let affectedStores: [any PersistentStore]?
    let needsInstances: Bool

    init<Object>(_ fetch: ResolvedFetch<Object>) {
        entity = fetch.entity
        predicate = fetch.predicate
        sortKeys = fetch.sortKeys ?? SortKeys(keys: [])
        limit = fetch.request.fetchLimit
        offset = fetch.request.fetchOffset
        includesSubentities = fetch.request.includesSubentities
        affectedStores = fetch.request.affectedStores
        needsInstances = fetch.needsInstances
    }

    /// Returns the references to the objects that match in a state, with a context of its own.
    ///
    /// - Parameter name: The name of the context for which the stores work; nil if it has none.
    func references(
        in state: CommittedState, of coordinator: PersistentStoreCoordinator, for name: String?
    ) throws -> [ObjectReference] {
        let context = ManagedObjectContext(coordinator: coordinator, usesPlainObjects: true)
        context.name = name
        context.take(state)
        context.queryGeneration.isFixed = true
        return try withExtendedLifetime(context) {
            try context.objects(of: ResolvedFetch<ManagedObject>(self)).map(\.reference)
        }
    }
}

extension ModelPredicate {
    /// Whether this predicate only compares stored attributes with values of their types, so that it matches the model.
    fileprivate func comparesAttributes(of entity: EntityDescription) -> Bool {
        switch self {
        case .constant: return true
        case .not(let operand): return operand.comparesAttributes(of: entity)
        case .and(let members), .or(let members):
            return members.allSatisfy { $0.comparesAttributes(of: entity) }
        case .comparison(let comparison):
            guard comparison.modifier == .direct, comparison.options.isEmpty,
                case .keyPath(let path, of: .evaluatedObject) = comparison.left, path.components.count == 1,
                case .key(let key) = path.components[0], let index = entity.attributeIndexes[key],
                !entity.isTransient(attribute: index), case .constant(let constant) = comparison.right
            else { return false }
            let type = entity.attributeTypes[index]
            if comparison.operator == .in, case .collection(let members) = constant {
                return members.allSatisfy { Self.areComparable($0, type) }
            }
            let isEquality = comparison.operator == .equalTo || comparison.operator == .notEqualTo
            guard Self.areComparable(constant, type) else { return false }
            return isEquality || comparison.operator.isOrdering && type != .boolean && type != .uuid
        }
    }

    private static func areComparable(_ constant: ConstantValue, _ type: AttributeType) -> Bool {
        switch (type, constant) {
        case (.string, .string), (.date, .date), (.integer16, .integer), (.integer32, .integer),
            (.integer64, .integer), (.double, .real), (.float, .real), (.boolean, .boolean), (.uuid, .uuid):
            true
        default: false
        }
    }

    /// The keys of all paths, at any depth.
    var keys: Set<String> { sides.reduce(into: []) { $0.formUnion($1.keys) } }
}

extension ModelExpression {
    /// The keys of all paths, at any depth.
    var keys: Set<String> {
        var keys = parts.reduce(into: condition?.keys ?? []) { $0.formUnion($1.keys) }
        guard case .keyPath(let path, _) = self else { return keys }
        for case .key(let key) in path.components { keys.insert(key) }
        return keys
    }
}
