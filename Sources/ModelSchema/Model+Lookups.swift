extension Model {
    /// The entity with a name; the first, should the model hold two. O(*n*) in the number of entities: whoever looks
    /// up more than one makes a ``ModelLookup``.
    public func entity(named name: String) -> Entity? {
        entities.first { $0.name == name }
    }

    /// The composite with a name. O(*n*).
    public func composite(named name: String) -> Composite? {
        composites.first { $0.name == name }
    }
}
