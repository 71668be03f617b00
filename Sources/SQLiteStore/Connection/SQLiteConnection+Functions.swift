import CSQLite
import Foundation

// What triggers of stores and questions call.
extension SQLiteConnection {
    /// The functions that triggers over derived attributes tell of the rows that they have changed. Without them no row could
    /// be written to whose change derives a value; a context that saves has derived the same value itself, so there is nothing
    /// to be told.
    private static let tellingFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    func register() {
        // What they may be called from, and that they do nothing beyond the connection.
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
        for name in Self.tellingFunctions {
            sqlite3_create_function_v2(
                handle, name, 5, flags, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
        }
        sqlite3_create_function_v2(
            handle, "NSCoreDataNow", 0, flags, nil,
            { context, _, _ in sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate) }, nil, nil, nil)
        TextFunction.register(on: handle)
        TextCollation.register(on: handle)
    }
}
