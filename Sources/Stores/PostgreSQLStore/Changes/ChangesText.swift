import Foundation
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
        var reader = Reader(bytes: Array(bytes))
        let isWhole = reader.readObject { name, reader in
            var numbers: [String: [Int64]] = [:]
            let isWhole = reader.readObject { entity, reader in
                numbers[entity] = reader.readNumbers()
                return numbers[entity] != nil
            }
            switch name {
            case "inserted": inserted = numbers
            case "updated": updated = numbers
            case "deleted": deleted = numbers
            default: break
            }
            return isWhole
        }
        guard isWhole, reader.isAtEnd else { return nil }
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        var isAtEnd: Bool { place == bytes.count }

        private mutating func skipSpace() {
            while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
        }

        private mutating func skips(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
            place += 1
            return true
        }

        /// - Parameter member: Reads the value of a key.
        /// - Returns: Whether there was an object whose values could be read.
        mutating func readObject(_ member: (String, inout Reader) -> Bool) -> Bool {
            guard skips("{") else { return false }
            if skips("}") { return true }
            repeat {
                guard let name = readText(), skips(":"), member(name, &self) else { return false }
            } while skips(",")
            return skips("}")
        }

        mutating func readNumbers() -> [Int64]? {
            guard skips("[") else { return nil }
            if skips("]") { return [] }
            var numbers: [Int64] = []
            repeat {
                skipSpace()
                let end = bytes[place...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let digits = bytes[place..<(end ?? bytes.count)]
                guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
                numbers.append(number)
                place = digits.endIndex
            } while skips(",")
            return skips("]") ? numbers : nil
        }

        /// Reads a string; a coder decodes it if it contains escapes.
        private mutating func readText() -> String? {
            guard skips("\"") else { return nil }
            let start = place
            var isPlain = true
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                if bytes[place] == UInt8(ascii: "\\") {
                    isPlain = false
                    place += 1
                }
                place += 1
            }
            guard place < bytes.count else { return nil }
            place += 1
            let text = bytes[start..<place - 1]
            if isPlain { return String(decoding: text, as: UTF8.self) }
            return try? JSONDecoder().decode(String.self, from: Data(bytes[(start - 1)..<place]))
        }
    }
}
