import ModelExpressions
import ModelSchema
import SwiftNames

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
        return names.map { scope.declare($0, for: .model) }
    }
}
