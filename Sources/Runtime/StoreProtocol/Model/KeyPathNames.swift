import Synchronization

/// The names of a model's properties, by the key paths to their accessors.
///
/// Generated code fills it. An attribute with an enumeration has two accessors, and so two key paths.
///
/// ```swift
/// let model = ManagedObjectModel(
///     schema, classes: ["Hero": Hero.self],
///     keyPaths: { names in
///         names.add([\.name, \.universe] as [PartialKeyPath<Hero>], named: "name universe")
///     })
/// print(model.propertyName(for: \Hero.universe) ?? "unknown")  // universe
/// ```
public struct KeyPathNames: Sendable {
    fileprivate var names: [KeyPathKey: String] = [:]

    fileprivate init() {}

    /// Adds the accessors of a class's properties in one call, which compiles faster than one call for each.
    ///
    /// - Parameters:
    ///   - keyPaths: The accessors.
    ///   - names: The names of their properties, in the same order, separated by spaces.
    public mutating func add<Object: AnyObject>(_ keyPaths: [PartialKeyPath<Object>], named names: StaticString) {
        for (keyPath, name) in zip(keyPaths, [String](propertyNames: names)) {
            self.names[KeyPathKey(keyPath: keyPath)] = name
        }
    }

    /// Adds an accessor of a property.
    public mutating func add(_ keyPath: AnyKeyPath, named name: StaticString) {
        names[KeyPathKey(keyPath: keyPath)] = name.description
    }
}

extension [String] {
    /// Creates the names in a string, separated by spaces, for generated code.
    /// A single string compiles faster than a list.
    public init(propertyNames text: StaticString) { self = text.description.split(separator: " ").map(String.init) }
}

// Unchecked: key paths do not change. The values in them may, but they do not matter here.
/// A key path that is only compared.
private struct KeyPathKey: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
}

/// The key paths of a model, created on first use, because few programs need them.
package final class KeyPathTable: Sendable {
    private let fill: @Sendable (inout KeyPathNames) -> Void
    private let filled = Mutex<KeyPathNames?>(nil)

    init(_ fill: @escaping @Sendable (inout KeyPathNames) -> Void) { self.fill = fill }

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
    /// Returns the model's name for the property of a key path: `universe` for `\Superhero.herouniverse`. The result is
    /// nil if the key path is not a single attribute or relationship of a class of the model.
    ///
    /// Properties that a class inherits are found under both classes.
    public func propertyName(for keyPath: AnyKeyPath) -> String? { keyPaths.name(for: keyPath) }
}
