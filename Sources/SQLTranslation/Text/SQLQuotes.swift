/// Names and texts between quotes, as every dialect has them.
package enum SQLQuotes {
    /// A text between quotes, with the quotes in it doubled.
    ///
    /// A database reads byte by byte: a quote with an accent on it, which Swift takes for another character, ends a name all the same.
    ///
    /// - Parameter quote: An ASCII character.
    package static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        let quote = UInt8(ascii: quote)
        var text = text
        return text.withUTF8 { bytes in
            let doubledCount = bytes.count { $0 == quote }
            return String(unsafeUninitializedCapacity: bytes.count + doubledCount + 2) { room in
                room[0] = quote
                var end = 1
                for byte in bytes {
                    room[end] = byte
                    end += 1
                    if byte == quote {
                        room[end] = quote
                        end += 1
                    }
                }
                room[end] = quote
                return end + 1
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey it rather than show it, or turns the direction of what comes after it.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
