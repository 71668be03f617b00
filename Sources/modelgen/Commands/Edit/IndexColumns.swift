import ArgumentParser
import ModelSchema

/// What an index covers.
struct IndexColumns: ParsableArguments {
    /// A property, and the order in which its values are kept.
    struct Column: Sendable, Hashable {
        var property: String
        var order: FetchIndex.Element.Order

        /// Reads `date` or `date:descending`.
        init(argument: String) throws {
            let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let words = FetchIndex.Element.Order.allCases.map(\.rawValue)
            guard let property = parts.first, !property.isEmpty,
                let order = parts.count == 1 ? .ascending : FetchIndex.Element.Order(rawValue: parts[1])
            else {
                throw ValidationError(
                    "specify a property, or a property with its order, such as date:\(words.joined(separator: " or date:"))"
                )
            }
            self.property = property
            self.order = order
        }
    }

    @Argument(
        help: .init(
            "The properties, each with an optional order, such as date or date:descending.", valueName: "property"),
        transform: Column.init(argument:))
    var columns: [Column] = []

    @Option(
        name: .customLong("where"),
        help: .init("The predicate of a partial index, or an empty string to remove it.", valueName: "predicate"))
    var condition: String?

    @Flag(help: "Make an R-tree index, for spatial searches.")
    var rTree = false

    /// The columns, in index order.
    var elements: [FetchIndex.Element] {
        columns.map {
            FetchIndex.Element(propertyName: $0.property, kind: rTree ? .rTree : .binary, order: $0.order)
        }
    }

    /// The predicate of a partial index; nil for an index of all objects.
    var predicate: String? { condition.flatMap { $0.isEmpty ? nil : $0 } }
}
