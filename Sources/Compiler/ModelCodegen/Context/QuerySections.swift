import ModelExpressions
import ModelSchema

/// The sections of an entity about fetching: templates, fetched properties, and lookups.
struct QuerySections {
    var sections: [any TemplateContext] = []
    /// Whether a type in the sections comes from Foundation.
    var needFoundation = false

    init(of entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        let types = QueryTypes(in: model, namer: namer)
        let functions = namer.fetchRequestTemplates(ofClassOf: entity).map { template in
            let variables = QueryParameters.variables(of: template)
            let found = types.types(of: variables, in: template)
            needFoundation = needFoundation || found.contains(where: \.needsFoundation)
            return FetchFunctionContext(template, of: entity, variables: variables, types: found, namer: namer)
        }
        let className = namer.className(of: entity)
        if !functions.isEmpty {
            sections.append(
                FetchRequestsContext(
                    access: access, className: className, modelName: namer.modelAccessorName,
                    functions: functions, types: TypeNames(namer: namer)))
        }
        if let properties = FetchedPropertiesContext(entity, in: model, namer: namer, access: access) {
            sections.append(properties)
        }
        let constraints = namer.constraints(ofClassOf: entity)
        let attributes = constraints.isEmpty ? [] : model.attributes(of: entity)
        let attributesByName = Dictionary(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let lookups = constraints.compactMap { constraint -> UniqueLookupContext? in
            guard let found = types.types(of: constraint) else { return nil }
            needFoundation = needFoundation || found.contains(where: \.needsFoundation)
            return UniqueLookupContext(
                constraint, types: found, of: entity, attributes: attributesByName, namer: namer)
        }
        if !lookups.isEmpty {
            sections.append(
                UniquenessContext(
                    access: access, className: className, lookups: lookups, types: TypeNames(namer: namer)))
        }
    }
}

/// Finds the types of the parameters of functions for fetches.
struct QueryTypes {
    private let model: ModelLookup
    private let namer: SwiftNamer
    private let checker: ExpressionChecker

    init(in model: ModelLookup, namer: SwiftNamer) {
        self.model = model
        self.namer = namer
        checker = ExpressionChecker(model)
    }

    /// The types of a template's variables: the types that they are compared with, or any value if they are not known.
    func types(of variables: [String], in template: FetchRequestTemplate) -> [ParameterType] {
        let known = checker.check(template, anchor: .model).variableTypes
        return variables.map { name in
            ParameterType(known[name] ?? .unknown, in: model, namer: namer) ?? ParameterType(anyValue: namer)
        }
    }

    /// The variables of a template with unknown types.
    func unknownVariables(of template: FetchRequestTemplate) -> [String] {
        let known = checker.check(template, anchor: .model).variableTypes
        return QueryParameters.variables(of: template).filter {
            ParameterType(known[$0] ?? .unknown, in: model, namer: namer) == nil
        }
    }

    /// The types of a constraint's properties; nil if one of them has no Swift type.
    func types(of constraint: QueryFunctions.Constraint) -> [ParameterType]? {
        let found = constraint.propertyNames.compactMap { name -> ParameterType? in
            guard let path = ModelKeyPath(text: name) else { return nil }
            let type = checker.check(ModelExpression.keyPath(path), of: constraint.entity).type
            return type.isCollection ? nil : ParameterType(type, in: model, namer: namer)
        }
        return found.count == constraint.propertyNames.count ? found : nil
    }
}
