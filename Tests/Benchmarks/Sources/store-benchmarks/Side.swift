import BenchmarkModels
import Foundation
import GRDB
import JSONStore
import ObjectGraph

/// One side of a comparison: it does each piece of work on files in a folder of its own.
protocol Side {
    init(folder: URL)

    /// Stores objects in one durable save, in a store that is new.
    func insert(_ count: Int) throws
    /// Opens the store, fetches all objects, and reads every attribute.
    ///
    /// - Returns: A sum of what was read.
    func readAll() throws -> Int
    /// Adds objects to a store that is open, each in a durable save of its own.
    ///
    /// - Returns: The seconds that each took.
    func insertOneByOne(_ count: Int, after last: Int) throws -> [Double]
}

struct ModelGenSide: Side {
    let url: URL

    init(folder: URL) { url = folder.appending(path: "People.json") }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: People.model, store: .json(at: url))
    }

    func insert(_ count: Int) throws {
        let context = try container().newContext()
        for number in 1...count { Person(context: context).set(PersonValues(number: number)) }
        try context.save()
    }

    func readAll() throws -> Int {
        let context = try container().newContext()
        return try context.fetch(FetchRequest<Person>(entityName: "Person")).reduce(0) { $0 + $1.weight }
    }

    func insertOneByOne(_ count: Int, after last: Int) throws -> [Double] {
        let context = try container().newContext()
        return try (last + 1...last + count).map { number in
            let person = Person(context: context)
            person.set(PersonValues(number: number))
            return try seconds { try context.save() }
        }
    }
}

/// GRDB with `Codable` records, a write-ahead log and full synchronization.
struct RecordSide: Side {
    let url: URL

    init(folder: URL) { url = folder.appending(path: "Records.sqlite") }

    func database() throws -> DatabasePool {
        let database = try DatabasePool(path: url.path(percentEncoded: false))
        // Opening a pool sets NORMAL, whatever its configuration has prepared.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, \
                    age INTEGER NOT NULL, score DOUBLE NOT NULL, created DOUBLE NOT NULL, isActive BOOLEAN NOT NULL)
                    """)
        }
        return database
    }

    func insert(_ count: Int) throws {
        try database().write { database in
            for number in 1...count { try PersonValues(number: number).insert(database) }
        }
    }

    func readAll() throws -> Int {
        let people = try database().read { try PersonValues.fetchAll($0) }
        return people.reduce(0) { $0 + $1.weight }
    }

    func insertOneByOne(_ count: Int, after last: Int) throws -> [Double] {
        let database = try database()
        return try (last + 1...last + count).map { number in
            let person = PersonValues(number: number)
            return try seconds { try database.write { try person.insert($0) } }
        }
    }
}

/// GRDB with rows and prepared statements, without records.
struct RowSide: Side {
    let records: RecordSide

    init(folder: URL) { records = RecordSide(folder: folder.appending(path: "Rows")) }

    private static let insertion = "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?)"

    private func insert(_ person: PersonValues, _ statement: Statement) throws {
        try statement.execute(arguments: [
            person.id, person.name, person.email, person.age, person.score,
            person.created.timeIntervalSinceReferenceDate, person.isActive,
        ])
    }

    func insert(_ count: Int) throws {
        try records.database().write { database in
            let statement = try database.makeStatement(sql: Self.insertion)
            for number in 1...count { try insert(PersonValues(number: number), statement) }
        }
    }

    func readAll() throws -> Int {
        try records.database().read { database in
            var sum = 0
            let rows = try Row.fetchCursor(
                database, sql: "SELECT name, email, age, score, created, isActive FROM person")
            while let row = try rows.next() {
                let (name, email, age): (String, String, Int) = (row[0], row[1], row[2])
                let (score, created, isActive): (Double, Double, Bool) = (row[3], row[4], row[5])
                sum += name.utf8.count + email.utf8.count + age + Int(score) + Int(created) + (isActive ? 1 : 0)
            }
            return sum
        }
    }

    func insertOneByOne(_ count: Int, after last: Int) throws -> [Double] {
        let database = try records.database()
        return try (last + 1...last + count).map { number in
            let person = PersonValues(number: number)
            return try seconds {
                try database.write { try insert(person, $0.cachedStatement(sql: Self.insertion)) }
            }
        }
    }
}

/// Foundation's coders on an array of structs; a save writes all of it.
struct FoundationSide: Side {
    let url: URL

    init(folder: URL) { url = folder.appending(path: "People.array.json") }

    private func write(_ people: [PersonValues]) throws {
        try JSONEncoder().encode(people).write(to: url, options: .atomic)
        let file = try FileHandle(forWritingTo: url)
        try file.synchronize()
        try file.close()
    }

    func insert(_ count: Int) throws { try write((1...count).map(PersonValues.init(number:))) }

    func readAll() throws -> Int {
        let people = try JSONDecoder().decode([PersonValues].self, from: Data(contentsOf: url))
        return people.reduce(0) { $0 + $1.weight }
    }

    func insertOneByOne(_ count: Int, after last: Int) throws -> [Double] { [] }
}

/// What a piece of work takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
