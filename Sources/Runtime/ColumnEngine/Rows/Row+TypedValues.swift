public import Foundation

// The values of attributes by type, from the columns: nil if the attribute has another type, and nil inside that if
// there is no value. O(1).
extension Row {
    @inline(__always) @inlinable
    package func boolean(at attribute: Int) -> Bool?? {
        if case .boolean(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func integer16(at attribute: Int) -> Int16?? {
        if case .integer16(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func integer32(at attribute: Int) -> Int32?? {
        if case .integer32(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func integer64(at attribute: Int) -> Int64?? {
        if case .integer64(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func float(at attribute: Int) -> Float?? {
        if case .float(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func double(at attribute: Int) -> Double?? {
        if case .double(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func decimal(at attribute: Int) -> Decimal?? {
        if case .decimal(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func string(at attribute: Int) -> String?? {
        if case .string(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    /// The value of a String attribute if it is short; nil for any other.
    @inline(__always) @inlinable
    package func shortString(at attribute: Int) -> String? {
        if case .string(let values) = chunk.contents.columns[attribute] { values.shortText(at: index) } else { nil }
    }

    @inline(__always) @inlinable
    package func date(at attribute: Int) -> Date?? {
        if case .date(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func binary(at attribute: Int) -> Data?? {
        if case .binary(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func uuid(at attribute: Int) -> UUID?? {
        if case .uuid(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }

    @inline(__always) @inlinable
    package func uri(at attribute: Int) -> URL?? {
        if case .uri(let values) = chunk.contents.columns[attribute] { values[index] } else { nil }
    }
}
