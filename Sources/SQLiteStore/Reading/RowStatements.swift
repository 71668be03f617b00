import ObjectGraph
import Synchronization

/// What statements ask for, by the entities whose rows they give: put together once.
final class RowStatements: Sendable {
    private struct Key: Hashable {
        var entityNames: [String]
        var alias: String
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
    func statement(ofEntitiesNamed entityNames: [String], alias: String) -> RowStatement {
        known.withLock { known in
            let key = Key(entityNames: entityNames, alias: alias)
            if let statement = known[key] { return statement }
            let statement = RowStatement(
                entityNames.compactMap { layout.entities[$0] }, of: layout, spaces: spaces, alias: alias)
            known[key] = statement
            return statement
        }
    }
}
