/// The variables at one place of a template, by name.
struct TemplateScopes {
    private var scopes: [[String: TemplateType]]
    /// Whether there can be unknown variables, so none are reported.
    var isOpen = false

    init(_ variables: [String: TemplateType]) { scopes = [variables] }

    /// All names.
    var names: [String] { Set(scopes.flatMap(\.keys)).sorted() }

    subscript(name: String) -> TemplateType? {
        for scope in scopes.reversed() {
            if let type = scope[name] { return type }
        }
        return isOpen ? .any : nil
    }

    /// Adds a variable until the current tag ends.
    mutating func define(_ name: String, _ type: TemplateType) { scopes[scopes.count - 1][name] = type }

    /// The scopes inside a tag.
    func adding(_ variables: [String: TemplateType]) -> TemplateScopes {
        var result = self
        result.scopes.append(variables)
        return result
    }
}
