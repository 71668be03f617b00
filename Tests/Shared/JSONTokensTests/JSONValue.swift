import JSONTokens

/// A JSON value as a tree: what tests compare.
indirect enum JSONValue: Equatable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    /// The digits as written.
    case number(String)
    case boolean(Bool)
    case null

    struct Member: Equatable {
        var key: String
        var value: JSONValue
    }

    /// Reads the next value with the scanner's reading functions, not by skipping.
    init(from scanner: inout JSONScanner) throws {
        switch try scanner.peek() {
        case .object:
            var members: [Member] = []
            try scanner.readObject { scanner, key in
                members.append(Member(key: key, value: try JSONValue(from: &scanner)))
            }
            self = .object(members)
        case .array:
            var elements: [JSONValue] = []
            try scanner.readArray { scanner in elements.append(try JSONValue(from: &scanner)) }
            self = .array(elements)
        case .string: self = .string(try scanner.readString())
        case .number: self = .number(try scanner.readNumberText())
        case .boolean: self = .boolean(try scanner.readBoolean())
        case .null:
            _ = try scanner.readNull()
            self = .null
        }
    }

    init(_ bytes: [UInt8]) throws {
        self = try JSONScanner.scan(bytes) { scanner in try JSONValue(from: &scanner) }
    }

    init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }
}

/// The error that reading `bytes` ends with; nil when they are accepted. Fails the test when reading and skipping
/// disagree, or when anything but a `JSONError` is thrown.
func problem(in bytes: [UInt8]) throws -> JSONError? {
    func problem(_ body: () throws -> Void) throws -> JSONError? {
        do {
            try body()
            return nil
        } catch let error as JSONError {
            return error
        }
    }
    let reading = try problem { _ = try JSONValue(bytes) }
    let skipping = try problem { try JSONScanner.scan(bytes) { scanner in _ = try scanner.skipValue() } }
    guard reading == skipping else { throw MismatchError(reading: reading, skipping: skipping) }
    return reading
}

struct MismatchError: Error {
    var reading: JSONError?
    var skipping: JSONError?
}

/// The text that `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
}

/// Reads the one value in `text`.
func scan<Value>(_ text: String, _ body: (inout JSONScanner) throws -> Value) throws -> Value {
    try JSONScanner.scan(Array(text.utf8), body)
}
