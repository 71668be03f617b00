import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import StoreExchange
import Testing

@testable import StoreStudio

/// Dates of all times, as pages show them.
struct DateTests {
    @Test("Names, charts, and groups write dates as cells and exports do, also before 1582 and beyond the calendar")
    func dates() async throws {
        let library = try Library(.json)
        let texts = [
            "0001-01-01T00:00:00Z", "1066-10-14T09:00:00Z", "1582-10-04T12:30:00Z", "1500-02-28T00:00:00Z",
            "-000043-03-15T00:00:00Z", "2023-03-08T20:26:40Z", "@1e+300",
        ]
        do {
            let context = try library.container().newContext()
            for book in try context.fetch(FetchRequest<ManagedObject>(entityName: "Book")) {
                book.setValue(Set<ManagedObject>(), forKey: "tags")
                context.delete(book)
            }
            for text in texts {
                let book = context.insertNewObject(forEntityName: "Book")
                let attribute = Attribute(name: "bought", type: .date)
                book.setValue("x", forKey: "title")
                book.setStoredValue(try AttributeValue(.string(text), for: attribute), forKey: "bought")
            }
            try context.save()
        }
        let session = try library.session()
        let question = StudioQuery(entity: "Book")
        let export = try await session.export(question, columns: ["bought"], asCSV: true)
        #expect(Set(export.split(separator: "\r\n").dropFirst().map(String.init)) == Set(texts))
        let bars = try await session.statistics(question, key: "bought").bars
        #expect(Set(bars.map(\.label)) == Set(texts))
        _ = try await session.label("Book", by: "bought")
        let labels = try await session.rows(question, columns: [], offset: 0, limit: 100).rows.map(\.label)
        #expect(
            Set(labels) == [
                "0001-01-01 00:00", "1066-10-14 09:00", "1582-10-04 12:30", "1500-02-28 00:00", "-000043-03-15 00:00",
                "2023-03-08 20:26", "@1e+300",
            ])
        let months = try await session.groups(question, by: "bought", measure: nil).groups
        #expect(
            Set(months.map(\.cell.plainText)) == [
                "0001-01", "1066-10", "1582-10", "1500-02", "-000043-03", "2023-03", "@1e+300",
            ])
        for month in months {
            let condition = try #require(month.condition)
            #expect(
                try await session.count(StudioQuery(entity: "Book", condition: condition)).count == 1, "\(condition)")
        }
        // Many values make ranges, whose ends are days.
        let library2 = try Library(.json)
        do {
            let context = try library2.container().newContext()
            for day in 0..<40 {
                context.insertNewObject(forEntityName: "Book").setValuesForKeys([
                    "title": "x",
                    "bought": Date(timeIntervalSinceReferenceDate: -63_113_904_000 + Double(day) * 86_400),
                ])
            }
            try context.save()
        }
        let ranges = try await library2.session().statistics(
            StudioQuery(entity: "Book", condition: "bought < CAST(0, 'NSDate')"), key: "bought")
        #expect(ranges.bars.first?.label.hasPrefix("0001-01-01 – ") == true, "\(ranges.bars.map(\.label))")
    }
}
