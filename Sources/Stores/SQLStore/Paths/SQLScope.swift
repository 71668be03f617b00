import StoreProtocol

/// Builds the `FROM` clause of a statement or of a subquery.
final class SQLScope {
    private(set) var tables: SQLFragment
    private var aliases: [String: String] = [:]

    init(_ tables: SQLFragment) {
        self.tables = tables
    }

    /// Returns the alias of a table that is joined for a path. Each path is joined once.
    func alias(for path: String, join: () -> (alias: String, SQLFragment)) -> String {
        if let known = aliases[path] { return known }
        let made = join()
        tables = "\(tables) \(made.1)"
        aliases[path] = made.alias
        return made.alias
    }

    func join(_ text: SQLFragment) {
        tables = "\(tables) \(text)"
    }
}

/// An object at the end of a path; there is none if its key is null.
struct SQLPlace {
    var scope: SQLScope
    /// The alias of the row in the statement.
    var alias: String
    var entity: EntityDescription
    /// The object's key.
    var key: SQLFragment
    /// Whether there may be no object.
    var isOptional: Bool
}

/// The objects at the end of a path through a to-many relationship: the rows of a subquery.
struct SQLMembers {
    /// The tables of the members.
    var scope: SQLScope
    /// The condition that selects the members of one owner.
    var isOfOwner: SQLFragment
    /// Conditions of further relationships and entities.
    var conditions: [SQLFragment] = []
    /// The column of the owner's key in a member's row.
    var ownersKey: SQLFragment
    /// The owner. If there is none, the path is nil instead of a collection.
    var owner: SQLPlace
    var element: SQLOperand
    /// The alias of a member's row; nil if members are values.
    var alias: String?

    /// Returns the subquery from `FROM` on.
    func selection(where more: [SQLFragment]) -> SQLFragment {
        "FROM \(scope.tables) WHERE \((conditions + more).joined(separator: " AND "))"
    }

    /// The number of the owner's members.
    var count: SQLFragment { "(SELECT COUNT(*) \(selection(where: [isOfOwner])))" }
}
