import ModelSchema

/// The names in one scope of generated code, such as a class, with their owners.
///
/// Every declaration takes its name here, so no two declarations get the same name. A later declaration gets as many
/// underscores at its end as needed.
struct NameScope: Sendable {
    /// The owner of a name.
    enum Origin: Sendable, Hashable {
        /// The language, or a class of the runtime.
        case runtime
        /// An element of the model.
        case element(SchemaPath)
        /// The whole model.
        case model
    }

    private var origins: [String: Origin] = [:]

    /// - Parameter reserved: The initially taken names.
    init(reserved: Set<String> = []) {
        for name in reserved { origins[name] = .runtime }
    }

    /// Returns the owner of one of several names, if any.
    func origin(ofAnyIn names: [String]) -> Origin? { names.lazy.compactMap { origins[$0] }.first }

    /// Takes a name, even if it is not free.
    mutating func take(_ name: String, for origin: Origin) {
        if origins[name] == nil { origins[name] = origin }
    }

    /// Releases a name.
    mutating func release(_ name: String) { origins[name] = nil }

    /// Takes a name, or the most similar free name.
    mutating func declare(_ name: String, for origin: Origin) -> String { declare(name, forms: { [$0] }, for: origin) }

    /// Takes all names of a declaration, or the most similar names that are all free.
    ///
    /// - Parameter forms: The names that belong to a name.
    mutating func declare(_ name: String, forms: (String) -> [String], for origin: Origin) -> String {
        var free = name
        while self.origin(ofAnyIn: forms(free)) != nil { free += "_" }
        for form in forms(free) { take(form, for: origin) }
        return free
    }
}
