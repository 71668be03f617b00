import ModelExpressions
import ModelSchema
import SwiftNames

/// The static functions that generated code declares for fetch request templates and uniqueness constraints.
struct QueryFunctions: Sendable {
    /// A uniqueness constraint with its entity.
    struct Constraint: Sendable, Hashable {
        var entity: Entity
        var propertyNames: [String]

        /// Its identity among the constraints of its class.
        var key: String { propertyNames.joined(separator: ",") }
    }

    let parameters: QueryParameters
    /// The templates, by the class name in the model. Each list is sorted by the names of the templates.
    private var templates: [String: [FetchRequestTemplate]] = [:]
    /// The constraints, by the class name in the model, in the order of the model.
    private var constraints: [String: [Constraint]] = [:]

    /// - Parameter classes: The classes, superclasses first.
    init(of classes: [ModelClass], in model: Model, naming: GenerationOptions.PropertyNaming) {
        parameters = QueryParameters(naming: naming)
        let templatesByEntity = Dictionary(grouping: model.fetchRequestTemplates) { $0.entityName ?? "" }
        // A class does not declare inherited functions again, because the function of the superclass also finds its
        // objects.
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

    func templates(ofClassNamed name: String) -> [FetchRequestTemplate] { templates[name] ?? [] }
    func constraints(ofClassNamed name: String) -> [Constraint] { constraints[name] ?? [] }

    /// The preferred names of a class's functions.
    func declarations(ofClassNamed name: String) -> [MemberDeclaration] {
        constraints(ofClassNamed: name).map(declaration) + templates(ofClassNamed: name).compactMap(declaration)
    }

    /// The preferred name of a template's function; nil if the template's name contains no letters.
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

/// The parameter names of functions for fetch request templates and uniqueness constraints, without backticks.
struct QueryParameters: Sendable {
    let naming: GenerationOptions.PropertyNaming

    /// The variables of a template in the order of their first use in the predicate; empty if it cannot be parsed.
    static func variables(of template: FetchRequestTemplate) -> [String] {
        guard let text = template.predicateString, !text.isEmpty, let predicate = try? ModelPredicate(format: text)
        else { return [] }
        let free = predicate.freeVariables
        var found: [String] = []
        for part in text.split(separator: "$").dropFirst(text.first == "$" ? 0 : 1) {
            let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            if free.contains(name), !found.contains(name) { found.append(name) }
        }
        return found + free.subtracting(found).sorted()
    }

    /// The parameter names for variables, each once: `$LIMIT` becomes `limit`.
    func names(forVariables variables: [String]) -> [String] { distinct(variables.map(functionName)) }

    /// The name of a function or parameter whose name in the model starts with a capital letter.
    func functionName(_ modelName: String) -> String {
        naming == .camelCase ? SwiftIdentifier.lowerCamelCase(modelName) : SwiftIdentifier.lowerFirstWord(modelName)
    }

    /// The parameter names for the properties of a constraint, each once: the path `price.amount` becomes
    /// `priceAmount`. No name hides the function that looks up objects.
    func names(forProperties properties: [String]) -> [String] {
        distinct(
            properties.map { path in
                let parts = path.split(separator: ".").map(String.init)
                let first = parts.first ?? ""
                return (naming == .camelCase ? SwiftIdentifier.lowerCamelCase(first) : first)
                    + parts.dropFirst().map(SwiftIdentifier.upperFirst).joined()
            }, reserved: ["find"])
    }

    private func distinct(_ names: [String], reserved: Set<String> = []) -> [String] {
        var scope = NameScope(reserved: reserved)
        // A parameter cannot have the name `_`, or that of some keywords. The names instead of these must also be
        // distinct.
        return names.map { name in
            scope.declare(SwiftIdentifier.parameter(SwiftIdentifier.nearest(to: name) ?? name), for: .model)
        }
    }
}
