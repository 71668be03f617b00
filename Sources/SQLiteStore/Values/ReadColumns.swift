import ModelSchema

/// The columns of an attribute in the answer of a statement.
enum ReadColumns: Sendable {
    /// None: the attribute is not stored, or the statement does not ask for it.
    case none
    /// One.
    case column(ReadColumn)
    /// Those of a composite's members.
    case members([Member])

    /// A member of a composite.
    struct Member: Sendable {
        var name: String
        var columns: ReadColumns
    }

    /// The only column; nil for another number of columns.
    var only: ReadColumn? {
        if case .column(let column) = self { column } else { nil }
    }
}

/// A column in the answer of a statement: its place, and what it holds.
struct ReadColumn: Sendable {
    var place: Int32
    var type: AttributeType
    /// Whether large values are in files of their own.
    var isExternal: Bool
}
