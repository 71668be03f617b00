import ColumnEngine
import Foundation

/// A buffer for the strings of an attribute in the rows of one chunk, as consecutive UTF-8.
///
/// Unsafe, like ``ColumnCells``.
struct TextCells {
    private let starts: UnsafeMutablePointer<Int>
    /// Below 0 for none.
    private let lengths: UnsafeMutablePointer<Int>
    private let rowCapacity: Int
    private var bytes: UnsafeMutableRawBufferPointer
    private var byteCount = 0

    private static let usualBytes = 64 * 1024

    /// Creates a buffer in which every row has a text, or nil.
    init(filledWith text: String?, capacity: Int) {
        starts = .allocate(capacity: capacity)
        lengths = .allocate(capacity: capacity)
        rowCapacity = capacity
        bytes = .allocate(byteCount: Self.usualBytes, alignment: 1)
        fill(with: text)
    }

    func deallocate() {
        starts.deallocate()
        lengths.deallocate()
        bytes.deallocate()
    }

    func setNil(_ row: Int) { lengths[row] = -1 }

    @inline(__always)
    mutating func set(_ row: Int, _ text: UnsafeRawBufferPointer) {
        if bytes.count - byteCount < text.count { grow(by: text.count) }
        UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount...]).copyMemory(from: text)
        starts[row] = byteCount
        lengths[row] = text.count
        byteCount += text.count
    }

    /// The strings of the first `count` rows.
    func column(_ count: Int) -> TextColumn {
        TextColumn(
            utf8: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]),
            starts: UnsafeBufferPointer(start: starts, count: count),
            lengths: UnsafeBufferPointer(start: lengths, count: count))
    }

    /// Whether the strings of the first `count` rows are those of a column, byte by byte.
    func hasTexts(of column: TextColumn, _ count: Int) -> Bool {
        guard column.count == count else { return false }
        var differentCount = 0
        column.forEachUTF8 { row, text in
            let length = lengths[row]
            guard let text, length == text.count else {
                if text != nil || length >= 0 { differentCount += 1 }
                return
            }
            guard let start = text.baseAddress, let own = bytes.baseAddress else { return }
            if memcmp(start, own + starts[row], length) != 0 { differentCount += 1 }
        }
        return differentCount == 0
    }

    /// Resets all rows to their initial values.
    mutating func refill(with text: String?) {
        if bytes.count > 16 * Self.usualBytes {
            bytes.deallocate()
            bytes = .allocate(byteCount: Self.usualBytes, alignment: 1)
        }
        fill(with: text)
    }

    /// All rows share the bytes of their initial text.
    private mutating func fill(with text: String?) {
        byteCount = 0
        starts.initialize(repeating: 0, count: rowCapacity)
        lengths.initialize(repeating: -1, count: rowCapacity)
        guard var text else { return }
        text.withUTF8 { set(0, UnsafeRawBufferPointer($0)) }
        lengths.initialize(repeating: byteCount, count: rowCapacity)
    }

    @inline(never)
    private mutating func grow(by added: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytes.count + max(added, bytes.count), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
        bytes.deallocate()
        bytes = larger
    }
}

/// The strings of a column as consecutive UTF-8, which can be read without reference counting.
///
/// Unsafe: the initializer fills the memory, which never changes afterwards.
final class TextRun {
    private let bytes: UnsafeMutableRawBufferPointer
    /// The end of each row's text; negative for none. The first element is an additional 0.
    private let ends: UnsafeMutableBufferPointer<Int>

    init(_ column: TextColumn) {
        bytes = .allocate(byteCount: column.utf8Count, alignment: 1)
        ends = .allocate(capacity: column.count + 1)
        ends[0] = 0
        var end = 0
        column.forEachUTF8 { [bytes, ends] row, text in
            guard let text else {
                ends[row + 1] = ~end
                return
            }
            UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: text)
            end += text.count
            ends[row + 1] = end
        }
    }

    deinit {
        bytes.deallocate()
        ends.deallocate()
    }

    /// The text of a row, valid as long as this value; nil if there is none.
    @inline(__always)
    func utf8(ofRow row: Int) -> UnsafeRawBufferPointer? {
        let end = ends[row + 1]
        guard end >= 0 else { return nil }
        // After a row without a text, the end of the texts before it is in other bits.
        let start = ends[row] < 0 ? ~ends[row] : ends[row]
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
