import StoreProtocol

/// A `FROM` that is being made: of the statement, or of a part in parentheses.
final class SQLScope {
    /// The tables so far.
    private(set) var tables: SQLFragment
    private var aliases: [String: String] = [:]

    init(_ tables: SQLFragment) {
        self.tables = tables
    }

    /// The alias of a table that is joined for a path, each path once.
    func alias(for path: String, join: () -> (alias: String, SQLFragment)) -> String {
        if let known = aliases[path] { return known }
        let made = join()
        tables = "\(tables) \(made.1)"
        aliases[path] = made.alias
        return made.alias
    }

    /// Adds a table.
    func join(_ text: SQLFragment) {
        tables = "\(tables) \(text)"
    }
}

/// An object that a path has led to, or none where its key is null.
struct SQLPlace {
    var scope: SQLScope
    /// What the statement calls the row.
    var alias: String
    var entity: EntityDescription
    /// The object's key.
    var key: SQLFragment
    /// Whether there may be no object.
    var isOptional: Bool
}

/// What a path through a to-many leads to: the rows of a part in parentheses.
struct SQLMembers {
    /// Where the members come from.
    var scope: SQLScope
    /// What leads to the members of one object.
    var isOfOwner: SQLFragment
    /// What further relationships and entities say of the members.
    var conditions: [SQLFragment] = []
    /// The key of the object that a member is one of.
    var ownersKey: SQLFragment
    /// The object that the path comes from. Behind none, the path leads to nil instead of members.
    var owner: SQLPlace
    /// One of the members.
    var element: SQLOperand
    /// What the row of a member is called; nil where members are values.
    var alias: String?

    /// The part from `FROM` on.
    func selection(where more: [SQLFragment]) -> SQLFragment {
        "FROM \(scope.tables) WHERE \((conditions + more).joined(separator: " AND "))"
    }

    /// The number of members of the one owner.
    var count: SQLFragment { "(SELECT COUNT(*) \(selection(where: [isOfOwner])))" }
}
