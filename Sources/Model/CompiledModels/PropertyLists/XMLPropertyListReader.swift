import Foundation

/// Reads a property list in Apple's XML form, which old compilers and property list editors write.
///
/// Reading takes linear time, and needs no XML library: a property list has few elements, and no declarations of its
/// own. Foundation's reader does not keep the kinds of values apart: on Apple's platforms, a Boolean value is a number.
///
/// Source: Apple's public document type, `PropertyList-1.0.dtd`.
package struct XMLPropertyListReader {
    private let bytes: [UInt8]
    private var cursor = 0
    private var nodes: [PropertyListNode] = []

    /// More than any list of versions or metadata of a store needs.
    private static let maximumDepth = 64

    /// Whether bytes can be XML rather than a binary property list.
    package static func accepts(_ bytes: [UInt8]) -> Bool {
        bytes.dropFirst(startOfText(bytes)).first { !isSpace($0) } == UInt8(ascii: "<")
    }

    /// The values of a whole file.
    ///
    /// - Throws: The problem with its position.
    package static func list(in bytes: [UInt8]) throws(CompiledModelError) -> BinaryPropertyList {
        var reader = XMLPropertyListReader(bytes)
        let root = try reader.document()
        return BinaryPropertyList(nodes: reader.nodes, root: root)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        cursor = Self.startOfText(bytes)
    }

    private static func startOfText(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    // MARK: Elements

    private mutating func document() throws(CompiledModelError) -> Int {
        try skipPastNothing()
        if skip("<!DOCTYPE") {
            let declaration = try bytes(until: ">")
            // Entities of the file's own could be very long.
            guard !declaration.contains(UInt8(ascii: "[")) else { throw damage("the document declares entities") }
            try skipPastNothing()
        }
        let start = try startTag()
        guard start.name == "plist", !start.isEmpty else { throw damage("it is not a property list") }
        let root = try value(depth: 0)
        try end("plist")
        try skipPastNothing()
        guard cursor == bytes.count else { throw damage("the file does not end with the property list") }
        return root
    }

    private mutating func value(depth: Int) throws(CompiledModelError) -> Int {
        try skipPastNothing()
        return try value(of: startTag(), depth: depth)
    }

    private mutating func value(of tag: Tag, depth: Int) throws(CompiledModelError) -> Int {
        guard depth <= Self.maximumDepth else { throw damage("its values are nested too deeply") }
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty { try end(tag.name) }
            return add(.boolean(tag.name == "true"))
        case "string": return add(.string(try text(of: tag)))
        case "data": return add(.data(try data(of: tag)))
        case "integer":
            guard let number = Self.integer(try text(of: tag)) else { throw damage("an integer is not valid") }
            return add(number)
        case "real":
            guard let number = Double(Self.trimmed(try text(of: tag))) else { throw damage("a number is not valid") }
            return add(.real(number))
        case "date":
            let text = Self.trimmed(try text(of: tag))
            guard let date = try? Date(text, strategy: .iso8601) else { throw damage("a date is not valid") }
            return add(.date(date.timeIntervalSinceReferenceDate))
        case "array": return try array(tag, depth: depth)
        case "dict": return try dictionary(tag, depth: depth)
        default: throw damage("unknown element '\(tag.name)'")
        }
    }

    private mutating func array(_ tag: Tag, depth: Int) throws(CompiledModelError) -> Int {
        var members: [Int] = []
        while try hasNext(in: tag) { members.append(try value(depth: depth + 1)) }
        return add(.array(members))
    }

    private mutating func dictionary(_ tag: Tag, depth: Int) throws(CompiledModelError) -> Int {
        var keys: [Int] = []
        var values: [Int] = []
        while try hasNext(in: tag) {
            let key = try startTag()
            guard key.name == "key" else { throw damage("a value has no key") }
            keys.append(add(.string(try text(of: key))))
            try skipPastNothing()
            guard !startsWith("</") else { throw damage("a key has no value") }
            values.append(try value(depth: depth + 1))
        }
        return add(.dictionary(keys: keys, values: values))
    }

    /// Whether another element follows in a container; otherwise, its end is read.
    private mutating func hasNext(in tag: Tag) throws(CompiledModelError) -> Bool {
        guard !tag.isEmpty else { return false }
        try skipPastNothing()
        guard startsWith("</") else { return true }
        try end(tag.name)
        return false
    }

    private mutating func data(of tag: Tag) throws(CompiledModelError) -> [UInt8] {
        let digits = Data(try text(of: tag).utf8.filter { !Self.isSpace($0) })
        guard let data = Data(base64Encoded: digits) else { throw damage("data is not valid Base64") }
        return Array(data)
    }

    private mutating func add(_ node: PropertyListNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private static func integer(_ text: String) -> PropertyListNode? {
        let text = trimmed(text)
        return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
    }

    private static func trimmed(_ text: String) -> String {
        String(decoding: text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }

    // MARK: Tags and text

    private struct Tag {
        var name: String
        /// Whether the element ends with its first tag.
        var isEmpty: Bool
    }

    /// A tag, whose attributes are skipped: only the root has one, its version.
    private mutating func startTag() throws(CompiledModelError) -> Tag {
        guard skip("<") else { throw damage("an element is missing") }
        let contents = try bytes(until: ">")
        let isEmpty = contents.last == UInt8(ascii: "/")
        let name = contents.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: "/") }
        return Tag(name: String(decoding: name.prefix(Self.maximumDepth), as: UTF8.self), isEmpty: isEmpty)
    }

    private mutating func end(_ name: String) throws(CompiledModelError) {
        try skipPastNothing()
        guard skip("</\(name)") else { throw damage("the end of '\(name)' is missing") }
        guard try bytes(until: ">").allSatisfy(Self.isSpace) else { throw damage("the end of '\(name)' is missing") }
    }

    /// The text of an element without others in it, up to and with its end.
    private mutating func text(of tag: Tag) throws(CompiledModelError) -> String {
        guard !tag.isEmpty else { return "" }
        var text: [UInt8] = []
        while true {
            let start = cursor
            while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "<"), bytes[cursor] != UInt8(ascii: "&") {
                cursor += 1
            }
            text += bytes[start..<cursor]
            if skip("&") {
                text += try character()
            } else if skip("<![CDATA[") {
                text += try bytes(until: "]]>")
            } else if skip("<!--") {
                _ = try bytes(until: "-->")
            } else {
                try end(tag.name)
                return String(decoding: text, as: UTF8.self)
            }
        }
    }

    /// The character of a reference, after its first character.
    private mutating func character() throws(CompiledModelError) -> [UInt8] {
        let name = String(decoding: try bytes(until: ";").prefix(16), as: UTF8.self)
        switch name {
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "amp": return [UInt8(ascii: "&")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let number =
                name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
            guard name.hasPrefix("#"), let number, let scalar = Unicode.Scalar(number) else {
                throw damage("unknown character '&\(name);'")
            }
            return Array(String(Character(scalar)).utf8)
        }
    }

    // MARK: Bytes

    /// Skips what means nothing between elements: spaces, comments, and instructions.
    private mutating func skipPastNothing() throws(CompiledModelError) {
        while cursor < bytes.count {
            if Self.isSpace(bytes[cursor]) {
                cursor += 1
            } else if skip("<!--") {
                _ = try bytes(until: "-->")
            } else if skip("<?") {
                _ = try bytes(until: "?>")
            } else {
                return
            }
        }
    }

    private func startsWith(_ word: String) -> Bool { bytes[cursor...].starts(with: word.utf8) }

    private mutating func skip(_ word: String) -> Bool {
        guard startsWith(word) else { return false }
        cursor += word.utf8.count
        return true
    }

    /// The bytes before a word, which is skipped.
    private mutating func bytes(until word: String) throws(CompiledModelError) -> ArraySlice<UInt8> {
        let start = cursor
        while cursor < bytes.count {
            if skip(word) { return bytes[start..<(cursor - word.utf8.count)] }
            cursor += 1
        }
        cursor = start
        throw damage("it is truncated")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private func damage(_ message: String) -> CompiledModelError {
        CompiledModelError(.damagedPropertyList, message, at: "byte \(cursor)")
    }
}
