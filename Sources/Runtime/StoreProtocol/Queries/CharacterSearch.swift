extension String {
    /// Returns whether a string is a sequence of characters of this one.
    ///
    /// A part of a character, such as a letter without its accent, is not found, however the character is spelled.
    func containsCharacters(of part: String) -> Bool {
        var (whole, part) = (self, part)
        let isFound: Bool? = whole.withUTF8 { whole in
            part.withUTF8 { part in
                whole.areSimpleCharacters && part.areSimpleCharacters ? whole.contains(part) : nil
            }
        }
        if let isFound { return isFound }
        let wanted = Array(part)
        return wanted.isEmpty || indices.contains { self[$0...].starts(with: wanted) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether each scalar of a text is a character, which has no other spelling by scalars like these.
    fileprivate var areSimpleCharacters: Bool {
        // Below the first combining mark, and no carriage return, which joins a line feed.
        allSatisfy { $0 < 0xCC && $0 != 0x0D }
    }

    /// Returns whether other bytes follow one another in these.
    fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        guard count >= part.count else { return false }
        for start in 0...(count - part.count) where self[start] == first {
            if self[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }
}
