import CSQLite
import Foundation

// Functions for the triggers of stores, and for queries.
extension SQLiteConnection {
    /// The functions that triggers of derived attributes call for changed rows. Without them, rows with derived values
    /// could not be written. They do nothing, because a context derives the same values itself.
    private static let tellingFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    func register() {
        // The contexts in which SQL may call the functions. They have no effect beyond the connection.
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
        for name in Self.tellingFunctions {
            sqlite3_create_function_v2(
                handle, name, 5, flags, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
        }
        sqlite3_create_function_v2(
            handle, "NSCoreDataNow", 0, flags, nil,
            { context, _, _ in sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate) }, nil, nil, nil)
        TextFunction.register(on: handle)
        PlainText.register(on: handle)
        TextCollation.register(on: handle)
    }
}
