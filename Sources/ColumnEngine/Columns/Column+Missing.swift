extension Column {
    /// Whether a row has no value, without reading it.
    package func isMissing(at row: Int) -> Bool {
        switch self {
        case .boolean(let values): values.isMissing(at: row)
        case .integer16(let values): values.isMissing(at: row)
        case .integer32(let values): values.isMissing(at: row)
        case .integer64(let values): values.isMissing(at: row)
        case .float(let values): values.isMissing(at: row)
        case .double(let values): values.isMissing(at: row)
        case .decimal(let values): values.isMissing(at: row)
        case .string(let values): values[row] == nil
        case .date(let values): values.isMissing(at: row)
        case .binary(let values): values.isMissing(at: row)
        case .uuid(let values): values.isMissing(at: row)
        case .uri(let values): values.isMissing(at: row)
        case .values(let values): values[row].isNull
        }
    }
}
