package import StoreMigration
import StoreProtocol

/// The entities of the rows that a statement reads, which are of one table, each with the places of its columns.
@usableFromInline package struct RowEntities<Entity: Sendable>: Sendable {
    /// By number.
    @usableFromInline package let known: [Int64: Entity]
    /// The only entity of the table, of which all rows are; nil if the table has several.
    @usableFromInline package let only: Entity?
    /// Its number.
    @usableFromInline let onlyNumber: Int64?
    /// The numbers of the entities that the table can contain.
    private let numbers: Set<Int64>
    private let table: String
    private let unknown: UnknownEntityWarning

    /// - Parameters:
    ///   - layouts: Entities of one table.
    ///   - unknown: Receives the numbers of rows that the table cannot contain.
    ///   - make: Returns where the columns of an entity's rows are; nil for an entity that the store does not have.
    package init<Layout: SQLLayout>(
        _ layouts: [Layout.Entity], in layout: Layout, unknown: UnknownEntityWarning,
        make: (Layout.Entity) -> Entity?
    ) {
        var known: [Int64: Entity] = [:]
        for layout in layouts { known[layout.number] = make(layout) }
        self.known = known
        let first = layouts.first
        onlyNumber = first.flatMap { $0.isOnlyEntityOfTable && known[$0.number] != nil ? $0.number : nil }
        only = onlyNumber.flatMap { known[$0] }
        let root = first.flatMap { layout.model.entitiesByName[$0.entity.rootName] }
        numbers = Set(root.map(layout.familyNumbers) ?? [])
        table = first?.tableName ?? ""
        self.unknown = unknown
    }

    /// Returns the entity of a row with a number; nil if it is none of those that the statement reads.
    @inlinable package func entity(of number: Int64) -> Entity? {
        if number == onlyNumber { return only }
        return known[number] ?? entity(ofOther: number)
    }

    @usableFromInline func entity(ofOther number: Int64) -> Entity? {
        if !numbers.contains(number) { unknown.note(number, table: table, isRead: only != nil) }
        return only
    }
}
