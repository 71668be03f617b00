import Foundation

/// Strings whose UTF-8 is in one contiguous block of memory.
///
/// A string takes its bytes and a word. A change leaves the old bytes in place until unused bytes outnumber the others.
/// Long strings are stored separately, so a copy of the rows does not copy them.
@usableFromInline
struct PackedTexts: Sendable {
    @usableFromInline
    var cells: [Cell] = []
    /// The strings' UTF-8, in no particular order.
    @usableFromInline
    var bytes: [UInt8] = []
    /// Strings that are too long to copy when another one changes.
    @usableFromInline
    var longTexts: [String] = []
    /// The number of bytes that no row reads.
    private var unusedCount = 0

    /// The place of a text.
    @usableFromInline
    struct Cell: Sendable, Equatable {
        /// From the highest bits down: a position, and the number of bytes there.
        @usableFromInline
        let bits: UInt32

        /// The maximum number of bytes of a string that is not stored separately.
        static let maximumLength = 253
        static let maximumPlace = 1 << 24 - 1
        @usableFromInline
        static var isLong: UInt32 { 254 }

        static let none = Cell(bits: 255)

        private init(bits: UInt32) { self.bits = bits }

        /// - Precondition: Neither exceeds its maximum.
        init(place: Int, length: Int) { bits = UInt32(place) << 8 | UInt32(length) }

        init(placeOfLong place: Int) { bits = UInt32(place) << 8 | Self.isLong }

        @inlinable
        var place: Int { Int(bits >> 8) }
        @inlinable
        var length: Int { Int(bits & 255) }
        @inlinable
        var isNone: Bool { bits == 255 }
        @inlinable
        var isLong: Bool { bits & 255 == Self.isLong }
    }

    init(_ texts: some Collection<String?>) {
        cells.reserveCapacity(texts.count)
        for text in texts { append(text) }
    }

    /// Rows without a text.
    init(noneIn count: Int) { cells = Array(repeating: .none, count: count) }

    /// Strings that are already packed, none of them long.
    init(bytes: UnsafeRawBufferPointer, cells: [Cell]) {
        self.bytes = Array(bytes)
        self.cells = cells
    }

    var count: Int { cells.count }

    /// The number of bytes of the strings, including those that no row reads.
    var byteCount: Int { longTexts.reduce(bytes.count) { $0 + $1.utf8.count } }

    @inlinable
    subscript(row: Int) -> String? {
        let cell = cells[row]
        if cell.isNone { return nil }
        if cell.isLong { return longTexts[cell.place] }
        return bytes.withUnsafeBufferPointer { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[cell.place..<cell.place + cell.length]), as: UTF8.self)
        }
    }

    func isNil(at row: Int) -> Bool { cells[row].isNone }

    /// Calls `body` with the UTF-8 of a text; returns nil if there is none.
    @inline(__always)
    func withUTF8<Result>(at row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        let cell = cells[row]
        if cell.isNone { return nil }
        if cell.isLong {
            var text = longTexts[cell.place]
            return text.withUTF8(body)
        }
        return bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[cell.place..<cell.place + cell.length]))
        }
    }

    /// Calls `body` with each row, and the UTF-8 of its text or nil.
    func forEachUTF8(_ body: (_ row: Int, UnsafeRawBufferPointer?) -> Void) {
        bytes.withUnsafeBytes { bytes in
            for row in cells.indices {
                let cell = cells[row]
                if cell.isNone {
                    body(row, nil)
                } else if cell.isLong {
                    var text = longTexts[cell.place]
                    text.withUTF8 { body(row, UnsafeRawBufferPointer($0)) }
                } else {
                    body(row, UnsafeRawBufferPointer(rebasing: bytes[cell.place..<cell.place + cell.length]))
                }
            }
        }
    }

    /// The number of bytes of the strings that rows read.
    var utf8CountOfRows: Int {
        cells.reduce(0) { sum, cell in
            cell.isNone ? sum : sum + (cell.isLong ? longTexts[cell.place].utf8.count : cell.length)
        }
    }

    /// Whether both contain the same strings in the same order. Strings from one file usually have the same layout.
    func hasSameTexts(as other: PackedTexts) -> Bool {
        if cells == other.cells, hasSameBytes(as: other), longTexts == other.longTexts { return true }
        return count == other.count
            && cells.indices.allSatisfy { row in
                withUTF8(at: row) { text in
                    other.withUTF8(at: row) { $0.elementsEqual(text) } ?? false
                } ?? other.isNil(at: row)
            }
    }

    private func hasSameBytes(as other: PackedTexts) -> Bool {
        bytes.withUnsafeBytes { bytes in
            other.bytes.withUnsafeBytes { others in
                guard bytes.count == others.count, let start = bytes.baseAddress, let otherStart = others.baseAddress
                else { return bytes.count == others.count }
                return memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }

    mutating func append(_ text: String?) { cells.append(add(text)) }

    mutating func insert(_ text: String?, at row: Int) { cells.insert(add(text), at: row) }

    mutating func set(_ text: String?, at row: Int) {
        let old = cells[row]
        if old.isLong {
            longTexts[old.place] = ""
            unusedCount += MemoryLayout<String>.stride
        } else if !old.isNone {
            unusedCount += old.length
        }
        cells[row] = add(text)
        if unusedCount > 1024, unusedCount > bytes.count / 2 { keep(Array(cells.indices)) }
    }

    mutating func keep(_ rows: [Int]) {
        var kept = PackedTexts([])
        kept.cells.reserveCapacity(rows.count)
        kept.bytes.reserveCapacity(
            rows.reduce(0) { $0 + (cells[$1].length <= Cell.maximumLength ? cells[$1].length : 0) })
        for row in rows {
            let cell = cells[row]
            kept.cells.append(
                cell.isNone ? cell : cell.isLong ? kept.addLong(longTexts[cell.place]) : kept.add(bytes, cell))
        }
        self = kept
    }

    mutating func reserveCapacity(_ count: Int, utf8Count: Int) {
        cells.reserveCapacity(count)
        bytes.reserveCapacity(utf8Count)
    }

    /// The number of bytes, including those that no row reads.
    var utf8Count: Int { bytes.count }

    private mutating func add(_ text: String?) -> Cell {
        guard var text else { return .none }
        let place = bytes.count
        let length = text.utf8.count
        guard length <= Cell.maximumLength, place + length <= Cell.maximumPlace else { return addLong(text) }
        text.withUTF8 { bytes.append(contentsOf: $0) }
        return Cell(place: place, length: length)
    }

    private mutating func add(_ other: [UInt8], _ cell: Cell) -> Cell {
        let place = bytes.count
        bytes.append(contentsOf: other[cell.place..<cell.place + cell.length])
        return Cell(place: place, length: cell.length)
    }

    private mutating func addLong(_ text: String) -> Cell {
        longTexts.append(text)
        return Cell(placeOfLong: longTexts.count - 1)
    }
}
