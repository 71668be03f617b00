import ColumnEngine

/// The objects that were extracted from a store's file, until they are assigned to their entities.
final class ExtractedRows {
    /// Objects with consecutive lines.
    struct Run {
        let entityName: String
        fileprivate let place: Int
        fileprivate var endsWithComma: Bool
        /// The numbers of all rows, in the order of the file.
        private(set) var numbers: [Int64]
        /// By the index of the relationship; nil if the other side is stored.
        private(set) var links: [LinkReader?]
        /// The unknown members of objects, by their numbers.
        private(set) var unknown: [Int64: UnknownMembers]
        /// The columns of each chunk, in the order of the attributes.
        private(set) var chunks: [[Column]]

        fileprivate init(_ rows: LineRows) {
            entityName = rows.entityName
            place = rows.place
            endsWithComma = rows.endsWithComma
            numbers = rows.numbers
            links = rows.links
            unknown = rows.unknown
            chunks = [rows.columns]
        }

        fileprivate mutating func append(_ rows: LineRows) {
            endsWithComma = rows.endsWithComma
            numbers += rows.numbers
            for (index, added) in rows.links.enumerated() {
                if let added { links[index]?.append(added) }
            }
            unknown.merge(rows.unknown) { $1 }
            chunks.append(rows.columns)
        }
    }

    /// In the order of the file.
    private var runs: [Run] = []

    /// The distance of the first line of objects from the bracket before it, with a line feed between them.
    private static let distance = 2

    /// Whether all of them were assigned.
    var isEmpty: Bool { runs.isEmpty }

    /// Adds rows after the existing ones.
    ///
    /// They are joined immediately, because many small arrays would fragment the memory.
    ///
    /// - Throws: ``UnusualFileError`` if there is no comma between two objects.
    func append(_ rows: LineRows) throws {
        guard let last = runs.indices.last, runs[last].place == rows.place else {
            runs.append(Run(rows))
            return
        }
        guard runs[last].endsWithComma else { throw UnusualFileError() }
        runs[last].append(rows)
    }

    /// The extracted objects of an entity's array, by an offset in the rest of the file; nil if there are none.
    ///
    /// - Throws: ``UnusualFileError`` if a comma follows the last of them.
    func take(of entityName: String, behindBracketAt offset: Int) throws -> Run? {
        guard let index = runs.firstIndex(where: { $0.place == offset + Self.distance }),
            runs[index].entityName == entityName
        else { return nil }
        guard !runs[index].endsWithComma else { throw UnusualFileError() }
        return runs.remove(at: index)
    }
}
