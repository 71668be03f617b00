import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Models whose composites would have more columns than any table.
@Suite struct WideModelTests {
    /// A model with composites of which each contains the next one twice.
    private func model(depth: Int, isCycle: Bool = false) -> ManagedObjectModel {
        let composites = (0..<depth).map { level in
            let isLast = level == depth - 1 && !isCycle
            return Composite(
                name: "C\(level)",
                attributes: ["a", "b"].map {
                    Attribute(
                        name: $0, type: isLast ? .string : .composite, isOptional: true,
                        compositeName: isLast ? nil : "C\((level + 1) % depth)")
                })
        }
        let thing = Entity(
            name: "Thing",
            attributes: [Attribute(name: "c", type: .composite, isOptional: true, compositeName: "C0")])
        return ManagedObjectModel(Model(name: "Wide", entities: [thing], composites: composites))
    }

    @Test("A model whose composites have too many members is an error at once", .timeLimit(.minutes(1)))
    func nestedComposites() throws {
        let folder = try TemporaryFolder()
        for model in [model(depth: 20), model(depth: 40), model(depth: 1, isCycle: true)] {
            let url = folder.url.appending(path: "wide.sqlite")
            let error = #expect(throws: StoreError.self) { try SQLiteStore(at: url, model: model) }
            #expect(error?.code == .unsupported)
            #expect(
                error?.message
                    == "the composites of the entity 'Thing' have more than 2000 members, each of which would be a "
                    + "column; use fewer composites in composites")
            #expect(SQLiteStore.schema(of: model).contains("CREATE TABLE ZTHING"))
        }
    }

    @Test("Composites in composites have a column for each of their members")
    func fewComposites() throws {
        let folder = try TemporaryFolder()
        let model = model(depth: 6)
        _ = try SQLiteStore(at: folder.url.appending(path: "few.sqlite"), model: model)
        let columns = SQLiteStore.schema(of: model).split(separator: ",")
        #expect(columns.count { $0.contains(" ZA") || $0.contains(" ZB") } == 64)
    }
}
