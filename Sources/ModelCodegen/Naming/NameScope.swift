import ModelSchema

/// The names that are taken at one place of generated code, such as inside a class, and what has taken them.
///
/// Everything that is declared there passes through here, so that no two declarations get the same name: who comes
/// later gets an underscore at the end, and as many as it takes.
struct NameScope: Sendable {
    /// What has taken a name.
    enum Origin: Sendable, Hashable {
        /// The language, or a class of the runtime.
        case runtime
        /// An element of the model.
        case element(SchemaPath)
        /// The model as a whole.
        case model
    }

    private var origins: [String: Origin] = [:]

    /// - Parameter reserved: Names that are taken from the start.
    init(reserved: Set<String> = []) {
        for name in reserved { origins[name] = .runtime }
    }

    /// What has taken one of some names, if anything has.
    func origin(ofAnyIn names: [String]) -> Origin? {
        names.lazy.compactMap { origins[$0] }.first
    }

    /// Takes a name, which need not be free.
    mutating func take(_ name: String, for origin: Origin) {
        if origins[name] == nil { origins[name] = origin }
    }

    /// Gives a name back.
    mutating func release(_ name: String) {
        origins[name] = nil
    }

    /// Takes a name, or the nearest one that is free.
    mutating func declare(_ name: String, for origin: Origin) -> String {
        declare(name, forms: { [$0] }, for: origin)
    }

    /// Takes everything that is declared under a name, or under the nearest one under which all of it is free.
    ///
    /// - Parameter forms: The names that come with a name.
    mutating func declare(_ name: String, forms: (String) -> [String], for origin: Origin) -> String {
        var free = name
        while self.origin(ofAnyIn: forms(free)) != nil { free += "_" }
        for form in forms(free) { take(form, for: origin) }
        return free
    }
}
