import CoreData
import CoreDataSampleModels
import Foundation
import Testing

@Suite("Arguments of formats, as sources for Apple's platforms have them")
struct FormatArgumentTests {
    private func predicate(_ format: String, _ arguments: [any CVarArg]) -> NSPredicate {
        NSPredicate(format: format, argumentArray: arguments)
    }

    @MainActor
    @Test("Objects and values of Foundation are arguments of the type CVarArg")
    func argumentsOfTheType() throws {
        let (id, date) = (UUID(), Date(timeIntervalSinceReferenceDate: 5))
        #expect(NSPredicate(format: "id == %@", id as any CVarArg).evaluate(with: ["id": id]))
        let arguments: [any CVarArg] = [
            NSNumber(value: 5), NSSet(array: [1, 2]), date as NSDate, date as any CVarArg, [1, 2] as any CVarArg,
            NSNull(),
            id as NSUUID,
        ]
        let format = Array(repeating: "a == %@", count: arguments.count).joined(separator: " OR ")
        let compound = predicate(format, arguments)
        #expect(compound.evaluate(with: ["a": 5]) && !compound.evaluate(with: ["a": 6]))
        let context = makeContainer().viewContext
        let hero = Superhero(context: context)
        #expect(predicate("SELF == %@", [hero]).evaluate(with: hero))
    }
}
