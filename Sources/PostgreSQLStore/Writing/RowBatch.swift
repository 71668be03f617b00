/// Rows for one statement, as a list for each of its columns.
struct RowBatch: RowDestination {
    private(set) var lists: [ListParameter]
    private let columns: [(name: String, type: ServerType, cast: String)]
    private(set) var rowCount = 0

    /// - Parameter columns: The columns, with what turns a value that crosses the wire into one of the column.
    init(_ columns: [(name: String, type: ServerType, cast: String)]) {
        self.columns = columns
        lists = columns.map { ListParameter($0.type) }
    }

    mutating func append(_ value: [UInt8]?, at place: Int) { lists[place].append(value) }

    mutating func append(_ number: some FixedWidthInteger, at place: Int) { lists[place].append(number) }

    mutating func append(bytesOf value: some Collection<UInt8>, at place: Int) { lists[place].append(bytesOf: value) }

    mutating func appendNull(at place: Int) { lists[place].appendNull() }

    mutating func endRow() { rowCount += 1 }

    var parameters: [Parameter] { lists.map(\.parameter) }

    /// The rows as a part of `FROM`, called `a`, with columns `c0`, `c1`, ….
    var source: String {
        let places = columns.enumerated().map { "$\($0.offset + 1)::\($0.element.type.list.name)" }
        let names = columns.indices.map { "c\($0)" }
        return "unnest(\(places.joined(separator: ", "))) AS a(\(names.joined(separator: ", ")))"
    }

    /// What a column of the rows reads as.
    func value(at place: Int) -> String { "a.c\(place)\(columns[place].cast)" }

    /// What a column of the only row reads as, where it is alone: a server plans such a statement once.
    private func onlyValue(at place: Int) -> String { "$\(place + 1)\(columns[place].cast)" }

    private var onlyValues: [Parameter] { lists.map(\.onlyValue) }

    /// A statement that inserts the rows.
    func insertion(into table: String) -> Statement {
        let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        if rowCount == 1 {
            let values = columns.indices.map(onlyValue).joined(separator: ", ")
            return Statement(text: "INSERT INTO \(table) (\(names)) VALUES (\(values))", parameters: onlyValues)
        }
        let values = columns.indices.map(value).joined(separator: ", ")
        return Statement(
            text: "INSERT INTO \(table) (\(names)) SELECT \(values) FROM \(source)", parameters: parameters)
    }

    /// A statement that gives the rows of a table new values. The first column is the key.
    func update(of table: String) -> Statement {
        if rowCount == 1 {
            let assignments = columns.indices.dropFirst().map {
                "\(SQLName.quoted(columns[$0].name)) = \(onlyValue(at: $0))"
            }
            return Statement(
                text: "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                    + "WHERE \(SQLName.quoted(columns[0].name)) = \(onlyValue(at: 0))",
                parameters: onlyValues)
        }
        let assignments = columns.indices.dropFirst().map { "\(SQLName.quoted(columns[$0].name)) = \(value(at: $0))" }
        return Statement(
            text: "UPDATE \(table) t SET \(assignments.joined(separator: ", ")) FROM \(source) "
                + "WHERE t.\(SQLName.quoted(columns[0].name)) = a.c0",
            parameters: parameters)
    }
}
