extension JSONScanner {
    /// The results of ``nextWrittenKey(in:)`` other than the number of a key.
    @usableFromInline
    package enum NoKey {
        /// The object ended, and its brace was consumed.
        @inlinable package static var objectEnded: Int { -1 }
        /// The next key has another form, or is not among the next few of the table; nothing was consumed.
        @inlinable package static var writtenOtherwise: Int { -2 }
    }

    /// Consumes the next key and its colon if they have the form of `JSONWriter`, in the order of a table, or the end
    /// of the object if it follows immediately.
    ///
    /// - Returns: The number of the key, or a ``NoKey``.
    @inline(__always) @inlinable
    package mutating func nextWrittenKey(in table: JSONKeyTable) -> Int {
        if offset < bytes.count, bytes[offset] == ASCII.closeBrace {
            end()
            return NoKey.objectEnded
        }
        let last = min(likelyKey + 4, table.keys.count)
        var index = likelyKey
        while index < last {
            if consumeMember(index, of: table) {
                likelyKey = index + 1
                isAtFirstMember = false
                return index
            }
            index += 1
        }
        return NoKey.writtenOtherwise
    }

    /// Consumes a key with its surroundings. The comparison includes the quotes, so a match is a whole key, and the
    /// table's text contains no ill-formed UTF-8 that could match.
    @inline(__always) @inlinable
    package mutating func consumeMember(_ index: Int, of table: JSONKeyTable) -> Bool {
        let skipped = isAtFirstMember ? JSONKeyTable.separatorCount : 0
        let start = table.memberStarts[index] + skipped
        let length = table.memberStarts[index + 1] - start
        guard bytes.count - offset >= length else { return false }
        let isMatch = table.memberBytes.withUnsafeBytes { members in
            ByteOrder.isEqual(
                UnsafeRawBufferPointer(rebasing: members[start..<start + length]),
                UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
        }
        guard isMatch else { return false }
        keyOffset = offset + JSONKeyTable.separatorCount - skipped
        offset += length
        return true
    }

    /// Consumes a key, which starts at `offset`, and looks it up.
    ///
    /// It can be any key of the table, another one, or one with other escapes.
    mutating func readKey(in table: JSONKeyTable) throws(JSONError) -> JSONKey {
        let start = offset
        offset += 1
        try advanceOverPlainText()
        if bytes[offset] == ASCII.quote {
            let text = bytes[start + 1..<offset]
            offset += 1
            if let index = table.index(of: UnsafeRawBufferPointer(rebasing: text)) { return found(index) }
            return .unknown(String(decoding: text, as: UTF8.self))
        }
        offset = start
        let key = try readString()
        let index = Array(key.utf8).withUnsafeBytes { table.index(of: $0) }
        return index.map { found($0) } ?? .unknown(key)
    }

    private mutating func found(_ index: Int) -> JSONKey {
        likelyKey = index + 1
        return .known(index)
    }
}
