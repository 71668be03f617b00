/// The row that an object has read, or that a fetch has handed it; none for an object that nobody has read.
///
/// Ten bytes, since there may be a million objects.
@usableFromInline
package struct HeldRow: Sendable {
    @usableFromInline
    let chunk: RowChunk?
    // A chunk has no more rows than this can say.
    @usableFromInline
    let storedIndex: UInt16

    /// No row.
    @inlinable
    package static var none: HeldRow { HeldRow() }

    @inlinable
    init() {
        chunk = nil
        storedIndex = 0
    }

    /// A row.
    @inlinable
    package init(_ row: Row) {
        chunk = row.chunk
        storedIndex = UInt16(row.index)
    }

    /// The row; nil for none.
    @inline(__always)
    @inlinable
    package var row: Row? { chunk.map { Row($0, Int(storedIndex)) } }

    /// Whether there is no row.
    @inlinable
    package var isNone: Bool { chunk == nil }

    /// Whether this is a row of a state: that object, as it was then.
    @inlinable
    package func isSame(as row: Row) -> Bool { chunk === row.chunk && storedIndex == row.index }

    /// Whether this lies where a row of a state does: neither the object nor its neighbors have been saved in between.
    @inlinable
    package func isBeside(_ row: Row) -> Bool { chunk === row.chunk }
}
