import Foundation
import ObjectGraph

/// Cuts rows into those that one statement writes: not too many, and not too much.
struct StatementParts {
    var greatestRowCount = 20_000
    /// About how many bytes a statement takes, far below what the server takes in a message. One row may be more.
    var greatestByteCount = 32 << 20

    /// The parts in order, none of them empty.
    ///
    /// - Parameter byteCount: About how many bytes a row takes.
    func parts<Row>(of rows: [Row], byteCount: (Row) -> Int) -> [ArraySlice<Row>] {
        var parts: [ArraySlice<Row>] = []
        var start = 0
        var size = 0
        for (index, row) in rows.enumerated() {
            let more = byteCount(row)
            if index > start, index - start >= greatestRowCount || size + more > greatestByteCount {
                parts.append(rows[start..<index])
                (start, size) = (index, 0)
            }
            size += more
        }
        if start < rows.count { parts.append(rows[start...]) }
        return parts
    }
}

extension AttributeValue {
    /// About how many bytes the value takes on the wire.
    var approximateByteCount: Int {
        switch self {
        case .null, .boolean, .integer, .float, .double, .decimal, .date, .uuid: 16
        case .string(let text): text.utf8.count
        case .uri(let address): address.absoluteString.utf8.count
        case .binary(let data): data.count
        case .composite(let members):
            members.reduce(2) { $0 + $1.key.utf8.count + 2 * $1.value.approximateByteCount }
        }
    }
}
