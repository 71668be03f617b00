import CPostgreSQL
import Dispatch
import Foundation
import ObjectGraph

/// The result of a statement: all rows.
final class StatementResult {
    private let handle: OpaquePointer

    /// - Parameter handle: A result that this object owns from now on.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        guard PQresultMemorySize(handle) > Self.maximumSizeFreedAtOnce else { return PQclear(handle) }
        // Clearing takes milliseconds, and nothing has to wait for it. Unchecked: nobody else has the handle any more.
        nonisolated(unsafe) let handle = handle
        DispatchQueue.global(qos: .utility).async { PQclear(handle) }
    }

    private static let maximumSizeFreedAtOnce = 4 << 20

    /// The number of rows.
    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement wrote.
    var writtenRowCount: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Returns the number of a column's type on the server.
    func typeNumber(ofColumn column: Int) -> UInt32 { PQftype(handle, Int32(column)) }

    /// Returns the number of the table that a column is from; 0 if it is from none, or the server does not say.
    func tableNumber(ofColumn column: Int) -> UInt32 { PQftable(handle, Int32(column)) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) != 0 }

    /// Returns the bytes of a value, which are valid as long as the result exists; empty for null.
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(handle, Int32(row), Int32(column)),
            count: Int(PQgetlength(handle, Int32(row), Int32(column))))
    }

    /// Returns an integer of any width; 0 for null.
    func integer(_ row: Int, _ column: Int) -> Int64 { Self.integer(bytes(row, column)) }

    /// Returns an integer of any width; 0 for no bytes.
    static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch bytes.count {
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: return bytes.first.map(Int64.init) ?? 0
        }
    }

    /// The integers in the first column.
    var numbers: [Int64] { (0..<rowCount).map { integer($0, 0) } }

    /// Returns nil for null.
    func optionalInteger(_ row: Int, _ column: Int) -> Int64? {
        isNull(row, column) ? nil : integer(row, column)
    }

    /// Returns nil for null.
    func optionalDouble(_ row: Int, _ column: Int) -> Double? { isNull(row, column) ? nil : double(row, column) }

    /// Returns a double-precision number.
    func double(_ row: Int, _ column: Int) -> Double { Double(bitPattern: UInt64(bitPattern: integer(row, column))) }

    /// Returns a single-precision number.
    func float(_ row: Int, _ column: Int) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: integer(row, column)))
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// Returns the string of an attribute, decoded by ``StoredText``.
    func storedText(_ row: Int, _ column: Int) -> String { StoredText.text(of: bytes(row, column)) }

    /// Returns the indexes of the rows, sorted by the integers in the first column; nil if they are already sorted.
    func placesByNumber() -> [Int]? {
        var last = Int64.min
        let ascends = (0..<rowCount).allSatisfy { row in
            let number = integer(row, 0)
            defer { last = number }
            return number >= last
        }
        if ascends { return nil }
        let numbers = numbers
        return numbers.indices.sorted { numbers[$0] < numbers[$1] }
    }

    func data(_ row: Int, _ column: Int) -> Data { Data(bytes(row, column)) }

    /// Returns nil if there are not 16 bytes.
    func uuid(_ row: Int, _ column: Int) -> UUID? {
        UUID(bytes: bytes(row, column))
    }
}
