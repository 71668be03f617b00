import CSQLite
import Foundation
import ObjectGraph
import SQLStore

/// A statement of a connection: bound, run, read row by row.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private let trace: ConnectionTrace?
    /// The error of the first value that could not be bound, such as one that is too large.
    private var bindingResult = SQLITE_OK

    init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
        self.handle = handle
        self.connection = connection
        trace = connection.trace
    }

    deinit {
        sqlite3_finalize(handle)
        trace?.reportEnd()
    }

    /// Resets the statement, and clears its values.
    func reset() {
        sqlite3_reset(handle)
        trace?.reportEnd()
        sqlite3_clear_bindings(handle)
        bindingResult = SQLITE_OK
    }

    /// Advances to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws(StoreError) -> Bool {
        // Without the value, NULL would be written.
        guard bindingResult == SQLITE_OK else { throw connection.error(bindingResult) }
        let result = sqlite3_step(handle)
        if StoreActivity.isMeasuring { connection.endWait() }
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            trace?.reportEnd()
            return false
        default:
            let error = connection.error(result)
            trace?.reportEnd(after: error)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs a statement without results, and resets it.
    func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    // MARK: Binding, from 1

    func bind(_ number: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, number) }

    func bind(_ number: Double, at index: Int32) { sqlite3_bind_double(handle, index, number) }

    func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

    func bind(_ text: String, at index: Int32) {
        var text = text
        text.withUTF8 { bytes in
            // A null pointer would bind NULL instead of an empty text.
            let base = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            guard let base else {
                sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
                return
            }
            note(
                sqlite3_bind_text64(
                    handle, index, base, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8)))
        }
    }

    func bind(_ data: Data, at index: Int32) {
        guard !data.isEmpty else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        data.withUnsafeBytes { bytes in
            note(sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), csqlite_transient()))
        }
    }

    /// Binds as many zeros, which SQLite writes without a copy in memory.
    func bindZeros(_ count: Int, at index: Int32) { note(sqlite3_bind_zeroblob64(handle, index, UInt64(count))) }

    private func note(_ result: Int32) {
        if result != SQLITE_OK, bindingResult == SQLITE_OK { bindingResult = result }
    }

    /// Binds numbers to the first parameters.
    func bind(_ numbers: [Int64]) {
        for (index, number) in numbers.enumerated() { bind(number, at: Int32(index + 1)) }
    }

    func bind(_ value: SQLValue, at index: Int32) {
        switch value {
        case .null: bindNull(at: index)
        case .integer(let number): bind(number, at: index)
        case .real(let number): bind(number, at: index)
        case .text(let text): bind(text, at: index)
        case .uuid(let identifier): bind(Data(identifier.bytes), at: index)
        }
    }

    // MARK: Columns, from 0

    /// The value in a column of the current row.
    func cell(at column: Int32) -> SQLiteCell { SQLiteCell(sqlite3_column_value(handle, column)) }

    func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Bytes that are not UTF-8 are replaced.
    func text(at column: Int32) -> String { cell(at: column).text }

    func data(at column: Int32) -> Data { cell(at: column).data }

    /// The value in a column from which the statement has selected the length; see ``LargeValues``.
    func largeValue(at column: Int32, row: Int64, of table: String) throws(StoreError) -> Data {
        try LargeValues.read(columnName(at: column), row: row, of: table, connection)
    }

    /// The name of a column of a table that the statement selects.
    func columnName(at column: Int32) -> String {
        sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }

    /// The indexes of the columns whose names start with a word.
    func columns(named prefix: String) -> [String: Int32] {
        var places: [String: Int32] = [:]
        for column in 0..<sqlite3_column_count(handle) {
            guard let name = sqlite3_column_name(handle, column).map({ String(cString: $0) }), name.hasPrefix(prefix)
            else { continue }
            places[name] = column
        }
        return places
    }

    /// How many times SQLite has prepared the statement again, as it does after a change of the tables.
    var repeatedPreparationCount: Int32 { sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) }

    /// The number in a column; nil for NULL.
    func optionalInteger(at column: Int32) -> Int64? { isNull(at: column) ? nil : integer(at: column) }
}
