import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreExchange
import TestSupport
import Testing

/// Rows that are read and written a few at a time.
@Suite struct RowStreamTests {
    private static let count = 12_345

    private let folder: TemporaryFolder
    private let contexts: [ManagedObjectContext]

    init() throws {
        folder = try TemporaryFolder()
        let sqlite = folder.url.appending(path: "h.sqlite")
        contexts = [
            try PersistentContainer(model: .superheroes, store: .inMemory).newContext(),
            try PersistentContainer(model: .superheroes, store: .sqlite(at: sqlite)).newContext(),
        ]
        for context in contexts {
            for number in 1...Self.count {
                let hero = Superhero(context: context)
                hero.name = number % 7 == 0 ? nil : "Hero \(number % 100)"
                hero.universe = Int32(number % 3)
            }
            try context.save()
            context.reset()
        }
    }

    private func stream(_ text: String, in context: ManagedObjectContext) throws -> (tables: [RowTable], text: String) {
        var tables: [RowTable] = []
        var writer = RowWriter(.json)
        var whole = ""
        try ObjectQuery(text: text).stream(in: context).forEachTable {
            tables.append($0)
            whole += writer.text(of: $0)
        }
        return (tables, whole + writer.end())
    }

    /// In one test, because each fills its stores.
    @Test("The parts together are the whole table, in every store and order")
    func parts() throws {
        let queries = [
            "Superhero", "Superhero sort id desc", "Superhero sort name desc, id", "Superhero where universe == 1",
            "Superhero where universe == 1 sort name limit 3000 offset 5", "Superhero limit 1001 offset 12000",
            "Superhero limit 2500", "Superhero where universe == 99", "Team",
        ]
        for (context, query) in contexts.flatMap({ context in queries.map { (context, $0) } }) {
            let whole = try ObjectQuery(text: query).table(in: context)
            let (tables, text) = try stream(query, in: context)
            #expect(tables.flatMap(\.rows) == whole.rows, "\(query)")
            #expect(tables.allSatisfy { $0.columnNames == whole.columnNames }, "\(query)")
            #expect(text == whole.text(.json), "\(query)")
        }
    }

    @Test("The first part is small, and no part is the whole")
    func sizes() throws {
        let queries = ["Superhero", "Superhero sort name"]
        for (context, query) in contexts.flatMap({ context in queries.map { (context, $0) } }) {
            #expect(try stream(query, in: context).tables.map(\.rows.count) == [1000, 10_000, 1345])
        }
    }

    @Test("An export of all objects is the same in parts")
    func export() throws {
        for context in contexts {
            let entities = context.managedObjectModel.entities
            let objects = try entities.filter(\.ancestorNames.isEmpty).flatMap { root in
                try context.fetch(FetchRequest<ManagedObject>(entityName: root.name))
                    .sorted { $0.objectID.number < $1.objectID.number }
            }
            let whole = try RowTable(
                RowColumn.exported(of: entities.filter { !$0.isAbstract }, namesEntities: true), of: objects)
            var writer = RowWriter(.csv)
            var text = ""
            try RowStream(exportingAllObjectsIn: context, flattensComposites: false, showsRawValues: false)
                .forEachTable { text += writer.text(of: $0) }
            #expect(text + writer.end() == whole.text(.csv))
        }
    }

    @Test("Objects that were shown do not stay in the context")
    func memory() throws {
        for context in contexts {
            var greatest = 0
            try ObjectQuery(text: "Superhero sort name").stream(in: context).forEachTable { _ in
                greatest = max(greatest, context.registeredObjects.count)
            }
            #expect(greatest <= 11_000)
        }
    }
}

/// Tables for people, on lines of a limited width.
@Suite struct RowTextTests {
    private func text(_ rows: [[RowValue]], width: Int?, _ names: [String] = ["id", "name", "abilities"]) -> RowText {
        RowText(columnNames: names, first: rows, width: width)
    }

    private let rows: [[RowValue]] = [
        [.integer(1), .text("Batman of Gotham City"), .text("Money")],
        [.integer(20), .text("Hulk"), .text("Strength without any limit at all")],
    ]

    @Test("The widest columns become narrower until the line fits", arguments: [30, 34, 40, 50, 59])
    func narrow(_ width: Int) {
        let table = text(rows, width: width)
        let lines = (table.heading + table.lines(rows)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines[1].count == width)
        #expect(lines.last?.hasPrefix("20  Hulk") == true && lines.last?.hasSuffix("…") == true)
        #expect(table.omittedNames.isEmpty)
    }

    @Test("A line that is wide enough shows everything")
    func wide() {
        let table = text(rows, width: 60)
        #expect(
            table.heading + table.lines(rows) == text(rows, width: nil).heading + text(rows, width: nil).lines(rows))
        #expect(!table.lines(rows).contains("…"))
    }

    @Test("Columns that do not fit are left out and named")
    func omitted() {
        let names = (1...9).map { "column\($0)" }
        let row = names.map { RowValue.text($0 + " with a long value") }
        let table = text([row], width: 40, names)
        #expect(table.omittedNames == Array(names.dropFirst(4)))
        #expect((table.heading + table.lines([row])).split(separator: "\n").allSatisfy { $0.count <= 40 })
        let tiny = text([row], width: 1, names)
        #expect(tiny.lines([row]) == "…\n")
    }

    @Test("A later value that is longer than the first ones is shortened only on a limited line")
    func later() {
        let first: [[RowValue]] = [[.integer(1), .text("A"), .text("B")]]
        let later: [[RowValue]] = [[.integer(2), .text("A long name"), .text("B")]]
        #expect(text(first, width: 40).lines(later) == " 2  A l…  B\n")
        #expect(text(first, width: nil).lines(later) == " 2  A long name  B\n")
    }
}
