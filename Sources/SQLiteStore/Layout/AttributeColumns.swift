import ModelSchema
import ObjectGraph

/// The columns that hold an attribute.
indirect enum AttributeColumns: Sendable {
    /// None: the attribute is not stored.
    case none
    /// One.
    case column(String, Attribute)
    /// Those of the members of a composite.
    case members([Member])

    /// A member of a composite.
    struct Member: Sendable {
        var name: String
        var columns: AttributeColumns
    }

    /// The columns by name, in the order of the members.
    var names: [String] {
        switch self {
        case .none: []
        case .column(let name, _): [name]
        case .members(let members): members.flatMap(\.columns.names)
        }
    }
}
