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
                likelyKey = index + 1
                return .known(index)
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
            isEqual(length, at: offset, to: written, at: start)
        }
        if isMatch { offset += length }
        return isMatch
    }

    /// Whether `length` bytes agree, which have to lie inside both.
    @inline(__always)
    private func isEqual(
        _ length: Int, at offset: Int, to other: UnsafeRawBufferPointer, at otherOffset: Int
    ) -> Bool {
        var position = 0
        while length - position >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: offset + position, as: UInt64.self)
            guard word == other.loadUnaligned(fromByteOffset: otherOffset + position, as: UInt64.self) else {
                return false
            }
            position += 8
        }
        while position < length {
            guard bytes[offset + position] == other[otherOffset + position] else { return false }
            position += 1
        }
        return true
    }

    private mutating func lookUpKey(in table: JSONKeyTable) throws(JSONError) -> JSONKey {
        let start = offset
        offset += 1
        let textStart = offset
        try advanceOverPlainText()
        let number: Int?
        let text: UnsafeRawBufferPointer.SubSequence = bytes[textStart..<offset]
        if bytes[offset] == ASCII.quote {
            offset += 1
            number = table.index(of: UnsafeRawBufferPointer(rebasing: text))
            guard let number else { return .unknown(String(decoding: text, as: UTF8.self)) }
            likelyKey = number + 1
            return .known(number)
        }
        offset = start
        let unescaped = try readString()
        number = Array(unescaped.utf8).withUnsafeBytes { table.index(of: $0) }
        guard let number else { return .unknown(unescaped) }
        likelyKey = number + 1
        return .known(number)
    }
}
