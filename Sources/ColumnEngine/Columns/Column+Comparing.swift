// Separate functions, so the compiler specializes each comparison for its type.
extension Column {
    /// Whether both columns have equal values, compared without creating values of the general type. NaN equals
    /// nothing.
    package func hasSameValues(as other: Column) -> Bool {
        switch (self, other) {
        case (.boolean(let one), .boolean(let other)): one.hasSameValues(as: other)
        case (.integer16(let one), .integer16(let other)): one.hasSameValues(as: other)
        case (.integer32(let one), .integer32(let other)): one.hasSameValues(as: other)
        case (.integer64(let one), .integer64(let other)): one.hasSameValues(as: other)
        case (.float(let one), .float(let other)): one.hasSameValues(as: other)
        case (.double(let one), .double(let other)): one.hasSameValues(as: other)
        case (.decimal(let one), .decimal(let other)): one.hasSameValues(as: other)
        case (.date(let one), .date(let other)): one.hasSameValues(as: other)
        case (.binary(let one), .binary(let other)): one.hasSameValues(as: other)
        case (.uuid(let one), .uuid(let other)): one.hasSameValues(as: other)
        case (.uri(let one), .uri(let other)): one.hasSameValues(as: other)
        case (.values(let one), .values(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameTexts(as: other)
        default: false
        }
    }
}

extension ColumnValues where Value: Equatable {
    fileprivate func hasSameValues(as other: ColumnValues<Value>) -> Bool {
        if missing == other.missing, present == other.present { return true }
        return count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
    }
}
