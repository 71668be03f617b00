extension Entity {
    /// The name of the entity's own class: the part of ``representedClassName`` after the last dot; nil if it is
    /// missing, empty, or `NSManagedObject`.
    public var className: String? {
        guard let name = representedClassName else { return nil }
        // For speed: most names have no module.
        guard name.utf8.contains(UInt8(ascii: ".")) else {
            return name.isEmpty || name == "NSManagedObject" ? nil : name
        }
        guard let last = name.split(separator: ".").last, last != "NSManagedObject" else { return nil }
        return String(last)
    }

    /// The module of the class; nil for the current module.
    public var moduleName: String? {
        guard let representedClassName, let dot = representedClassName.lastIndex(of: "."),
            dot != representedClassName.startIndex
        else { return nil }
        return String(representedClassName[..<dot])
    }

    /// Returns the entity's own attribute with a name. O(*n*).
    public func attribute(named name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Returns the entity's own relationship with a name. O(*n*).
    public func relationship(named name: String) -> Relationship? { relationships.first { $0.name == name } }
}
