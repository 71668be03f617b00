import ColumnEngine

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
