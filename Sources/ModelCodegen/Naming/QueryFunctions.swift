import ModelSchema
import SwiftNames

/// The static functions that generated code declares for fetch request templates and uniqueness constraints.
struct QueryFunctions: Sendable {
    /// A uniqueness constraint, and the entity that has it.
    struct Constraint: Sendable, Hashable {
        var entity: Entity
        var propertyNames: [String]

        /// What tells it from others of its class.
        var key: String { propertyNames.joined(separator: ",") }
    }

    let parameters: QueryParameters
    /// By the name that the model gives the class; each list by the template's name.
    private var templates: [String: [FetchRequestTemplate]] = [:]
    /// By the name that the model gives the class; in the order of the model.
    private var constraints: [String: [Constraint]] = [:]

    /// - Parameter classes: Superclasses first.
    init(of classes: [ModelClass], in model: Model, naming: GenerationOptions.PropertyNaming) {
        parameters = QueryParameters(naming: naming)
        let templatesByEntity = Dictionary(grouping: model.fetchRequestTemplates) { $0.entityName ?? "" }
        // What a class inherits is not declared anew: the function of the superclass finds its objects too.
        var inherited: [String: Set<[String]>] = [:]
        for item in classes {
            templates[item.name] = item.entities.flatMap { templatesByEntity[$0.name] ?? [] }
                .filter { functionName(of: $0) != nil }.sorted { $0.name < $1.name }
            var seen = item.superclassName.flatMap { inherited[$0] } ?? []
            for entity in item.entities {
                for constraint in entity.uniquenessConstraints where !constraint.propertyNames.isEmpty {
                    let labels = parameters.names(forProperties: constraint.propertyNames)
                    guard seen.insert(labels).inserted else { continue }
                    constraints[item.name, default: []].append(
                        Constraint(entity: entity, propertyNames: constraint.propertyNames))
                }
            }
            inherited[item.name] = seen
        }
    }

    func templates(ofClassNamed name: String) -> [FetchRequestTemplate] {
        templates[name] ?? []
    }

    func constraints(ofClassNamed name: String) -> [Constraint] {
        constraints[name] ?? []
    }

    /// What the functions of a class would like to be called.
    func declarations(ofClassNamed name: String) -> [MemberDeclaration] {
        constraints(ofClassNamed: name).map(declaration) + templates(ofClassNamed: name).compactMap(declaration)
    }

    /// The name that a template's function would like to have; nil if nothing of the template's is a name.
    func functionName(of template: FetchRequestTemplate) -> String? {
        SwiftIdentifier.nearest(to: parameters.functionName(template.name))
    }

    private func declaration(of template: FetchRequestTemplate) -> MemberDeclaration? {
        guard let name = functionName(of: template) else { return nil }
        let labels = parameters.names(forVariables: QueryParameters.variables(of: template))
        return MemberDeclaration(
            role: .fetchRequest, modelName: template.name, name: name, level: .type, forms: [form(labels)],
            origin: SchemaPath.model.appending(.fetchRequest, template.name))
    }

    private func declaration(of constraint: Constraint) -> MemberDeclaration {
        let labels = parameters.names(forProperties: constraint.propertyNames) + ["in"]
        return MemberDeclaration(
            role: .lookup, modelName: constraint.key, name: "find", level: .type, forms: [form(labels)],
            origin: .entity(constraint.entity.name))
    }

    private func form(_ labels: [String]) -> MemberDeclaration.Form {
        .init(labels: labels.isEmpty ? "" : "(\(labels.map { $0 + ":" }.joined()))")
    }
}
