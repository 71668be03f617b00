import ModelExpressions
import ObjectGraph

extension ObjectQuery {
    /// Reads `ENTITY [where PREDICATE] [sort KEY [asc|desc] [nocase|localized|natural], …] [limit N] [offset N]
    /// [columns EXPRESSION, …]`, with each clause at most once, in any order.
    package init(text: String) throws(ObjectQueryError) {
        let clauses = QueryClauses(text).clauses
        let name = clauses[0].text.trimmed
        guard !name.isEmpty else {
            throw ObjectQueryError(column: 1, "the query names no entity", hint: "begin with the name of an entity")
        }
        guard !name.contains(where: \.isWhitespace) else {
            let column = clauses[0].column(after: name.prefix { !$0.isWhitespace }.count) + 1
            throw ObjectQueryError(
                column: column, "expected a clause after the entity name",
                hint: "continue with where, sort, limit, offset, or columns")
        }
        self.init(entityName: name)
        var seen: Set<QueryClauses.Keyword> = []
        for clause in clauses.dropFirst() {
            guard let keyword = clause.keyword else { continue }
            guard seen.insert(keyword).inserted else {
                throw ObjectQueryError(
                    column: clause.start + 1, "duplicate clause '\(keyword.rawValue)'",
                    hint: "use each clause once; write #\(keyword.rawValue) for a key with this name")
            }
            guard !clause.text.trimmed.isEmpty else {
                throw ObjectQueryError(
                    column: clause.textStart + 1, "nothing follows '\(keyword.rawValue)'", hint: keyword.hint)
            }
            switch keyword {
            case .where:
                predicate = try clause.predicate()
                predicateStart.column = clause.textStart
            case .sort:
                let keys = try clause.sortKeys()
                sortDescriptors = keys.map(\.descriptor)
                sortStarts = keys.map(\.start)
            case .limit: limit = try clause.number()
            case .offset: offset = try clause.number()
            case .columns:
                columns = clause.items.map(\.text)
                // An object in JSON cannot have a key twice.
                let names = columns.map(\.withoutNumberSigns)
                for (index, item) in clause.items.enumerated() where names[..<index].contains(names[index]) {
                    throw ObjectQueryError(
                        column: item.column, "duplicate column '\(item.text)'", hint: "write each column once")
                }
                columnStarts = clause.items.map { FormatPosition(column: $0.column - 1) }
            }
        }
    }
}

extension QueryClauses.Keyword {
    fileprivate var hint: String {
        switch self {
        case .where: "write a condition such as name BEGINSWITH 'B'"
        case .sort: "write keys such as name desc, age"
        case .limit, .offset: "write an integer"
        case .columns: "write key paths such as name, team.name"
        }
    }
}

extension QueryClauses.Clause {
    /// The position, from 1, of a character by its offset from the first one that is not a space.
    func column(after count: Int) -> Int { textStart + text.prefix(while: \.isWhitespace).count + count + 1 }

    fileprivate func predicate() throws(ObjectQueryError) -> ModelPredicate {
        do {
            return try ModelPredicate(format: text)
        } catch {
            throw ObjectQueryError(column: textStart + error.column, error.message, hint: error.hint)
        }
    }

    fileprivate func number() throws(ObjectQueryError) -> Int {
        guard let number = Int(text.trimmed) else {
            throw ObjectQueryError(
                column: column(after: 0), "'\(text.trimmed)' is not an integer", hint: "write an integer such as 10")
        }
        guard number >= 0 else {
            throw ObjectQueryError(
                column: column(after: 0), "'\(text.trimmed)' is less than 0", hint: "write an integer of at least 0")
        }
        return number
    }

    /// The parts between commas outside brackets and quotes, with their positions.
    fileprivate var items: [(text: String, column: Int)] {
        var items: [(String, Int)] = []
        var depth = 0
        var quote: Character?
        var start = 0
        let characters = Array(text)
        func finish(at end: Int) {
            let part = String(characters[start..<end])
            items.append((part.trimmed, textStart + start + part.prefix(while: \.isWhitespace).count + 1))
            start = end + 1
        }
        for (position, character) in characters.enumerated() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if "({[".contains(character) {
                depth += 1
            } else if ")}]".contains(character) {
                depth -= 1
            } else if character == ",", depth == 0 {
                finish(at: position)
            }
        }
        finish(at: characters.count)
        return items
    }

    fileprivate func sortKeys() throws(ObjectQueryError) -> [(
        descriptor: ModelSortDescriptor<ManagedObject>, start: FormatPosition
    )] {
        var keys: [(ModelSortDescriptor<ManagedObject>, FormatPosition)] = []
        for item in items {
            var words = item.text.split(whereSeparator: \.isWhitespace).map(String.init)
            var start = item.column - 1
            if keys.isEmpty, let by = words.first, by.lowercased() == "by", words.count > 1 {
                words.removeFirst()
                start += by.count + item.text.dropFirst(by.count).prefix(while: \.isWhitespace).count
            }
            guard let key = words.first else {
                throw ObjectQueryError(column: item.column, "a key is missing", hint: "write a key between the commas")
            }
            var descriptor = ModelSortDescriptor<ManagedObject>(key: key.withoutNumberSigns)
            var order: String?
            var comparison: String?
            for word in words.dropFirst() {
                let option = word.lowercased()
                let isOrder = ["asc", "desc"].contains(option)
                if let earlier = isOrder ? order : comparison {
                    throw ObjectQueryError(
                        column: item.column, "'\(word)' contradicts or repeats '\(earlier)'",
                        hint: "write one of them, or a comma before another key")
                }
                if isOrder { order = word } else { comparison = word }
                switch option {
                case "asc": descriptor.ascending = true
                case "desc": descriptor.ascending = false
                case "nocase": descriptor.comparison = .caseInsensitive
                case "localized": descriptor.comparison = .localized
                case "natural": descriptor.comparison = .localizedStandard
                default:
                    throw ObjectQueryError(
                        column: item.column, "'\(word)' is not a sort option",
                        hint: "write asc, desc, nocase, localized, or natural, or a comma before another key")
                }
            }
            keys.append((descriptor, FormatPosition(column: start)))
        }
        return keys
    }
}

extension String {
    /// A key path without the number signs before keys that are also words of the language, such as `#limit`. Any other
    /// expression stays as it is.
    var withoutNumberSigns: String {
        let keys = split(separator: ".", omittingEmptySubsequences: false)
        guard keys.allSatisfy({ $0.drop { $0 == "#" }.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else {
            return self
        }
        return keys.map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }.joined(separator: ".")
    }
}

extension StringProtocol {
    /// Without leading and trailing white space.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
