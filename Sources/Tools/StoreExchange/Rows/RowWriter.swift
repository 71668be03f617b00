/// Writes tables with the same columns, one after the other, as one text.
package struct RowWriter {
    package enum Form: Sendable, Hashable {
        /// A table for people, in lines of a number of characters; nil for any number.
        case text(width: Int?)
        /// An array with one object per line.
        case json
        /// One object per line, without an array.
        case jsonl
        /// Comma-separated values according to RFC 4180, with a header line. Nil is an empty field, and the empty
        /// string is `""`.
        case csv
    }

    private let form: Form
    private var text: RowText?
    private var hasHeading = false
    private var isEmpty = true

    package init(_ form: Form) { self.form = form }

    /// The columns that do not fit into the line.
    package var omittedNames: [String] { text?.omittedNames ?? [] }

    /// The text of the next table.
    package mutating func text(of table: RowTable) -> String {
        defer { isEmpty = isEmpty && table.rows.isEmpty }
        switch form {
        case .text(let width):
            if let text { return text.lines(table.rows) }
            let text = RowText(columnNames: table.columnNames, first: table.rows, width: width)
            self.text = text
            return text.heading + text.lines(table.rows)
        case .json:
            guard !table.rows.isEmpty else { return "" }
            return (isEmpty ? "[\n" : ",\n") + table.objectTexts().joined(separator: ",\n")
        case .jsonl: return table.objectTexts().reduce(into: "") { $0 += $1 + "\n" }
        case .csv:
            defer { hasHeading = true }
            return (hasHeading ? "" : table.csvHeading()) + table.csvRows()
        }
    }

    /// The end of the text, after the last table.
    package func end() -> String {
        guard form == .json else { return "" }
        return isEmpty ? "[]\n" : "\n]\n"
    }
}
