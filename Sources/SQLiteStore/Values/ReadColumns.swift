import ModelSchema

/// The columns of an attribute in the answer of a statement.
indirect enum ReadColumns {
    /// None: the attribute is not stored, or the statement does not ask for it.
    case none
    /// One: its place, its name, and what it holds.
    case column(Int32, String, AttributeType, isExternal: Bool)
    /// Those of a composite's members.
    case members([Member])

    /// A member of a composite.
    struct Member {
        var name: String
        var columns: ReadColumns
    }
}
