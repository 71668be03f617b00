import ModelSchema
import ObjectGraph
import SQLStore

/// The names of tables of pairs: those of a new store, or those of a file.
struct JoinTableNames {
    private let numbers: EntityNumbers
    /// The columns of the tables of a file, by table; nil for a new store.
    private let columns: [String: Set<String>]?

    init(_ numbers: EntityNumbers, columns: [String: Set<String>]?) {
        self.numbers = numbers
        self.columns = columns
    }

    /// The table of a relationship and its inverse, from the perspective of the relationship.
    ///
    /// - Parameters:
    ///   - owner: The entity that declares the relationship.
    ///   - inverseOwner: The entity that declares the inverse.
    func table(
        of relationship: RelationshipDescription, in owner: EntityDescription, inverse: RelationshipDescription,
        in inverseOwner: EntityDescription
    ) -> LinkColumns.JoinTable {
        let number = numbers[owner.name]
        let inverseNumber = numbers[inverseOwner.name]
        let side = (number, relationship.name.uppercased())
        let other = (inverseNumber, inverse.name.uppercased())
        let isSymmetric = side == other
        // The side with the lower number determines the name. If one entity has both sides, it is the one whose name
        // sorts last.
        let isFirst = number != inverseNumber ? number < inverseNumber : side.1 >= other.1
        let sides = isFirst ? [side, other] : [other, side]
        let table = sides.map { "Z_\($0.0)\($0.1)" }.first { columns?[$0] != nil } ?? "Z_\(sides[0].0)\(sides[0].1)"
        let present = columns?[table]
        let destinationColumn = Self.column("Z_\(inverseNumber)\(side.1)", present) ?? "Z_\(inverseNumber)\(side.1)"
        var sourceColumn = isSymmetric ? "REFLEXIVE" : "Z_\(number)\(other.1)"
        sourceColumn = Self.column(sourceColumn, present.map { $0.subtracting([destinationColumn]) }) ?? sourceColumn
        // A suffix, if both columns would have the same name.
        if !isSymmetric, sourceColumn == destinationColumn { sourceColumn += "1" }
        return LinkColumns.JoinTable(
            name: table, table: table, source: sourceColumn, destination: destinationColumn,
            position: relationship.isOrdered ? Self.orderColumn(side, inverseNumber, present) : nil,
            inversePosition: inverse.isOrdered && !isSymmetric ? Self.orderColumn(other, number, present) : nil,
            isSymmetric: isSymmetric, isNamedAfterThisSide: isFirst)
    }

    /// The column of positions in an order, with the number of the side that has the order, or of the other.
    private static func orderColumn(
        _ side: (number: Int64, name: String), _ other: Int64, _ present: Set<String>?
    ) -> String {
        let names = [side.number, other].map { "Z_FOK_\($0)\(side.name)" }
        return names.lazy.compactMap { column($0, present) }.first ?? names[0]
    }

    /// The column with a name, with or without a number after it, among those of a table.
    private static func column(_ name: String, _ present: Set<String>?) -> String? {
        guard let present else { return nil }
        if present.contains(name) { return name }
        return present.filter { $0.hasPrefix(name) && $0.dropFirst(name.count).allSatisfy(\.isWholeNumber) }.min()
    }
}
