import ObjectGraph
import PostgreSQLStore

/// The board: a store in its own schema, which the first process creates.
struct NoticeBoard {
    let container: PersistentContainer

    init(database: String) throws {
        let options = PostgreSQLStoreOptions(schemaName: "noticeboard", pollingIntervalMilliseconds: 20)
        container = try PersistentContainer(
            model: .noticeBoard, store: .postgreSQL(connectionString: database, options: options))
    }

    /// Removes all notices.
    func clear() throws {
        let context = container.newContext()
        for notice in try context.fetch(Notice.fetchRequest()) { context.delete(notice) }
        try context.save()
    }
}
