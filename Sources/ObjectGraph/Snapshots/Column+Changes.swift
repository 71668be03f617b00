extension Column {
    /// Sets the value of a row. A value of another type than the column's is nil.
    package mutating func set(_ value: AttributeValue, at row: Int) {
        change(SettingValue(value: value, row: row))
    }

    /// Adds a row at the end.
    package mutating func append(_ value: AttributeValue) {
        change(AppendingValue(value: value))
    }

    /// Adds the value of an attribute of several new objects at the end.
    package mutating func append(_ attribute: Int, of insertions: ArraySlice<ChangeSet.Insertion>) {
        change(AppendingRun(insertions: insertions, attribute: attribute))
    }

    /// Adds a row before another one.
    package mutating func insert(_ value: AttributeValue, at row: Int) {
        change(InsertingValue(value: value, row: row))
    }

    /// Leaves only some rows, given by their places in ascending order.
    package mutating func keep(_ rows: [Int]) {
        change(KeepingRows(rows: rows))
    }

    /// Makes room for a number of rows in all.
    package mutating func reserveCapacity(_ count: Int) {
        change(ReservingCapacity(count: count))
    }

    /// Takes the array out of the enum while it is changed, so that it is not copied.
    private mutating func change(_ change: some ColumnChange) {
        switch self {
        case .boolean(var values): self = .values([]); change.apply(to: &values); self = .boolean(values)
        case .integer16(var values): self = .values([]); change.apply(to: &values); self = .integer16(values)
        case .integer32(var values): self = .values([]); change.apply(to: &values); self = .integer32(values)
        case .integer64(var values): self = .values([]); change.apply(to: &values); self = .integer64(values)
        case .float(var values): self = .values([]); change.apply(to: &values); self = .float(values)
        case .double(var values): self = .values([]); change.apply(to: &values); self = .double(values)
        case .decimal(var values): self = .values([]); change.apply(to: &values); self = .decimal(values)
        case .string(var values): self = .values([]); change.apply(to: &values); self = .string(values)
        case .date(var values): self = .values([]); change.apply(to: &values); self = .date(values)
        case .binary(var values): self = .values([]); change.apply(to: &values); self = .binary(values)
        case .uuid(var values): self = .values([]); change.apply(to: &values); self = .uuid(values)
        case .uri(var values): self = .values([]); change.apply(to: &values); self = .uri(values)
        case .values(var values): self = .values([]); change.apply(to: &values); self = .values(values)
        }
    }
}

/// What can be done to a column of any type.
private protocol ColumnChange {
    func apply<Value: ColumnElement>(to values: inout [Value])
}

/// What a column's arrays hold.
private protocol ColumnElement {
    init(columnValue value: AttributeValue)
}

extension Optional: ColumnElement where Wrapped: RequiredAttributeRepresentable {
    init(columnValue value: AttributeValue) { self = Wrapped.read(value) }
}

extension AttributeValue: ColumnElement {
    init(columnValue value: AttributeValue) { self = value }
}

private struct SettingValue: ColumnChange {
    let value: AttributeValue
    let row: Int

    func apply<Value: ColumnElement>(to values: inout [Value]) { values[row] = Value(columnValue: value) }
}

private struct AppendingValue: ColumnChange {
    let value: AttributeValue

    func apply<Value: ColumnElement>(to values: inout [Value]) { values.append(Value(columnValue: value)) }
}

private struct AppendingRun: ColumnChange {
    let insertions: ArraySlice<ChangeSet.Insertion>
    let attribute: Int

    func apply<Value: ColumnElement>(to values: inout [Value]) {
        values.reserveCapacity(values.count + insertions.count)
        for insertion in insertions { values.append(Value(columnValue: insertion.values[attribute])) }
    }
}

private struct InsertingValue: ColumnChange {
    let value: AttributeValue
    let row: Int

    func apply<Value: ColumnElement>(to values: inout [Value]) {
        values.insert(Value(columnValue: value), at: row)
    }
}

private struct KeepingRows: ColumnChange {
    let rows: [Int]

    func apply<Value: ColumnElement>(to values: inout [Value]) { values = rows.map { values[$0] } }
}

private struct ReservingCapacity: ColumnChange {
    let count: Int

    func apply<Value: ColumnElement>(to values: inout [Value]) { values.reserveCapacity(count) }
}
