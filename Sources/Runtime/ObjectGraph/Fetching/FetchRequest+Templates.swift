import ModelExpressions
public import ModelSchema

extension FetchRequest {
    /// Creates the request from a fetch request template, with values for its variables. Generated functions call this
    /// initializer.
    ///
    /// Problems with the name, the predicate, or the variables cause errors when you use the request.
    public init(
        templateNamed name: String, in model: ManagedObjectModel, variables: [String: (any PredicateValue)?] = [:]
    ) {
        do {
            guard let template = model.fetchRequestTemplate(named: name) else {
                throw FetchError(
                    code: .unknownTemplate,
                    description: "the model '\(model.name)' has no fetch request template '\(name)'")
            }
            try self.init(template, variables: variables.mapValues { $0?.predicateValue ?? .null })
        } catch {
            self.init()
            failure = error
        }
    }

    /// - Throws: `FormatError` for a predicate that does not parse, ``QueryError`` for a variable without a value.
    init(_ template: FetchRequestTemplate, variables: [String: ConstantValue]) throws {
        self.init(
            entityName: template.entityName, fetchLimit: template.fetchLimit,
            includesSubentities: template.includesSubentities ?? true)
        resultType = template.resultType
        fetchBatchSize = template.fetchBatchSize
        includesPendingChanges = template.includesPendingChanges ?? true
        includesPropertyValues = template.includesPropertyValues ?? true
        returnsObjectsAsFaults = template.returnsObjectsAsFaults ?? true
        returnsDistinctResults = template.returnsDistinctResults ?? false
        guard let text = template.predicateString, !text.isEmpty else { return }
        let predicate = try ModelPredicate(format: text).substituting(variables)
        if let missing = predicate.freeVariables.min() {
            throw QueryError.missingVariable(missing, among: Array(variables.keys))
        }
        self.predicate = .matching(predicate)
    }
}

extension ManagedObjectModel {
    /// Returns the fetch request template with a name, as in the model (rule MOD-16).
    public func fetchRequestTemplate(named name: String) -> FetchRequestTemplate? {
        schema.fetchRequestTemplates.first { $0.name == name }
    }

    /// Creates a request from a template, with values for its variables (rule MOD-16). It has the template's result
    /// type; see `ManagedObjectContext.execute(_:)`.
    ///
    /// ```swift
    /// let request = try model.fetchRequestFromTemplate(
    ///     named: "inUniverse", substitutionVariables: ["UNIVERSE": 1])
    /// let heroes = try context.fetch(request)
    /// ```
    ///
    /// - Throws: ``FetchError`` for a template that does not exist, `FormatError` for a predicate that does not parse,
    ///   ``QueryError`` for a variable without a value.
    public func fetchRequestFromTemplate(
        named name: String, substitutionVariables variables: [String: (any PredicateValue)?] = [:]
    ) throws -> FetchRequest<ManagedObject> {
        let request = FetchRequest<ManagedObject>(templateNamed: name, in: self, variables: variables)
        if let failure = request.failure { throw failure }
        return request
    }
}
