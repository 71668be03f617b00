/// What a program sends to a server, as PostgreSQL's protocol has it: a letter, a length, and what belongs to it.
struct FrontendMessage {
    /// The whole message.
    let bytes: [UInt8]
    /// Whether it is one of the first ones of a connection, which have no letter.
    let isStart: Bool

    private static let headLength = 5

    /// The statement that is to be run or prepared; nil for another message.
    var statement: String? { place.map { String(decoding: bytes[$0], as: UTF8.self) } }

    /// Where the statement is.
    private var place: Range<Int>? {
        guard !isStart, let letter = bytes.first else { return nil }
        switch letter {
        case UInt8(ascii: "Q"):
            return Self.headLength..<bytes.count - 1
        case UInt8(ascii: "P"):
            // After the name, which ends in a zero as well.
            guard let nameEnd = bytes[Self.headLength...].firstIndex(of: 0),
                let end = bytes[(nameEnd + 1)...].firstIndex(of: 0)
            else { return nil }
            return nameEnd + 1..<end
        default:
            return nil
        }
    }

    /// The bytes of a message with another statement.
    func replacing(statement: String) -> [UInt8] {
        guard let place else { return bytes }
        var changed = bytes
        changed.replaceSubrange(place, with: statement.utf8)
        let length = UInt32(changed.count - 1).bigEndian
        withUnsafeBytes(of: length) { changed.replaceSubrange(1..<Self.headLength, with: $0) }
        return changed
    }
}

/// Cuts what a program sends into messages.
struct MessageReader {
    private var bytes: [UInt8] = []
    private var start = 0
    private var hasStarted = false

    /// Asks for encryption, which come before a connection begins.
    private static let requests: Set<UInt32> = [80_877_103, 80_877_104]

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

    /// The next message that is there as a whole.
    mutating func next() -> FrontendMessage? {
        let letterLength = hasStarted ? 1 : 0
        guard bytes.count - start >= letterLength + 4 else { return nil }
        let length = letterLength + Int(number(at: start + letterLength))
        guard bytes.count - start >= length else { return nil }
        let message = FrontendMessage(bytes: Array(bytes[start..<start + length]), isStart: !hasStarted)
        if !hasStarted { hasStarted = length < 8 || !Self.requests.contains(number(at: start + 4)) }
        start += length
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        return message
    }

    private func number(at place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
