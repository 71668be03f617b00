/// Reads comma-separated values according to RFC 4180, with any usual line ends. Skips empty lines, unless they are
/// records.
///
/// Foundation has no reader of CSV: `TabularData` is on Apple's platforms only. An import also needs the line of each
/// record for its messages, and to know which fields were in quotes.
struct CSVReader {
    struct Record {
        /// The line where it starts, from 1.
        var line: Int
        var fields: [String]
        /// Whether each field was in quotes: an empty field is nil without quotes, and an empty text with them.
        var isQuoted: [Bool]
    }

    /// Whether an empty line is a record with one empty field, as in a file with one column.
    var keepsEmptyLines = false
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next record; nil at the end.
    mutating func next() throws(ImportError) -> Record? {
        while !keepsEmptyLines, position < bytes.count, isLineEnd(bytes[position]) { skipLineEnd() }
        guard position < bytes.count else { return nil }
        var record = Record(line: line, fields: [], isQuoted: [])
        while true {
            let field = try readField()
            record.fields.append(field.text)
            record.isQuoted.append(field.isQuoted)
            guard position < bytes.count, bytes[position] == 0x2C else { break }
            position += 1
        }
        if position < bytes.count { skipLineEnd() }
        return record
    }

    private mutating func readField() throws(ImportError) -> (text: String, isQuoted: Bool) {
        guard position < bytes.count, bytes[position] == 0x22 else {
            let start = position
            while position < bytes.count, bytes[position] != 0x2C, !isLineEnd(bytes[position]) { position += 1 }
            return (try text(bytes[start..<position], line: line), false)
        }
        let start = line
        var field: [UInt8] = []
        position += 1
        while true {
            guard position < bytes.count else {
                throw ImportError(line: start, "a quote is never closed; write \"\" for a quote in a field")
            }
            let byte = bytes[position]
            position += 1
            if byte == 0x22 {
                guard position < bytes.count, bytes[position] == 0x22 else { break }
                position += 1
            }
            if byte == 0x0A { line += 1 }
            field.append(byte)
        }
        guard position == bytes.count || bytes[position] == 0x2C || isLineEnd(bytes[position]) else {
            throw ImportError(line: line, "text follows the quote that ends a field; write \"\" for a quote in a field")
        }
        return (try text(field, line: start), true)
    }

    private func text(_ bytes: some Collection<UInt8>, line: Int) throws(ImportError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ImportError(line: line, "the text is not UTF-8; convert the file, for example with 'iconv -t UTF-8'")
        }
        return text
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private mutating func skipLineEnd() {
        if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        position += 1
        line += 1
    }
}
