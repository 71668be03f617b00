import Synchronization

/// What the properties of a model are called, by the key paths to their accessors.
///
/// Generated code fills it in. An attribute that is an enum has two accessors, and so two key paths.
public struct KeyPathNames: Sendable {
    fileprivate var names: [KeyPathKey: String] = [:]

    fileprivate init() {}

    /// Adds an accessor of a property.
    public mutating func add(_ keyPath: AnyKeyPath, _ name: StaticString) {
        names[KeyPathKey(keyPath: keyPath)] = name.description
    }
}

/// A key path that is compared and nothing else. Key paths do not change; what they capture may, and is of no interest
/// here.
private struct KeyPathKey: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
}

/// The key paths of a model, looked up when they are first asked for: few programs ask.
final class KeyPathTable: Sendable {
    private let fill: @Sendable (inout KeyPathNames) -> Void
    private let filled = Mutex<KeyPathNames?>(nil)

    init(_ fill: @escaping @Sendable (inout KeyPathNames) -> Void) {
        self.fill = fill
    }

    func name(for keyPath: AnyKeyPath) -> String? {
        let key = KeyPathKey(keyPath: keyPath)
        return filled.withLock { filled in
            if let filled { return filled.names[key] }
            var names = KeyPathNames()
            fill(&names)
            filled = names
            return names.names[key]
        }
    }
}

extension ManagedObjectModel {
    /// What the property that a key path leads to is called in the model: `\Superhero.herouniverse` leads to
    /// `universe`. Nil for a key path that leads to no attribute or relationship of a generated or hand-written class
    /// of the model, or further than to one.
    ///
    /// Properties that a class inherits are found under both classes.
    public func propertyName(for keyPath: AnyKeyPath) -> String? {
        keyPaths.name(for: keyPath)
    }
}
