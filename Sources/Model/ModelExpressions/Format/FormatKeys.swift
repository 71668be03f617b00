/// The names of properties in the text of a format, for changes that keep the rest of the text.
package struct FormatKeys {
    private let bytes: [UInt8]
    /// The places where a name can be the key, in bytes, in the order of the text.
    private var places: [Range<Int>] = []

    /// Finds the places of a name.
    ///
    /// - Throws: `FormatError` if the text has an invalid token.
    package init(of name: String, in format: String) throws(FormatError) {
        var lexer = FormatLexer(format)
        bytes = lexer.bytes
        while true {
            let token = try lexer.next()
            switch token.kind {
            case .end: return
            case .name(let found) where found == name && !lexer.isParenthesisNext,
                .escapedName(let found) where found == name:
                places.append(token.range)
            // After a dot, a reserved word is a name.
            case .word where String(decoding: lexer.bytes[token.range], as: UTF8.self) == name:
                if !lexer.isParenthesisNext { places.append(token.range) }
            default: continue
            }
        }
    }

    /// The number of places of the name.
    package var count: Int { places.count }

    /// Returns the text with another name at some of the places; nil if a format cannot contain the other name.
    ///
    /// - Parameter isReplaced: For each place, whether the name is replaced.
    package func replacing(where isReplaced: [Bool], with newName: String) -> String? {
        guard FormatName.isName(newName), isReplaced.count == places.count else { return nil }
        var result: [UInt8] = []
        var end = 0
        for (place, isReplaced) in zip(places, isReplaced) where isReplaced {
            result += bytes[end..<place.lowerBound]
            // A reserved word needs a number sign.
            if bytes[place.lowerBound] == UInt8(ascii: "#") || FormatWord(name: newName) != nil {
                result.append(UInt8(ascii: "#"))
            }
            result += newName.utf8
            end = place.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
