import ColumnEngine
import Foundation
import JSONTokens

/// The contents of a history: its first statement, and the position of each transaction.
struct HistoryLines {
    /// The first line.
    var statement: HistoryStatement
    /// The ranges of the transactions, without their line feeds. Their numbers are consecutive.
    var transactions: [Range<Int>] = []
    /// The number of bytes of intact lines at the start.
    var soundCount: Int
    /// The number of bytes after them, which a crash left of a transaction whose save never returned.
    var tornCount = 0

    var lastNumber: Int { statement.removedNumber + transactions.count }

    /// Parses the bytes of a history; nil if a crash prevented the first line from being written.
    ///
    /// - Throws: `StoreError` for a line that was changed, with its position.
    init?(_ bytes: [UInt8], path: String) throws {
        var ranges: [Range<Int>] = []
        var start = 0
        var tornCount = 0
        try bytes.withUnsafeBytes { bytes in
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: ASCII.lineFeed)
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
                guard let end, JournalLine.isSound(line) else {
                    guard Self.isTorn(at: start, endingAt: end, in: bytes) else {
                        throw StoreError(
                            .damagedJournal, location: path, line: ranges.count + 1, column: 1,
                            "the line was changed after it was written; move the history away to start a new one")
                    }
                    tornCount = bytes.count - start
                    return
                }
                ranges.append(start..<end)
                start = end + 1
            }
        }
        guard let first = ranges.first else { return nil }
        statement = try HistoryStatement(Array(bytes[first]), path: path)
        transactions = Array(ranges.dropFirst())
        soundCount = start
        self.tornCount = tornCount
    }

    /// Whether an unsound line is the last one, and a crash tore it. An intact line after it was written later, when
    /// this one was complete.
    ///
    /// - Parameter end: The position of its line feed; nil if it has none.
    private static func isTorn(at start: Int, endingAt end: Int?, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let end else { return bytes.isCutOff(lineAt: start) }
        guard bytes.hasLostBlock(in: start..<(end + 1)) else { return false }
        return !bytes[(end + 1)...].split(separator: ASCII.lineFeed).contains {
            JournalLine.isSound(UnsafeRawBufferPointer(rebasing: $0))
        }
    }
}
