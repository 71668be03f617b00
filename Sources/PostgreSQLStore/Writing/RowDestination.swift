/// What takes rows value by value, in the order of their columns.
protocol RowDestination {
    /// Appends the value of a column to the row that is being made; nil for null.
    mutating func append(_ value: [UInt8]?, at place: Int)
    /// Appends a number, of the width of the column.
    mutating func append(_ number: some FixedWidthInteger, at place: Int)
    /// Appends bytes to the row that is being made.
    mutating func append(bytesOf value: some Collection<UInt8>, at place: Int)
    mutating func appendNull(at place: Int)
    /// Ends a row. Each column has been given a value.
    mutating func endRow() throws
}
