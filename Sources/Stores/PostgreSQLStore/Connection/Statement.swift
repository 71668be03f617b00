import Foundation
import ObjectGraph

/// A statement and its parameters.
struct Statement: Sendable {
    var text: String
    var parameters: [Parameter] = []
    /// The rows that it must write; nil if it may write any number.
    var expectation: RowExpectation?

    /// The size in bytes of the parameters of a statement that runs for long.
    private static let longByteCount = 1 << 20

    /// Whether the statement writes much.
    var takesLong: Bool { parameters.byteCount > Self.longByteCount }
}

/// The rows that a statement must write. A trigger, a rule, or a policy can keep the server from writing them, and the
/// server then reports no error.
struct RowExpectation: Sendable {
    /// The quoted name of the table.
    var table: String
    var count: Int
    /// Whether the rows are deleted, which a foreign key of somebody else may already have done.
    var areDeleted = false

    /// Returns the error of a server that has written fewer rows.
    func refusal(_ writtenCount: Int, location: String) -> StoreError {
        StoreError(
            .database, location: location,
            """
            the server has \(areDeleted ? "deleted" : "written") only \(writtenCount) of \(count) rows of \(table), \
            without an error; a trigger, a rule, or a row security policy of the table keeps it from the others; \
            change or remove that
            """)
    }
}

extension [Parameter] {
    /// The size of all values in bytes.
    var byteCount: Int { reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

    /// The values, lengths, and formats for libpq; nil if there are none.
    typealias Values = (
        values: UnsafePointer<UnsafePointer<CChar>?>?, lengths: UnsafePointer<Int32>?, formats: UnsafePointer<Int32>?
    )

    /// Calls a closure with the bytes of all parameters, in one buffer except for large data.
    func withValues<Result>(_ body: (Values) -> Result) -> Result {
        if isEmpty { return body((nil, nil, nil)) }
        return Self.withData(of: self[...], []) { withValues(largeData: $0, body) }
    }

    /// Calls a closure with the addresses of large data, in the order of the parameters.
    private static func withData<Result>(
        of parameters: ArraySlice<Parameter>, _ found: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        for (index, parameter) in zip(parameters.indices, parameters) {
            guard case .data(let data) = parameter.bytes else { continue }
            return data.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                return withData(of: parameters[(index + 1)...], found + [start], body)
            }
        }
        return body(found)
    }

    private func withValues<Result>(largeData: [UnsafePointer<CChar>?], _ body: (Values) -> Result) -> Result {
        // An empty value also needs an address, because libpq treats a null pointer as null.
        let bufferByteCount = reduce(1) { sum, parameter in
            if case .array(let bytes) = parameter.bytes { sum + bytes.count } else { sum }
        }
        return withUnsafeTemporaryAllocation(byteCount: bufferByteCount, alignment: 1) { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { values in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
                    numbers.initialize(repeating: 1)
                    values.initialize(repeating: nil)
                    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var end = 0
                    var data = largeData.makeIterator()
                    for (index, parameter) in enumerated() {
                        switch parameter.bytes {
                        case .array(let value):
                            UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: value)
                            values[index] = start.map { UnsafePointer($0 + end) }
                            end += value.count
                        case .data: values[index] = data.next() ?? nil
                        case nil: continue
                        }
                        numbers[index] = Int32(parameter.bytes?.count ?? 0)
                    }
                    let lengths = numbers.baseAddress.map { UnsafePointer($0) }
                    return body((values.baseAddress.map { UnsafePointer($0) }, lengths, lengths.map { $0 + count }))
                }
            }
        }
    }
}
