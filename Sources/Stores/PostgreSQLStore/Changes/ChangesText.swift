import JSONTokens
import SQLStore

/// The changes of a save in its row in the table of transactions: a JSON object such as
/// `{"deleted":{},"inserted":{"Person":[7,8]},"updated":{}}`.
///
/// Each process reads a row for each save of all others, so it reads and writes these few bytes without a coder.
struct ChangesText: Equatable {
    /// The numbers of inserted objects, by entity name.
    var inserted: [String: [Int64]] = [:]
    /// The numbers of updated objects, by entity name.
    var updated: [String: [Int64]] = [:]
    /// The numbers of deleted objects, by entity name.
    var deleted: [String: [Int64]] = [:]

    /// The text, with sorted keys.
    var text: String {
        var text = "{"
        for (name, numbers) in [("deleted", deleted), ("inserted", inserted), ("updated", updated)] {
            if text.utf8.count > 1 { text += "," }
            text += "\"\(name)\":{"
            var isFirst = true
            for (entity, members) in numbers.sorted(by: { $0.key < $1.key }) {
                if !isFirst { text += "," }
                isFirst = false
                text += JSONText.quoted(entity)
                var mark = ":["
                for number in members {
                    text += mark
                    text += String(number)
                    mark = ","
                }
                text += members.isEmpty ? ":[]" : "]"
            }
            text += "}"
        }
        return text + "}"
    }

    /// Returns the text of an update of one object, up to the object's number. After the number comes ``endOfUpdate``.
    static func startOfUpdate(of entityName: String) -> String {
        #"{"deleted":{},"inserted":{},"updated":{\#(JSONText.quoted(entityName)):["#
    }

    static let endOfUpdate = "]}}"

    init() {}

    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: Nil if the text has another form.
    init?(_ bytes: some Collection<UInt8>) {
        do {
            self = try JSONScanner.scan(Array(bytes), maximumDepth: 3) { scanner in
                var changes = ChangesText()
                try scanner.readObject { scanner, name in
                    var numbers: [String: [Int64]] = [:]
                    try scanner.readObject { scanner, entity in
                        var members: [Int64] = []
                        try scanner.readArray { members.append(try $0.readInteger()) }
                        numbers[entity] = members
                    }
                    switch name {
                    case "inserted": changes.inserted = numbers
                    case "updated": changes.updated = numbers
                    case "deleted": changes.deleted = numbers
                    default: break
                    }
                }
                return changes
            }
        } catch {
            return nil
        }
    }
}
