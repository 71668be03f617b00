import ColumnEngine

/// Lines of a store's file that look like objects of one entity, one object a line.
struct RowLines {
    let format: EntityFormat
    /// Where in the frame the lines were taken out, all those before them too.
    let place: Int
    /// How many lines there are: ``GraphLoader/chunkCapacity``, or fewer at the end of the entity's objects.
    let count: Int
    /// Where they are in a window.
    let range: Range<Int>
}

/// What the objects are that were read from lines.
struct LineRows {
    let entityName: String
    /// As ``RowLines/place``.
    let place: Int
    /// Of all rows, in the order of the file.
    let numbers: [Int64]
    /// By the index of the relationship; nil if the other side is stored.
    let links: [LinkReader?]
    /// What objects have besides their properties, by their numbers.
    let unknown: [Int64: UnknownMembers]
    /// In the order of the attributes.
    let columns: [Column]
    /// Whether a comma follows the last object.
    let endsWithComma: Bool
}

/// A file is not as a writer leaves it: it is to be read as any JSON is.
struct UnusualFile: Error {}
