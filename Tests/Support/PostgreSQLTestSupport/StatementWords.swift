/// What a statement is made of, outside of names in quotes and texts.
struct StatementWords {
    /// All words in upper case, in order.
    private(set) var all: [String] = []
    /// SQL's own words, which the store writes in upper case, in order.
    private(set) var keywords: [String] = []
    /// What is called.
    private(set) var functions: Set<String> = []
    /// What values are turned into.
    private(set) var casts: Set<String> = []

    /// What stands before a bracket and is no function.
    private static let operators: Set<String> = ["ANY", "EXISTS", "IN", "NOT", "AND", "OR"]
    /// What stands before texts that are written in another way.
    private static let prefixes: Set<String> = ["E", "U"]

    init(_ statement: String) {
        let bytes = Array(statement.utf8)
        var place = 0
        var last = ""
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                place = (bytes[(place + 1)...].firstIndex(of: byte) ?? bytes.count - 1) + 1
            } else if Self.isLetter(byte) {
                let end = bytes[place...].firstIndex { !Self.isLetter($0) && !Self.isDigit($0) } ?? bytes.count
                let word = String(decoding: bytes[place..<end], as: UTF8.self)
                let isCast = bytes[..<place].suffix(2).elementsEqual("::".utf8)
                note(word, isCalled: end < bytes.count && bytes[end] == UInt8(ascii: "("), isCast: isCast, after: last)
                last = word
                place = end
            } else {
                // A number is no word, nor what follows it as `$1` does.
                place = Self.isDigit(byte) ? bytes[place...].firstIndex { !Self.isDigit($0) } ?? bytes.count : place + 1
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func note(_ word: String, isCalled: Bool, isCast: Bool, after last: String) {
        guard !Self.prefixes.contains(word) else { return }
        let upper = word.uppercased()
        all.append(upper)
        if isCast {
            casts.insert(word)
        } else if isCalled, last != "AS", !Self.operators.contains(upper) {
            functions.insert(word.lowercased())
        } else if word == upper {
            keywords.append(word)
        }
    }
}
