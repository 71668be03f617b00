/// Receives rows value by value, in the order of their columns.
protocol RowDestination {
    /// Appends the value of a column to the current row; nil for null.
    mutating func append(_ value: ValueBytes?, at place: Int)
    /// Appends a number that has the width of the column.
    mutating func append(_ number: some FixedWidthInteger, at place: Int)
    /// Appends bytes to the current row.
    mutating func append(bytesOf value: some Collection<UInt8>, at place: Int)
    mutating func appendNull(at place: Int)
    /// Ends a row, after a value for each column.
    mutating func endRow() throws
}
