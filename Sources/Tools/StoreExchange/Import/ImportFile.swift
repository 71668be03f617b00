import JSONTokens

/// The rows of a file, and its lines that are not rows.
package struct ImportFile: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// An array of objects.
        case json
        /// One object per line.
        case jsonl
        /// Comma-separated values with a header line.
        case csv
    }

    package private(set) var rows: [ImportRow] = []
    package private(set) var rejected: [RejectedRow] = []

    /// - Parameter path: The keys that point to the array in a JSON file; empty if the file is the array.
    /// - Throws: ``ImportError`` for a file that cannot be read as a whole.
    package init(_ bytes: [UInt8], format: Format, at path: [String] = []) throws(ImportError) {
        let bytes = bytes.withoutByteOrderMark
        switch format {
        case .csv: try readCSV(bytes)
        case .jsonl: readLines(bytes)
        case .json:
            do {
                try readArray(bytes, at: path)
            } catch {
                throw ImportError(error)
            }
        }
    }

    // MARK: JSON

    private mutating func readArray(_ bytes: [UInt8], at path: [String]) throws {
        var found: (rows: [ImportRow], rejected: [RejectedRow])?
        try JSONScanner.scan(bytes) { scanner in
            try Self.descend(&scanner, path[...]) { scanner in
                let kind = try scanner.checkedKind()
                guard kind == .array else {
                    throw scanner.error(
                        "the rows are \(kind.name), not an array; specify the array with \"at\" in the mapping")
                }
                found = try Self.rows(&scanner, bytes)
            }
        }
        guard let found else { throw ImportError("the file has no '\(path.joined(separator: "."))'") }
        (rows, rejected) = found
    }

    private static func descend(
        _ scanner: inout JSONScanner, _ path: ArraySlice<String>, _ body: (inout JSONScanner) throws -> Void
    ) throws {
        guard let next = path.first else { return try body(&scanner) }
        let kind = try scanner.checkedKind()
        guard kind == .object else {
            throw scanner.error("expected an object that contains '\(next)', not \(kind.name)")
        }
        var isFound = false
        try scanner.readObject { scanner, key in
            guard key == next else {
                try scanner.skipValue()
                return
            }
            guard !isFound else { throw scanner.repeatedKey(key, at: scanner.keyOffset) }
            isFound = true
            try descend(&scanner, path.dropFirst(), body)
        }
    }

    private static func rows(
        _ scanner: inout JSONScanner, _ bytes: [UInt8]
    ) throws -> (rows: [ImportRow], rejected: [RejectedRow]) {
        var rows: [ImportRow] = []
        var rejected: [RejectedRow] = []
        var place = Position()
        var counted = 0
        try scanner.readArray { scanner in
            _ = try scanner.peek()
            place.advance(over: bytes[counted..<scanner.offset])
            counted = scanner.offset
            switch try JSONTree(ofFile: &scanner) {
            case .object(let fields):
                rows.append(ImportRow(line: place.line, column: place.column, fields: fields))
            case let other:
                let message = "\(other.kind) is not a row; write an object"
                rejected.append(RejectedRow(line: place.line, column: place.column, message: message))
            }
        }
        return (rows, rejected)
    }

    /// The line and the column of a row, counted from those of the row before it.
    private struct Position {
        var line = 1
        var column = 1

        mutating func advance(over bytes: ArraySlice<UInt8>) {
            var rest = bytes
            if let end = bytes.lastIndex(of: 0x0A) {
                line += bytes.count { $0 == 0x0A }
                column = 1
                rest = bytes[(end + 1)...]
            }
            // A row starts with a character of ASCII, so no character is in two parts.
            column += rest.allSatisfy { $0 < 0x80 } ? rest.count : String(decoding: rest, as: UTF8.self).count
        }
    }

    private mutating func readLines(_ bytes: [UInt8]) {
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            do {
                let value = try JSONScanner.scan(Array(line)) { try JSONTree(ofFile: &$0) }
                guard case .object(let fields) = value else {
                    throw ImportError("\(value.kind) is not a row; write an object")
                }
                rows.append(ImportRow(line: number + 1, fields: fields))
            } catch let error as JSONError {
                rejected.append(RejectedRow(line: number + 1, column: error.column, message: error.message))
            } catch {
                rejected.append(RejectedRow(line: number + 1, message: "\(error)"))
            }
        }
    }

    // MARK: CSV

    private mutating func readCSV(_ bytes: [UInt8]) throws(ImportError) {
        var reader = CSVReader(bytes)
        guard let headings = try reader.next() else { throw ImportError("the file has no header line") }
        if let repeated = Dictionary(grouping: headings.fields, by: \.self).first(where: { $0.value.count > 1 }) {
            throw ImportError(line: headings.line, "two columns have the name '\(repeated.key)'; rename one of them")
        }
        // The only field of a row can be nil.
        reader.keepsEmptyLines = headings.fields.count == 1
        while let record = try reader.next() {
            guard record.fields.count == headings.fields.count else {
                rejected.append(
                    RejectedRow(
                        line: record.line,
                        message: "the number of fields is \(record.fields.count) instead of \(headings.fields.count)"))
                continue
            }
            let fields = zip(headings.fields, zip(record.fields, record.isQuoted)).map { name, field in
                (name, field.0.isEmpty && !field.1 ? JSONTree.null : .string(field.0))
            }
            rows.append(ImportRow(line: record.line, fields: Dictionary(uniqueKeysWithValues: fields)))
        }
    }
}

extension [UInt8] {
    /// The bytes without the byte order mark of UTF-8, which spreadsheets and editors write.
    var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
