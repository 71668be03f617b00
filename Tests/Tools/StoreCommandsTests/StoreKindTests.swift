import JSONStore
import SQLiteStore
import StoreAccess
import Testing

/// What help and errors say about stores, which follows from the kinds that a program knows.
@Suite struct StoreKindTests {
    @Test("Help names the stores of this package, and how the name of a store determines its kind")
    func ownKinds() {
        #expect(StoreKinds.names("and") == "JSON, SQLite, and PostgreSQL")
        #expect(StoreKinds.namesOfFiles("and") == "JSON and SQLite")
        #expect(StoreKinds.namesOfTableNaming("or") == "PostgreSQL")
        let files = "SQLite with .sqlite, .sqlite3, .db, or .storedata, and otherwise JSON"
        #expect(StoreKinds.rulesOfNames == "PostgreSQL with postgresql://, \(files)")
    }

    @Test("Help names only the stores that a program knows")
    func otherKinds() {
        StoreKinds.$registered.withValue([JSONStoreDescription.self, SQLiteStoreDescription.self]) {
            #expect(StoreKinds.names("or") == "JSON or SQLite")
            #expect(StoreKinds.namesOfTableNaming("or") == "")
            #expect(StoreKinds.argumentForms == "a JSON file or a SQLite file as Core Data writes it")
        }
    }
}
