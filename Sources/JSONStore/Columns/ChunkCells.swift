import ColumnEngine

/// Room for the attributes of the rows of one chunk, one chunk after the other. A value that is not there is what
/// the format says.
final class ChunkCells {
    /// In the order of the entity's attributes.
    let columns: [ColumnCells]
    private let absentValues: [AttributeValue]

    static let capacity = GraphLoader.chunkCapacity

    init(_ format: EntityFormat) {
        absentValues = format.absentValues
        columns = zip(format.entity.attributes, absentValues).map { attribute, value in
            ColumnCells(for: attribute.type, filledWith: value, capacity: Self.capacity)
        }
    }

    deinit {
        for column in columns { column.deallocate(Self.capacity) }
    }

    /// Moves the first `count` rows into columns, and fills them again.
    func takeColumns(_ count: Int) -> [Column] {
        zip(columns, absentValues).map { $0.takeColumn(count, fillingWith: $1) }
    }
}
