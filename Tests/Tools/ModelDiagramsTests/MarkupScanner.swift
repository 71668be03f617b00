/// Reads the tags of an HTML or SVG text, as strictly as this target writes them.
struct MarkupScanner {
    struct Tag {
        let name: String
        let attributes: [String]
    }

    struct MarkupError: Error {
        let place: String
    }

    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    /// The opening tags, in order. Throws where a tag is not closed, a value not quoted or an element ends wrongly.
    func tags() throws -> [Tag] {
        var copy = self
        return try copy.read()
    }

    private mutating func read() throws -> [Tag] {
        var tags: [Tag] = []
        var open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if rest.first == "/" {
                rest.removeFirst()
                let name = String(word())
                guard open.popLast() == name, rest.first == ">" else { throw MarkupError(place: "</\(name)") }
                continue
            }
            let name = String(word())
            let (attributes, isClosed) = try self.attributes()
            tags.append(Tag(name: name, attributes: attributes))
            if isClosed || ["!DOCTYPE", "meta", "input"].contains(name) { continue }
            open.append(name)
            guard name == "script" || name == "style" else { continue }
            while !rest.hasPrefix("</\(name)>") {
                guard rest.popFirst() != nil else { throw MarkupError(place: name) }
            }
        }
        guard open.isEmpty else { throw MarkupError(place: "end") }
        return tags
    }

    private mutating func attributes() throws -> (names: [String], isClosed: Bool) {
        var names: [String] = []
        while true {
            switch rest.first {
            case ">":
                rest.removeFirst()
                return (names, false)
            case "/" where rest.hasPrefix("/>"):
                rest.removeFirst(2)
                return (names, true)
            case " ":
                rest.removeFirst()
                names.append(String(word()))
                guard rest.first == "=" else { continue }
                rest.removeFirst()
                guard rest.popFirst() == "\"", let end = rest.firstIndex(of: "\"") else {
                    throw MarkupError(place: names.joined(separator: " "))
                }
                guard !rest[..<end].contains("<") else { throw MarkupError(place: String(rest[..<end])) }
                rest = rest[rest.index(after: end)...]
            default:
                throw MarkupError(place: String(rest.prefix(30)))
            }
        }
    }

    private mutating func word() -> Substring {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "!" }
        rest = rest[word.endIndex...]
        return word
    }
}
