import Foundation
import ModelDiagnostics
import ModelExpressions

/// A request that has been checked against the model and made ready to be answered.
struct ResolvedFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    /// What objects must match, as far as the tree can say it.
    let predicate: ModelPredicate?
    /// What the tree cannot say; it is evaluated by Foundation, object by object.
    let foundationPredicate: Predicate<Object>?
    /// Why not.
    let translationError: PredicateTranslationError?
    /// The order.
    let order: ObjectOrder<Object>
    /// Whether the predicate uses a fetched property, which needs instances.
    let needsInstances: Bool

    /// - Throws: ``FetchError`` and ``QueryError`` for what does not fit the model.
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
                // A key path of another model's class, or of a transient property, is for Foundation to read.
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
        let fetchedNames = Set(model.entities.flatMap { entity in entity.fetchedProperties.map(\.name) })
        let usedNames = predicate?.keys ?? []
        needsInstances = !usedNames.isDisjoint(with: fetchedNames)
    }

    /// The same fetch of objects without their classes, of what the tree and the keys say of it.
    init<Typed>(untyped fetch: ResolvedFetch<Typed>) {
        var request = FetchRequest<Object>(
            entityName: fetch.entity.name, fetchLimit: fetch.request.fetchLimit,
            fetchOffset: fetch.request.fetchOffset, includesSubentities: fetch.request.includesSubentities)
        request.affectedStores = fetch.request.affectedStores
        self.request = request
        entity = fetch.entity
        predicate = fetch.predicate
        foundationPredicate = nil
        translationError = nil
        order = ObjectOrder(fetch.sortKeys ?? SortKeys(keys: []))
        needsInstances = fetch.needsInstances
    }

    /// The order by keys; nil if objects have to be compared themselves.
    var sortKeys: SortKeys? { order.sortKeys }

    /// Throws for a predicate that does not fit the model, so that it fails on an empty store too (rule FET-33).
    private static func check(
        _ predicate: ModelPredicate?, of entity: EntityDescription, in model: ManagedObjectModel
    ) throws {
        guard let predicate else { return }
        let report = ExpressionChecker(model.lookup, purpose: .fetch).check(predicate, of: entity.schema)
        if let error = QueryError(report) { throw error }
        if let name = predicate.freeVariables.min() { throw QueryError.missingVariable(name, among: []) }
    }

    /// The tables whose objects come, those of stores that have been added since among them.
    func ordinals(in layout: GraphLayout) -> [Int] {
        let names = request.includesSubentities ? entity.concreteFamilyNames : [entity.name]
        let ordinals = names.flatMap(layout.ordinals)
        guard let affectedStores = request.affectedStores else { return ordinals }
        let identifiers = Set(affectedStores.map(\.identifier))
        return ordinals.filter { ordinal in
            layout.spaces[ordinal].storeIdentifier.map(identifiers.contains) ?? false
        }
    }

    /// Whether columns answer the whole request.
    var runsOnColumns: Bool { foundationPredicate == nil && sortKeys != nil && !needsInstances }

    /// The fetch on columns.
    ///
    /// - Parameter isWhole: Whether to leave the order and the window to others.
    func graphFetch(in context: ManagedObjectContext, isWhole: Bool = false) -> GraphFetch {
        var fetch = GraphFetch(
            snapshot: context.snapshot, changes: context.unsavedChanges, entity: entity,
            ordinals: ordinals(in: context.layout), predicate: predicate,
            sortKeys: isWhole ? SortKeys(keys: []) : sortKeys ?? SortKeys(keys: []),
            limit: isWhole ? 0 : request.fetchLimit, offset: isWhole ? 0 : request.fetchOffset)
        fetch.includesRows = request.includesPropertyValues && request.fetchBatchSize <= 0
        return fetch
    }

    /// Objects that match, in order.
    func sorted(_ objects: [Object], in context: ManagedObjectContext) throws -> [Object] {
        let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
        return try order.sorted(objects, with: evaluator)
    }

    /// Why columns do not answer the request.
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

extension ModelPredicate {
    /// The keys of all paths, wherever they are.
    var keys: Set<String> {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.left.keys.union(comparison.right.keys)
        case .not(let operand): operand.keys
        case .and(let members), .or(let members): members.reduce(into: []) { $0.formUnion($1.keys) }
        }
    }
}

extension ModelExpression {
    /// The keys of all paths, wherever they are.
    var keys: Set<String> {
        switch self {
        case .constant, .evaluatedObject, .variable: []
        case .keyPath(let path, let base):
            path.components.reduce(into: base.keys) { keys, component in
                if case .key(let key) = component { keys.insert(key) }
            }
        case .element(let base, .index(let index)): base.keys.union(index.keys)
        case .element(let base, _), .unary(_, let base), .cast(let base, _): base.keys
        case .aggregate(let members), .function(_, let members): members.reduce(into: []) { $0.formUnion($1.keys) }
        case .binary(_, let left, let right): left.keys.union(right.keys)
        case .methodCall(let receiver, _, let arguments):
            arguments.reduce(into: receiver.keys) { $0.formUnion($1.keys) }
        case .subquery(let collection, _, let predicate): collection.keys.union(predicate.keys)
        case .ternary(let predicate, let first, let second): predicate.keys.union(first.keys).union(second.keys)
        }
    }
}
