extension Column {
    /// Sets the value of a row. A value of another type than the column's becomes nil.
    package mutating func set(_ value: AttributeValue, at row: Int) {
        change(SettingValue(value: value, row: row))
    }

    /// Adds a row at the end.
    package mutating func append(_ value: AttributeValue) { change(AppendingValue(value: value)) }

    /// Adds several rows at the end.
    package mutating func append(contentsOf values: some Collection<AttributeValue>) {
        change(AppendingValues(values: values))
    }

    /// Adds a row before another one.
    package mutating func insert(_ value: AttributeValue, at row: Int) {
        change(InsertingValue(value: value, row: row))
    }

    /// Keeps only some rows, given by their positions in ascending order.
    package mutating func keep(_ rows: [Int]) { change(KeepingRows(rows: rows)) }

    /// Reserves capacity for a total number of rows.
    package mutating func reserveCapacity(_ count: Int) { change(ReservingCapacity(count: count)) }

    /// Takes the values out of the enum during the change, so the change does not copy them.
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

private protocol ColumnChange {
    func apply(to storage: inout some ColumnStorage)
}

private protocol ColumnStorage {
    mutating func setValue(_ value: AttributeValue, at row: Int)
    mutating func appendValue(_ value: AttributeValue)
    mutating func insertValue(_ value: AttributeValue, at row: Int)
    mutating func keep(_ rows: [Int])
    mutating func reserveCapacity(_ count: Int)
    mutating func appendValues(_ values: some Collection<AttributeValue>)
}

extension ColumnValues: ColumnStorage {
    fileprivate mutating func setValue(_ value: AttributeValue, at row: Int) { self[row] = Value.read(value) }
    fileprivate mutating func appendValue(_ value: AttributeValue) { append(Value.read(value)) }
    fileprivate mutating func insertValue(_ value: AttributeValue, at row: Int) { insert(Value.read(value), at: row) }

    fileprivate mutating func appendValues(_ values: some Collection<AttributeValue>) {
        reserveCapacity(count + values.count)
        for place in values.indices { append(Value.read(values[place])) }
    }
}

extension TextColumn: ColumnStorage {
    fileprivate mutating func setValue(_ value: AttributeValue, at row: Int) { set(String.read(value), at: row) }
    fileprivate mutating func appendValue(_ value: AttributeValue) { append(String.read(value)) }
    fileprivate mutating func insertValue(_ value: AttributeValue, at row: Int) { insert(String.read(value), at: row) }

    fileprivate mutating func appendValues(_ values: some Collection<AttributeValue>) {
        append(contentsOf: values)
    }
}

extension [AttributeValue]: ColumnStorage {
    fileprivate mutating func setValue(_ value: AttributeValue, at row: Int) { self[row] = value.withoutNegativeZero }
    fileprivate mutating func appendValue(_ value: AttributeValue) { append(value.withoutNegativeZero) }
    fileprivate mutating func insertValue(_ value: AttributeValue, at row: Int) {
        insert(value.withoutNegativeZero, at: row)
    }
    fileprivate mutating func keep(_ rows: [Int]) { self = rows.map { self[$0] } }

    fileprivate mutating func appendValues(_ values: some Collection<AttributeValue>) {
        append(contentsOf: values.lazy.map(\.withoutNegativeZero))
    }
}

private struct SettingValue: ColumnChange {
    let value: AttributeValue
    let row: Int

    func apply(to storage: inout some ColumnStorage) { storage.setValue(value, at: row) }
}

private struct AppendingValue: ColumnChange {
    let value: AttributeValue

    func apply(to storage: inout some ColumnStorage) { storage.appendValue(value) }
}

private struct AppendingValues<Values: Collection<AttributeValue>>: ColumnChange {
    let values: Values

    func apply(to storage: inout some ColumnStorage) { storage.appendValues(values) }
}

private struct InsertingValue: ColumnChange {
    let value: AttributeValue
    let row: Int

    func apply(to storage: inout some ColumnStorage) { storage.insertValue(value, at: row) }
}

private struct KeepingRows: ColumnChange {
    let rows: [Int]

    func apply(to storage: inout some ColumnStorage) { storage.keep(rows) }
}

private struct ReservingCapacity: ColumnChange {
    let count: Int

    func apply(to storage: inout some ColumnStorage) { storage.reserveCapacity(count) }
}
