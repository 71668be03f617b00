/// The strings of an attribute for the rows of a chunk; nil if there is none.
///
/// While all strings of a chunk are short, each is a `String` with inline bytes, and reading it allocates no memory. If
/// there is a longer one, they are packed, and reading one creates a string.
@usableFromInline
package struct TextColumn: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case short([String?])
        /// One element, so retaining the strings counts one reference.
        case packed([PackedTexts])
    }

    @usableFromInline
    var storage = Storage.short([])

    /// The maximum number of UTF-8 bytes that a `String` stores inline.
    private static let shortLength = 15

    /// An empty column.
    package init() {}

    /// Strings from contiguous memory.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8.
    ///   - starts: The start of each row's text.
    ///   - lengths: The number of bytes of each row's text; negative for none.
    package init(
        utf8 bytes: UnsafeRawBufferPointer, starts: UnsafeBufferPointer<Int>, lengths: UnsafeBufferPointer<Int>
    ) {
        func text(_ row: Int) -> String? {
            guard lengths[row] >= 0 else { return nil }
            let text = UnsafeRawBufferPointer(rebasing: bytes[starts[row]..<starts[row] + lengths[row]])
            return text.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
        }
        let greatest = lengths.max() ?? 0
        if greatest < 0 {
            // Places of texts take less memory than strings, and releasing them takes no time.
            storage = .packed([PackedTexts(noneIn: lengths.count)])
        } else if greatest <= Self.shortLength {
            storage = .short(lengths.indices.map(text))
        } else if greatest <= PackedTexts.Cell.maximumLength, bytes.count <= PackedTexts.Cell.maximumPlace {
            let cells = lengths.indices.map { row in
                lengths[row] < 0 ? .none : PackedTexts.Cell(place: starts[row], length: lengths[row])
            }
            storage = .packed([PackedTexts(bytes: bytes, cells: cells)])
        } else {
            storage = .packed([PackedTexts(lengths.indices.lazy.map(text))])
        }
    }

    /// The number of rows.
    package var count: Int {
        switch storage {
        case .short(let texts): texts.count
        case .packed(let texts): texts[0].count
        }
    }

    /// The number of bytes of the strings.
    var byteCount: Int {
        switch storage {
        case .short: 0
        case .packed(let texts): texts[0].byteCount
        }
    }

    @inlinable
    package subscript(row: Int) -> String? {
        switch storage {
        case .short(let texts): texts[row]
        case .packed(let texts): texts[0][row]
        }
    }

    /// The text of a row if all texts are short; nil for any other.
    @inline(__always) @inlinable
    package func shortText(at row: Int) -> String? {
        if case .short(let texts) = storage { texts[row] } else { nil }
    }

    /// Whether a row has no text.
    func isNil(at row: Int) -> Bool {
        switch storage {
        case .short(let texts): texts[row] == nil
        case .packed(let texts): texts[0].isNil(at: row)
        }
    }

    /// Calls `body` with the UTF-8 of a row's text, which is valid during the call only; returns nil if there is none.
    @inline(__always)
    func withUTF8<Result>(at row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        switch storage {
        case .short(let texts):
            guard var text = texts[row] else { return nil }
            return text.withUTF8(body)
        case .packed(let texts): return texts[0].withUTF8(at: row, body)
        }
    }

    /// Calls `body` with each row and the UTF-8 of its text, which is valid during the call only; nil if there is none.
    package func forEachUTF8(_ body: (_ row: Int, UnsafeRawBufferPointer?) -> Void) {
        switch storage {
        case .short(let texts):
            for row in texts.indices {
                guard var text = texts[row] else {
                    body(row, nil)
                    continue
                }
                text.withUTF8 { body(row, UnsafeRawBufferPointer($0)) }
            }
        case .packed(let texts): texts[0].forEachUTF8(body)
        }
    }

    /// The number of UTF-8 bytes of the strings.
    package var utf8Count: Int {
        switch storage {
        case .short(let texts): texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        case .packed(let texts): texts[0].utf8CountOfRows
        }
    }

    /// Whether both columns have the same texts, compared without creating strings.
    func hasSameTexts(as other: TextColumn) -> Bool {
        switch (storage, other.storage) {
        case (.short(let texts), .short(let others)): texts == others
        case (.packed(let texts), .packed(let others)): texts[0].hasSameTexts(as: others[0])
        default:
            count == other.count
                && (0..<count).allSatisfy { row in
                    withUTF8(at: row) { text in
                        other.withUTF8(at: row) { $0.elementsEqual(text) } ?? false
                    } ?? other.isNil(at: row)
                }
        }
    }

    // MARK: Changes

    mutating func set(_ text: String?, at row: Int) {
        change(to: text, short: { $0[row] = text }, packed: { $0.set(text, at: row) })
    }

    /// Adds a row at the end.
    mutating func append(_ text: String?) {
        change(to: text, short: { $0.append(text) }, packed: { $0.append(text) })
    }

    /// Adds several rows at the end. A value that is not a string becomes nil.
    mutating func append(contentsOf values: some Collection<AttributeValue>) {
        var greatest = 0
        var utf8Count = 0
        for place in values.indices {
            guard case .string(let text) = values[place] else { continue }
            utf8Count += text.utf8.count
            greatest = max(greatest, text.utf8.count)
        }
        if greatest > Self.shortLength { pack() }
        let count = count + values.count
        change { texts in
            texts.reserveCapacity(count)
            for place in values.indices { texts.append(String.read(values[place])) }
        } packed: { texts in
            texts.reserveCapacity(count, utf8Count: texts.utf8Count + utf8Count)
            for place in values.indices {
                if case .string(let text) = values[place] {
                    texts.append(text)
                } else {
                    texts.append(nil)
                }
            }
        }
    }

    /// Adds a row before another one.
    mutating func insert(_ text: String?, at row: Int) {
        change(to: text, short: { $0.insert(text, at: row) }, packed: { $0.insert(text, at: row) })
    }

    /// Keeps only some rows, given by their positions in ascending order.
    mutating func keep(_ rows: [Int]) {
        change(short: { texts in texts = rows.map { texts[$0] } }, packed: { $0.keep(rows) })
    }

    mutating func reserveCapacity(_ count: Int) {
        change(short: { $0.reserveCapacity(count) }, packed: { $0.reserveCapacity(count, utf8Count: 0) })
    }

    private mutating func change(
        to text: String? = nil, short: (inout [String?]) -> Void, packed: (inout PackedTexts) -> Void
    ) {
        if let text, text.utf8.count > Self.shortLength { pack() }
        // Out of the enumeration during the change, so the change does not copy them.
        switch storage {
        case .short(var texts):
            storage = .short([])
            short(&texts)
            storage = .short(texts)
        case .packed(var texts):
            storage = .short([])
            packed(&texts[0])
            storage = .packed(texts)
        }
    }

    private mutating func pack() {
        if case .short(let texts) = storage { storage = .packed([PackedTexts(texts)]) }
    }
}
