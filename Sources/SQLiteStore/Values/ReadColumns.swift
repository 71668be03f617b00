import ModelSchema

/// The columns of an attribute in the answer of a statement.
enum ReadColumns: Sendable {
    /// None: the attribute is not stored, or the statement does not ask for it.
    case none
    /// One: its place, and what it holds.
    case column(Int32, AttributeType, isExternal: Bool)
    /// Those of a composite's members.
    case members([Member])

    /// A member of a composite.
    struct Member: Sendable {
        var name: String
        var columns: ReadColumns
    }
}
