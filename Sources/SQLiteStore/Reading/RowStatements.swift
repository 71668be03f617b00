import ObjectGraph
import Synchronization

/// What statements ask for, by the entities whose rows they give: put together once.
final class RowStatements: Sendable {
    private struct Key: Hashable {
        var entityNames: [String]
        var alias: String
        var heldColumn: String?
    }

    private let layout: StoreLayout
    private let spaces: [String: IdentitySpace]
    private let known = Mutex<[Key: RowStatement]>([:])

    init(of layout: StoreLayout, spaces: [String: IdentitySpace]) {
        self.layout = layout
        self.spaces = spaces
    }

    /// - Parameters:
    ///   - entityNames: Entities of one table. Those that the store does not have are left out.
    ///   - alias: What the statement calls the table.
    ///   - heldColumn: A column that points to rows which the statement has found to be there, in a table of one entity; nil for
    ///     none.
    func statement(
        ofEntitiesNamed entityNames: [String], alias: String, heldColumn: String? = nil
    ) -> RowStatement {
        known.withLock { known in
            let key = Key(entityNames: entityNames, alias: alias, heldColumn: heldColumn)
            if let statement = known[key] { return statement }
            let statement = RowStatement(
                entityNames.compactMap { layout.entities[$0] }, of: layout, spaces: spaces, alias: alias,
                heldColumn: heldColumn)
            known[key] = statement
            return statement
        }
    }
}
