import Foundation
import ObjectGraph
import SQLTranslation
import Synchronization

/// What does not change of an open store.
final class StoreCore: Sendable {
    let pool: ConnectionPool
    let identifier: UUID
    let layout: StoreLayout
    let tables: StoreTables
    /// The identities of each entity's objects, by the entity's name.
    let spaces: [String: IdentitySpace]
    /// What this server's SQL can say.
    let dialect: PostgreSQLDialect
    let translator: QuestionTranslator
    let shapes = RowShapes()
    let lawSides: LawSides
    /// Which of the store's models, one after the other, this one is: what the server takes saves of. Nil for a store that does
    /// not number its models.
    let modelNumber: Int64?
    /// Tells the saves of this store from those of others.
    let writer = UUID()
    /// What saves say to those who listen.
    let notice: ChangeNotice
    /// What says in the transaction of a save that it has taken place.
    let commitText: String
    let changeTexts = ChangeTexts()
    /// Whether the server copies no rows.
    let copyRefusal = Refusal()

    init(
        _ pool: ConnectionPool, identifier: UUID, layout: StoreLayout, dialect: PostgreSQLDialect, modelNumber: Int64?
    ) {
        self.pool = pool
        self.modelNumber = modelNumber
        self.identifier = identifier
        self.layout = layout
        self.dialect = dialect
        translator = QuestionTranslator(layout.model, names: layout, dialect: dialect, storeIdentifier: identifier)
        lawSides = LawSides(of: layout.model)
        notice = ChangeNotice(identifier, writer: writer, isUsed: pool.options.usesNotifications)
        let tables = StoreTables(schemaName: layout.schemaName)
        self.tables = tables
        commitText = CommitRecord.text(into: tables, modelNumber: modelNumber)
        spaces = Dictionary(
            uniqueKeysWithValues: layout.entities.keys.map { name in
                (name, IdentitySpace(storeIdentifier: identifier, entityName: name))
            })
    }

    var place: String { pool.place.description }

    func error(_ code: PostgreSQLStoreError.Code, _ message: String) -> PostgreSQLStoreError {
        PostgreSQLStoreError(code, place: place, message)
    }
}

/// Whether a server has refused something, which is not asked of it again.
final class Refusal: Sendable {
    private let flag = Atomic<Bool>(false)

    var isKnown: Bool { flag.load(ordering: .relaxed) }

    func note() { flag.store(true, ordering: .relaxed) }
}
