extension JSONScanner {
    /// Consumes the next value, of any kind, and returns its range in the scanned bytes.
    ///
    /// It is checked as strictly as when reading it. Containers have their own stack, so nesting does not use the call
    /// stack.
    @discardableResult
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        let kind = try peek()
        let start = offset
        if kind == .object || kind == .array {
            try skipContainer(kind)
        } else {
            try skipScalar(kind)
        }
        return start..<offset
    }

    /// Consumes the next value, of any kind, and returns its bytes in the text, for writing them back.
    package mutating func captureValue() throws(JSONError) -> [UInt8] { Array(bytes[try skipValue()]) }

    private mutating func skipContainer(_ kind: JSONKind) throws(JSONError) {
        var openContainers: [JSONKind] = []
        try begin(kind, &openContainers)
        while let container = openContainers.last {
            guard try advanceToMember(of: container) else {
                openContainers.removeLast()
                continue
            }
            let kind = try peek()
            if kind == .object || kind == .array {
                try begin(kind, &openContainers)
            } else {
                try skipScalar(kind)
            }
        }
    }

    private mutating func begin(_ kind: JSONKind, _ openContainers: inout [JSONKind]) throws(JSONError) {
        if kind == .object {
            try beginObject()
        } else {
            try beginArray()
        }
        openContainers.append(kind)
    }

    /// Moves to the next value in the innermost container; returns false at the end of the container.
    private mutating func advanceToMember(of container: JSONKind) throws(JSONError) -> Bool {
        guard container == .object else { return try nextElement() }
        guard try advanceToKey() else { return false }
        try skipString()
        try consumeColon()
        return true
    }

    private mutating func skipScalar(_ kind: JSONKind) throws(JSONError) {
        switch kind {
        case .string: try skipString()
        case .number: _ = try scanNumber()
        case .boolean: _ = try readBoolean()
        case .null: _ = try readNull()
        case .object, .array: preconditionFailure("an object or array is not a scalar")
        }
    }

    private mutating func skipString() throws(JSONError) {
        try consumeQuote()
        try advanceOverPlainText()
        try skipRestOfString()
    }
}
