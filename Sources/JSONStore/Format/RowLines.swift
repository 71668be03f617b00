import ColumnEngine

/// Lines of a store's file that look like objects of one entity, with one object per line.
struct RowLines {
    let format: EntityFormat
    /// The offset of the lines in the frame, from which all lines before them were also extracted.
    let place: Int
    /// The number of lines: ``GraphLoader/chunkCapacity``, or fewer at the end of the entity's objects.
    let count: Int
    /// Their range in a window.
    let range: Range<Int>
}

/// The objects that were read from lines.
struct LineRows {
    let entityName: String
    /// See ``RowLines/place``.
    let place: Int
    /// The numbers of all rows, in the order of the file.
    let numbers: [Int64]
    /// By the index of the relationship; nil if the other side is stored.
    let links: [LinkReader?]
    /// The unknown members of objects, by their numbers.
    let unknown: [Int64: UnknownMembers]
    /// In the order of the attributes.
    let columns: [Column]
    /// Whether a comma follows the last object.
    let endsWithComma: Bool
}

/// The error for a file that does not have the form of a writer, and must be read like any JSON.
struct UnusualFile: Error {}
