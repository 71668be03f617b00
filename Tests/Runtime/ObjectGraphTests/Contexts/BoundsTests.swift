import Foundation
import ObjectGraph
import Testing

@Suite struct BoundsTests {
    private let model = ManagedObjectModel(
        Model(
            name: "Bounds",
            entities: [
                Entity(
                    name: "Card",
                    attributes: [
                        Attribute(
                            name: "age", type: .integer16, isOptional: true, minValueString: "0", maxValueString: "150"
                        ),
                        Attribute(
                            name: "code", type: .string, isOptional: true, minValueString: "2", maxValueString: "4",
                            regularExpressionString: "[a-z]+"),
                        Attribute(
                            name: "due", type: .date, isOptional: true, minDateTimeInterval: "100",
                            maxDateTimeInterval: "200"),
                        Attribute(name: "share", type: .double, isOptional: true, maxValueString: "1.5"),
                        Attribute(
                            name: "rate", type: .float, isOptional: true, minValueString: "0.1", maxValueString: "0.7"),
                        Attribute(
                            name: "hostile", type: .string, isOptional: true, regularExpressionString: "(a+)+b"),
                        Attribute(name: "broken", type: .string, isOptional: true, regularExpressionString: "a)(b"),
                    ])
            ]))

    private func codes(_ key: String, _ value: Any?) throws -> [Int] {
        let container = try PersistentContainer(model: model, store: .tested)
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Card").setValue(value, forKey: key)
        return validationErrors { try context.save() }?.map(\.code.rawValue) ?? []
    }

    @Test("VAL-10: numbers must be within their bounds, inclusive")
    func numbers() throws {
        #expect(try codes("age", 150) == [])
        #expect(try codes("age", 151) == [1610])
        #expect(try codes("age", 0) == [])
        #expect(try codes("age", -1) == [1620])
        #expect(try codes("share", 1.5) == [])
        #expect(try codes("share", 1.51) == [1610])
    }

    @Test("VAL-10: the bounds of a Float are rounded as its values are, and are within them")
    func floats() throws {
        #expect(try codes("rate", Float(0.1)) == [])
        #expect(try codes("rate", Float(0.7)) == [])
        #expect(try codes("rate", Float(0.1).nextDown) == [1620])
        #expect(try codes("rate", Float(0.7).nextUp) == [1610])
    }

    @Test("VAL-9: a pattern that takes too many steps, or that is invalid, is an error")
    func patterns() throws {
        #expect(try codes("hostile", "aab") == [])
        #expect(try codes("hostile", String(repeating: "a", count: 40)) == [1550])
        #expect(try codes("broken", "ab") == [1550])
    }

    @Test("VAL-9: strings must respect their lengths and match their pattern as a whole")
    func strings() throws {
        #expect(try codes("code", "ab") == [])
        #expect(try codes("code", "a") == [1670])
        #expect(try codes("code", "abcde") == [1660])
        #expect(try codes("code", "ab1") == [1680])
        #expect(try codes("code", "ab\n") == [1680])
    }

    @Test("VAL-11: dates must be within their bounds")
    func dates() throws {
        #expect(try codes("due", Date(timeIntervalSinceReferenceDate: 100)) == [])
        #expect(try codes("due", Date(timeIntervalSinceReferenceDate: 99)) == [1640])
        #expect(try codes("due", Date(timeIntervalSinceReferenceDate: 201)) == [1630])
    }

    @Test("VAL-13: bounds don't apply to nil")
    func null() throws {
        for key in ["age", "code", "due", "share"] { #expect(try codes(key, nil) == []) }
    }
}
