/// A text as its characters, and how texts compare: with tables written by hand, without any code of the engine or of
/// Unicode.
struct ReferenceText: Sendable {
    /// The text as it is stored.
    let spelling: String
    /// The composed scalars of each character.
    let characters: [[UInt32]]

    init(_ spelling: String, _ characters: [[UInt32]]) {
        self.spelling = spelling
        self.characters = characters
    }

    /// A text of ASCII characters, which are characters of their own.
    init(_ ascii: String) {
        self.init(ascii, ascii.unicodeScalars.map { [$0.value] })
    }

    /// A character of the table without its case, without its marks, and without both.
    private static let folds: [[UInt32]: (lower: [[UInt32]], plain: [[UInt32]], both: [[UInt32]])] = [
        [0xC9]: ([[0xE9]], [[0x45]], [[0x65]]), [0xE9]: ([[0xE9]], [[0x65]], [[0x65]]),
        [0x1EA1, 0x307]: ([[0x1EA1, 0x307]], [[0x61]], [[0x61]]),
        [0xDF]: ([[0x73], [0x73]], [[0xDF]], [[0x73], [0x73]]),
    ]

    private static func folded(_ character: [UInt32], _ letters: String) -> [[UInt32]] {
        if let fold = folds[character] {
            switch letters {
            case "c": return fold.lower
            case "d": return fold.plain
            case "cd": return fold.both
            default: return [character]
            }
        }
        guard letters.contains("c"), character.count == 1, (0x41...0x5A).contains(character[0]) else {
            return [character]
        }
        return [[character[0] + 0x20]]
    }

    /// The characters without what the letters after an operator ignore.
    func folded(_ letters: String) -> [[UInt32]] { characters.flatMap { Self.folded($0, letters) } }

    func equals(_ other: ReferenceText, _ letters: String) -> Bool { folded(letters) == other.folded(letters) }

    /// -1, 0 or 1 by the composed scalars.
    func order(to other: ReferenceText, _ letters: String) -> Int {
        let (own, others) = (folded(letters).flatMap { $0 }, other.folded(letters).flatMap { $0 })
        return own == others ? 0 : own.lexicographicallyPrecedes(others) ? -1 : 1
    }

    func begins(with other: ReferenceText, _ letters: String) -> Bool {
        folded(letters).starts(with: other.folded(letters))
    }

    func ends(with other: ReferenceText, _ letters: String) -> Bool {
        folded(letters).reversed().starts(with: other.folded(letters).reversed())
    }

    func contains(_ other: ReferenceText, _ letters: String) -> Bool {
        let (own, part) = (folded(letters), other.folded(letters))
        return (0...own.count).contains { own[$0...].starts(with: part) }
    }

    /// Whether the text matches a pattern with `*`, `?` and `\`.
    func isLike(_ pattern: ReferenceText, _ letters: String) -> Bool {
        enum Element {
            case any
            case one
            case exactly([[UInt32]])
        }
        var elements: [Element] = []
        var isEscaped = false
        for character in pattern.characters {
            if !isEscaped, character == [0x5C] {
                isEscaped = true
                continue
            }
            elements.append(
                !isEscaped && character == [0x2A]
                    ? .any : !isEscaped && character == [0x3F] ? .one : .exactly(Self.folded(character, letters)))
            isEscaped = false
        }
        if isEscaped { elements.append(.exactly([[0x5C]])) }
        let own = characters.map { Self.folded($0, letters) }
        func matches(_ text: ArraySlice<[[UInt32]]>, _ rest: ArraySlice<Element>) -> Bool {
            guard let first = rest.first else { return text.isEmpty }
            switch first {
            case .any: return (text.startIndex...text.endIndex).contains { matches(text[$0...], rest.dropFirst()) }
            case .one: return !text.isEmpty && matches(text.dropFirst(), rest.dropFirst())
            case .exactly(let wanted): return text.first == wanted && matches(text.dropFirst(), rest.dropFirst())
            }
        }
        return matches(own[...], elements[...])
    }
}
