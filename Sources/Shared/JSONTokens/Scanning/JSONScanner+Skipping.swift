extension JSONScanner {
    /// Consumes the next value, of any kind, and returns its range in the scanned bytes.
    ///
    /// It is checked as strictly as when reading it. Containers have their own stack, so nesting does not use the call
    /// stack.
    @discardableResult
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        let kind = try peek()
        let start = offset
        var openContainers: [JSONKind] = []
        try skipStart(of: kind, &openContainers)
        while let container = openContainers.last {
            guard try advanceToMember(of: container) else {
                openContainers.removeLast()
                continue
            }
            try skipStart(of: try peek(), &openContainers)
        }
        return start..<offset
    }

    /// Consumes the next value, of any kind, and returns its bytes in the text, for writing them back.
    package mutating func captureValue() throws(JSONError) -> [UInt8] { Array(bytes[try skipValue()]) }

    /// Consumes a scalar, or the start of a container, which is added to the open ones.
    private mutating func skipStart(of kind: JSONKind, _ openContainers: inout [JSONKind]) throws(JSONError) {
        switch kind {
        case .object:
            try beginObject()
            openContainers.append(kind)
        case .array:
            try beginArray()
            openContainers.append(kind)
        case .string: try skipString()
        case .number: _ = try scanNumber()
        case .boolean: _ = try readBoolean()
        case .null: _ = try readNull()
        }
    }

    /// Moves to the next value in the innermost container; returns false at the end of the container.
    private mutating func advanceToMember(of container: JSONKind) throws(JSONError) -> Bool {
        guard container == .object else { return try nextElement() }
        guard try advanceToKey() else { return false }
        try skipString()
        try consumeColon()
        return true
    }

    private mutating func skipString() throws(JSONError) {
        try consumeQuote()
        try advanceOverPlainText()
        try skipRestOfString()
    }
}
