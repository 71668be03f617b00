extension Model {
    /// Returns the entity with a name, or the first of several. O(*n*) in the number of entities: whoever looks up more
    /// than one makes a ``ModelLookup``.
    public func entity(named name: String) -> Entity? {
        entities.first { $0.name == name }
    }

    /// The composite with a name. O(*n*).
    public func composite(named name: String) -> Composite? {
        composites.first { $0.name == name }
    }
}
