import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore

/// What it costs to save objects that are equal to stored ones, which a merge policy unites with these, beside saving
/// as many that are not.
extension GrowthBenchmarks {
    static func upserts(in folder: URL) throws {
        for count in [2_000, 20_000] {
            var round = 0
            let name = "save \(count) objects that others have saved"
            try row(name, beside: "the first save of them", bar: 10, rounds: 3) {
                round += 1
                let file = folder.appending(path: "upserts-\(count)-\(round).sqlite")
                let container = try PersistentContainer(model: Code.model, store: .sqlite(at: file))
                func save(_ title: String) throws -> Double {
                    let context = container.newContext()
                    context.mergePolicy = .mergeByPropertyObjectTrump
                    for number in 0..<count {
                        let code = Code(context: context)
                        code.number = Int64(number)
                        code.title = title
                    }
                    return try seconds { try context.save() }
                }
                let first = try save("first")
                let second = try save("second")
                let stored = try container.newContext().fetch(FetchRequest<Code>())
                precondition(stored.count == count && stored.allSatisfy { $0.title == "second" })
                return (second, first)
            }
        }
    }
}

/// Objects with a number that no two of them have.
final class Code: ManagedObject {
    static let model = ManagedObjectModel(
        Model(
            name: "Codes",
            entities: [
                Entity(
                    name: "Code",
                    attributes: [
                        Attribute(name: "number", type: .integer64), Attribute(name: "title", type: .string),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["number"])])
            ]),
        classes: ["Code": Code.self])

    var number: Int64 {
        get { self[integer64: "number", at: 0] }
        set { self[integer64: "number", at: 0] = newValue }
    }
    var title: String {
        get { self[string: "title", at: 1] }
        set { self[string: "title", at: 1] = newValue }
    }
}
