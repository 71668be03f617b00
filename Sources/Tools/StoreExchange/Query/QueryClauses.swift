/// The text of a query, split at the keywords that start clauses.
///
/// The keywords only count outside quotes, brackets, and key paths, so a predicate can contain them. A key of that name
/// is written `#limit`, as in the format language.
struct QueryClauses {
    enum Keyword: String, CaseIterable {
        case `where`, sort, limit, offset, columns
    }

    struct Clause {
        /// Nil for the text before the first keyword.
        var keyword: Keyword?
        /// The start of the keyword, in characters from 0.
        var start: Int
        var textStart: Int
        var text: String
    }

    private(set) var clauses: [Clause] = []

    init(_ text: String) {
        let characters = Array(text)
        var current = Clause(keyword: nil, start: 0, textStart: 0, text: "")
        var position = 0
        var depth = 0
        func finish(at end: Int) {
            current.text = String(characters[current.textStart..<end])
            clauses.append(current)
        }
        while position < characters.count {
            let character = characters[position]
            if character == "'" || character == "\"" {
                position = Self.end(ofQuoteAt: position, in: characters)
                continue
            }
            if "({[".contains(character) { depth += 1 }
            if ")}]".contains(character) { depth -= 1 }
            guard character.isLetter || character == "_" else {
                position += 1
                continue
            }
            let start = position
            while position < characters.count, characters[position].isWordCharacter { position += 1 }
            let isPartOfKey = start > 0 && ".#@$%".contains(characters[start - 1])
            guard depth == 0, !isPartOfKey,
                let keyword = Keyword(rawValue: String(characters[start..<position]).lowercased()),
                position == characters.count || characters[position] != "."
            else { continue }
            finish(at: start)
            current = Clause(keyword: keyword, start: start, textStart: position, text: "")
        }
        finish(at: characters.count)
    }

    private static func end(ofQuoteAt start: Int, in characters: [Character]) -> Int {
        var position = start + 1
        while position < characters.count, characters[position] != characters[start] {
            position += characters[position] == "\\" ? 2 : 1
        }
        return min(position + 1, characters.count)
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
