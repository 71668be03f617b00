extension Entity {
    /// The name of the entity's own class: the part of ``representedClassName`` after the last dot, or nil when the
    /// entity has none (absent, empty or `NSManagedObject`).
    public var className: String? {
        guard let name = representedClassName else { return nil }
        // Nearly all names have no module before them, and this is asked for each property.
        guard name.utf8.contains(UInt8(ascii: ".")) else {
            return name.isEmpty || name == "NSManagedObject" ? nil : name
        }
        guard let last = name.split(separator: ".").last, last != "NSManagedObject" else { return nil }
        return String(last)
    }

    /// The module the class lives in, or nil for the module that is being built.
    public var moduleName: String? {
        guard let representedClassName, let dot = representedClassName.lastIndex(of: "."),
            dot != representedClassName.startIndex
        else { return nil }
        return String(representedClassName[..<dot])
    }

    /// The attribute this entity itself declares under a name. O(*n*).
    public func attribute(named name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The relationship this entity itself declares under a name. O(*n*).
    public func relationship(named name: String) -> Relationship? { relationships.first { $0.name == name } }
}
