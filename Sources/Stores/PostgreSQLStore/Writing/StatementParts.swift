import Foundation
import ObjectGraph

/// Divides rows into parts that each fit into a statement, by number and size.
struct StatementParts {
    var maximumRowCount = 20_000
    /// The approximate maximum size of a statement, in bytes, far below the server's limit. A single row may exceed it.
    var maximumByteCount = 32 << 20

    /// Returns the parts in order. None is empty.
    ///
    /// - Parameter byteCount: Returns the approximate size of a row, in bytes.
    func parts<Row>(of rows: [Row], byteCount: (Row) -> Int) -> [ArraySlice<Row>] {
        var parts: [ArraySlice<Row>] = []
        var start = 0
        var size = 0
        for (index, row) in rows.enumerated() {
            let more = byteCount(row)
            if index > start, index - start >= maximumRowCount || size + more > maximumByteCount {
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
    /// The approximate size of the value in the protocol, in bytes.
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
