/// Rows for one statement, as a list for each column.
struct RowBatch: RowDestination {
    private(set) var lists: [ListParameter]
    private let columns: [(name: String, type: ServerType, cast: String)]
    private(set) var rowCount = 0

    /// - Parameter columns: The columns, with the types of the parameters and the casts to the columns' types.
    init(_ columns: [(name: String, type: ServerType, cast: String)]) {
        self.columns = columns
        lists = columns.map { ListParameter($0.type) }
    }

    mutating func append(_ value: ValueBytes?, at place: Int) { lists[place].append(value) }

    mutating func append(_ number: some FixedWidthInteger, at place: Int) { lists[place].append(number) }

    mutating func append(bytesOf value: some Collection<UInt8>, at place: Int) { lists[place].append(bytesOf: value) }

    mutating func appendNull(at place: Int) { lists[place].appendNull() }

    mutating func endRow() { rowCount += 1 }

    var parameters: [Parameter] { lists.map(\.parameter) }

    /// The rows in a `FROM` clause, with the alias `a` and the columns `c0`, `c1`, and so on.
    var source: String {
        let places = columns.enumerated().map { "$\($0.offset + 1)::\($0.element.type.list.name)" }
        let names = columns.indices.map { "c\($0)" }
        return "unnest(\(places.joined(separator: ", "))) AS a(\(names.joined(separator: ", ")))"
    }

    /// Returns the SQL of a column's value.
    func value(at place: Int) -> String { "a.c\(place)\(columns[place].cast)" }

    /// Returns the SQL of a column's value if there is only one row. The server plans such a statement only once.
    private func onlyValue(at place: Int) -> String { "$\(place + 1)\(columns[place].cast)" }

    private var onlyValues: [Parameter] { lists.map(\.onlyValue) }

    /// Returns a statement that inserts the rows.
    func insertion(into table: String) -> Statement {
        let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        if rowCount == 1 {
            let values = columns.indices.map(onlyValue).joined(separator: ", ")
            return Statement(
                text: "INSERT INTO \(table) (\(names)) VALUES (\(values))", parameters: onlyValues,
                expectation: expectation(table))
        }
        let values = columns.indices.map(value).joined(separator: ", ")
        return Statement(
            text: "INSERT INTO \(table) (\(names)) SELECT \(values) FROM \(source)", parameters: parameters,
            expectation: expectation(table))
    }

    /// Returns a statement that updates the rows of a table. The first column is the key.
    func update(of table: String) -> Statement {
        if rowCount == 1 {
            let assignments = columns.indices.dropFirst().map {
                "\(SQLName.quoted(columns[$0].name)) = \(onlyValue(at: $0))"
            }
            return Statement(
                text: "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                    + "WHERE \(SQLName.quoted(columns[0].name)) = \(onlyValue(at: 0))",
                parameters: onlyValues, expectation: expectation(table))
        }
        let assignments = columns.indices.dropFirst().map { "\(SQLName.quoted(columns[$0].name)) = \(value(at: $0))" }
        return Statement(
            text: "UPDATE \(table) t SET \(assignments.joined(separator: ", ")) FROM \(source) "
                + "WHERE t.\(SQLName.quoted(columns[0].name)) = a.c0",
            parameters: parameters, expectation: expectation(table))
    }

    private func expectation(_ table: String) -> RowExpectation { RowExpectation(table: table, count: rowCount) }
}
