// How many destinations the model allows.
extension RelationshipDescription {
    /// Whether there can be too few or too many destinations.
    package var hasBounds: Bool {
        isRequired || schema.isToMany && (schema.minimumCount > 0 || schema.maximumCount > 0)
    }

    /// Whether the model allows a number of destinations. Of a to-many that may be empty, a least number is for one that is
    /// not.
    package func allows(count: Int) -> Bool {
        if count == 0 { return !isRequired }
        guard schema.isToMany else { return true }
        return count >= schema.minimumCount && (schema.maximumCount <= 0 || count <= schema.maximumCount)
    }
}
