extension JSONScanner {
    /// Reads an object: calls `member` after each key, which must consume the key's value.
    @inlinable
    package mutating func readObject(_ member: (inout JSONScanner, _ key: String) throws -> Void) throws {
        try beginObject()
        while let key = try nextKey() { try member(&self, key) }
    }

    /// Reads an object whose keys are mostly those of `table`. `member` must consume the key's value.
    @inline(__always) @inlinable
    package mutating func readObject(
        keys table: JSONKeyTable, _ member: (inout JSONScanner, _ key: JSONKey) throws -> Void
    ) throws {
        try beginObject()
        while let key = try nextKey(in: table) { try member(&self, key) }
    }

    /// Reads an array: calls `element` before each element, which it must consume.
    @inline(__always) @inlinable
    package mutating func readArray(_ element: (inout JSONScanner) throws -> Void) throws {
        try beginArray()
        while try nextElement() { try element(&self) }
    }

    /// Consumes the `{` of an object. Then call `nextKey` until it returns nil.
    @usableFromInline
    package mutating func beginObject() throws(JSONError) {
        try begin(with: ASCII.openBrace, .object)
        likelyKey = 0
    }

    /// Consumes the `[` of an array. Then call `nextElement` until it returns false.
    @usableFromInline
    package mutating func beginArray() throws(JSONError) { try begin(with: ASCII.openBracket, .array) }

    /// The next key of the innermost object, whose value comes next; nil at the end of the object.
    @usableFromInline
    package mutating func nextKey() throws(JSONError) -> String? {
        guard try advanceToKey() else { return nil }
        let key = try readString()
        try consumeColon()
        return key
    }

    /// The next key of the innermost object as a number of `table`; nil at the end of the object.
    @usableFromInline
    package mutating func nextKey(in table: JSONKeyTable) throws(JSONError) -> JSONKey? {
        switch nextWrittenKey(in: table) {
        case NoKey.objectEnded: return nil
        case NoKey.writtenOtherwise: break
        case let index: return .known(index)
        }
        guard try advanceToKey() else { return nil }
        let key = try readKey(in: table)
        try consumeColon()
        return key
    }

    /// Whether the innermost array has another element, which comes next.
    @usableFromInline
    package mutating func nextElement() throws(JSONError) -> Bool {
        guard let byte = nextSignificantByte() else {
            throw unexpectedByte(expected: isAtFirstMember ? "a value or ']'" : "',' or ']'")
        }
        if byte == ASCII.closeBracket {
            end()
            return false
        }
        if isAtFirstMember {
            isAtFirstMember = false
            return true
        }
        guard byte == ASCII.comma else { throw unexpectedByte(expected: "',' or ']'") }
        offset += 1
        return true
    }

    /// Whether a part of an array has another element, which comes next.
    package mutating func hasElement() -> Bool { nextSignificantByte() != nil }

    /// Consumes the comma after an element; false at the end of a part of an array.
    package mutating func consumeComma() throws(JSONError) -> Bool {
        guard let byte = nextSignificantByte() else { return false }
        guard byte == ASCII.comma else { throw unexpectedByte(expected: "','") }
        offset += 1
        return true
    }

    private mutating func begin(with bracket: UInt8, _ kind: JSONKind) throws(JSONError) {
        guard nextSignificantByte() == bracket else { throw wrongKind(expected: kind.name) }
        guard depth < maximumDepth else {
            throw error(.tooDeep, "objects and arrays are nested more than \(maximumDepth) levels deep")
        }
        depth += 1
        offset += 1
        isAtFirstMember = true
    }

    /// Consumes the bracket that ends the innermost object or array.
    @inline(__always) @inlinable
    package mutating func end() {
        offset += 1
        depth -= 1
        isAtFirstMember = false
    }

    /// Moves to the quote of the next key; returns false, after the `}`, if there is none.
    mutating func advanceToKey() throws(JSONError) -> Bool {
        guard let byte = nextSignificantByte() else {
            throw unexpectedByte(expected: isAtFirstMember ? "a key or '}'" : "',' or '}'")
        }
        if byte == ASCII.closeBrace {
            end()
            return false
        }
        if isAtFirstMember {
            guard byte == ASCII.quote else { throw unexpectedByte(expected: "a key or '}'") }
            isAtFirstMember = false
            keyOffset = offset
            return true
        }
        guard byte == ASCII.comma else { throw unexpectedByte(expected: "',' or '}'") }
        offset += 1
        guard nextSignificantByte() == ASCII.quote else { throw unexpectedByte(expected: "a key") }
        keyOffset = offset
        return true
    }

    /// Consumes the colon between a key and its value.
    package mutating func consumeColon() throws(JSONError) {
        guard nextSignificantByte() == ASCII.colon else { throw unexpectedByte(expected: "':'") }
        offset += 1
    }
}
