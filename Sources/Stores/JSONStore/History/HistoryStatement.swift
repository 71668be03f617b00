import ColumnEngine
import Foundation
import JSONTokens

/// The first line of a history, which names its store and the removed transactions.
///
/// ```json
/// {"format": "modelgen-history", "version": 1, "store": "6F1C…", "tracking": true, "removed": 40, "xxh64": "…"}
/// ```
struct HistoryStatement: Hashable {
    var store: UUID
    /// Whether saves are added.
    var isTracking: Bool
    /// The number of the last removed transaction; 0 for none. The first line after this one contains the next one.
    var removedNumber: Int

    private static let format = "modelgen-history"

    init(store: UUID, isTracking: Bool, removedNumber: Int) {
        self.store = store
        self.isTracking = isTracking
        self.removedNumber = removedNumber
    }

    /// - Throws: `StoreError` for a line with other contents.
    init(_ line: [UInt8], path: String) throws {
        var format: String?
        var version: Int64?
        var store: UUID?
        var isTracking = true
        var removedNumber: Int64 = 0
        do {
            try JSONScanner.scan(line) { scanner in
                try scanner.readObject { scanner, key in
                    switch key {
                    case "format": format = try scanner.readString()
                    case "version": version = try scanner.readInteger()
                    case "store": store = UUID(uuidString: try scanner.readString())
                    case "tracking": isTracking = try scanner.readBoolean()
                    case "removed": removedNumber = try scanner.readInteger()
                    default: try scanner.skipValue()
                    }
                }
            }
        } catch let error as JSONError {
            throw StoreError(error, location: path)
        }
        guard format == Self.format, let store, let version, (0...Int64.max / 2).contains(removedNumber) else {
            throw StoreError(.notAStore, location: path, line: 1, column: 1, "the file is not the history of a store")
        }
        guard version == 1 else {
            throw StoreError(
                .newerFormat, location: path,
                "the history has format version \(version), but this program supports version 1"
            )
        }
        self.init(store: store, isTracking: isTracking, removedNumber: Int(removedNumber))
    }

    /// The line with its line feed.
    var bytes: [UInt8] {
        JournalLine.bytes { writer in
            writer.writeKey("format")
            writer.writeString(Self.format)
            writer.writeRaw(", \"version\": 1, ")
            writer.writeKey("store")
            writer.writeString(store.uuidString)
            writer.writeMember("tracking")
            writer.writeBoolean(isTracking)
            writer.writeMember("removed")
            writer.writeInteger(Int64(removedNumber))
        }
    }
}
