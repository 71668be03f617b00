extension JSONScanner {
    /// Consumes a key, which starts at `offset`, and looks it up.
    ///
    /// Objects are written with their keys in table order, some left out. So the key after the last one is tried
    /// first, then a few more, then all.
    mutating func readKey(in table: JSONKeyTable) throws(JSONError) -> JSONKey {
        let attempts = min(likelyKey + 4, table.keys.count)
        var index = likelyKey
        while index < attempts {
            if consumeWritten(key: index, of: table) {
                return found(index)
            }
            index += 1
        }
        return try lookUpKey(in: table)
    }

    /// Consumes the key if it stands here exactly as `JSONWriter` would write it. The quotes belong to what is
    /// compared, so a match is a whole key, and the table's text has no ill-formed UTF-8 that could pass.
    @inline(__always)
    private mutating func consumeWritten(key index: Int, of table: JSONKeyTable) -> Bool {
        let start = table.writtenStarts[index]
        let length = table.writtenStarts[index + 1] - start
        guard bytes.count - offset >= length else { return false }
        let isMatch = table.writtenBytes.withUnsafeBytes { written in
            let key = UnsafeRawBufferPointer(rebasing: written[start..<start + length])
            return ByteOrder.compare(key, UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])) == 0
        }
        if isMatch { offset += length }
        return isMatch
    }

    /// Consumes a key that may be any of the table, none of it, or one written with other escapes.
    private mutating func lookUpKey(in table: JSONKeyTable) throws(JSONError) -> JSONKey {
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
