/// The row that an object has read, or got from a fetch, if any.
///
/// Ten bytes, because there can be a million objects.
@usableFromInline
package struct HeldRow: Sendable {
    @usableFromInline
    let chunk: RowChunk?
    // The maximum number of rows of a chunk fits.
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

    /// Whether this is the object's row in a state.
    @inlinable
    package func isSame(as row: Row) -> Bool { chunk === row.chunk && storedIndex == row.index }

    /// Whether a state has this row in the same place, so neither the object nor its neighbors have been saved in
    /// between.
    @inlinable
    package func sharesChunk(with row: Row) -> Bool { chunk === row.chunk }
}
