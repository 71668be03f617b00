public import StoreProtocol

/// Where a destination is in the result of a statement.
@usableFromInline package final class LinkSource: Sendable {
    /// The index of the column with its key. The number of its entity can follow.
    package let place: Int
    /// The entity of the destination if it is known without its number; nil if it is not.
    @usableFromInline package let onlySpace: IdentitySpace?
    /// The possible entities of the destination, by number: a row of another entity is not a destination.
    @usableFromInline let spaces: [Int64: IdentitySpace]
    @usableFromInline let limits: RowLimits

    /// - Parameters:
    ///   - destination: The entity of the destinations.
    ///   - isOnly: Whether all destinations are known to exist, and to be of this entity.
    ///   - storeLocation: The store, for errors.
    package init<Layout: SQLLayout>(
        at place: Int, to destination: Layout.Entity, isOnly: Bool, in layout: Layout, spaces: [String: IdentitySpace],
        storeLocation: String
    ) {
        self.place = place
        onlySpace = isOnly ? spaces[destination.entity.name] : nil
        self.spaces = destination.entity.concreteFamilyNames.reduce(into: [:]) { known, name in
            if let number = layout.number(ofEntityNamed: name) { known[number] = spaces[name] }
        }
        limits = layout.limits(of: destination, location: storeLocation)
    }

    /// Returns a destination; nil if the row with its key is of another entity.
    ///
    /// - Throws: `StoreError` for a key that no object of a context can have.
    @inlinable package func destination(
        _ key: Int64, entityNumber: @autoclosure () -> Int64
    ) throws(StoreError) -> ObjectID? {
        guard let space = onlySpace ?? spaces[entityNumber()] else { return nil }
        try limits.check(key)
        return ObjectID(space, number: key)
    }
}
