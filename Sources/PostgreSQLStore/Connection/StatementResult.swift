import CPostgreSQL
import Dispatch
import Foundation
import ObjectGraph

/// What a statement has answered: rows of columns, all of them.
final class StatementResult {
    private let handle: OpaquePointer

    /// - Parameter handle: An answer that is this object's own from now on.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        guard rowCount > Self.greatestCountFreedAtOnce else { return PQclear(handle) }
        // Nobody waits for what takes milliseconds.
        nonisolated(unsafe) let handle = handle
        DispatchQueue.global(qos: .utility).async { PQclear(handle) }
    }

    private static let greatestCountFreedAtOnce = 10_000

    /// How many rows there are.
    var rowCount: Int { Int(PQntuples(handle)) }

    /// How many rows were written, which statements that write say.
    var writtenRowCount: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The number of the type of a column, as the server has it.
    func typeNumber(ofColumn column: Int) -> UInt32 { PQftype(handle, Int32(column)) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) != 0 }

    /// The bytes of a value, as long as the answer is held; none for null.
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(handle, Int32(row), Int32(column)),
            count: Int(PQgetlength(handle, Int32(row), Int32(column))))
    }

    /// A whole number of any width; 0 for null.
    func integer(_ row: Int, _ column: Int) -> Int64 { Self.integer(bytes(row, column)) }

    /// A whole number of any width; 0 for no bytes.
    static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch bytes.count {
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: return bytes.first.map(Int64.init) ?? 0
        }
    }

    /// Nil for null.
    func optionalInteger(_ row: Int, _ column: Int) -> Int64? {
        isNull(row, column) ? nil : integer(row, column)
    }

    /// Nil for null.
    func optionalDouble(_ row: Int, _ column: Int) -> Double? { isNull(row, column) ? nil : double(row, column) }

    /// A real number of double precision.
    func double(_ row: Int, _ column: Int) -> Double { Double(bitPattern: UInt64(bitPattern: integer(row, column))) }

    /// A real number of single precision.
    func float(_ row: Int, _ column: Int) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: integer(row, column)))
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// A text of an attribute, as ``StoredText`` has it.
    func storedText(_ row: Int, _ column: Int) -> String { StoredText.text(of: bytes(row, column)) }

    /// The places of the rows by the whole numbers in their first column; nil where they come in that order.
    func placesByNumber() -> [Int]? {
        var last = Int64.min
        let ascends = (0..<rowCount).allSatisfy { row in
            let number = integer(row, 0)
            defer { last = number }
            return number >= last
        }
        if ascends { return nil }
        let numbers = (0..<rowCount).map { integer($0, 0) }
        return numbers.indices.sorted { numbers[$0] < numbers[$1] }
    }

    func data(_ row: Int, _ column: Int) -> Data { Data(bytes(row, column)) }

    /// Nil where there are not 16 bytes.
    func uuid(_ row: Int, _ column: Int) -> UUID? {
        UUID(bytes: bytes(row, column))
    }
}
