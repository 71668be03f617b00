/// Names and strings in quotes, for every dialect.
package enum SQLQuotes {
    /// Returns a string in quotes, with the quotes in it doubled.
    ///
    /// It compares bytes, as databases do: to Swift, a quote with a combining accent is another character, but to a
    /// database it ends the name.
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
