import ColumnEngine

extension StoreReader {
    /// The contents of a file as a writer leaves it, with one object a line: it is read part by part, and several threads
    /// read objects.
    ///
    /// The lines that look like objects are taken out of the file. The rest is read as any JSON is, and has to have arrays
    /// that are empty just where the lines were.
    ///
    /// - Throws: Any error if the file is not as a writer leaves it. What is wrong with it, if anything, shows when all
    ///   its bytes are read.
    func read(_ stream: FileStream, threadCount: Int) throws -> StoreContents {
        let feeder = try RowLineFeeder(stream, formats: formats.values)
        let extracted = ExtractedRows()
        try OrderedWork.perform(on: threadCount) {
            try RowLineReader()
        } next: { reader in
            try feeder.next(into: &reader.window)
        } work: { reader, lines in
            try reader.read(lines)
        } take: { rows in
            try extracted.append(rows)
        }
        return try feeder.frame.withUnsafeBytes { try read($0, extracted) }
    }
}
