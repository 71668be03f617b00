import ModelSchema
import ObjectGraph
import Testing

/// Models that no store can have.
struct InvalidModelTests {
    private func model(_ members: [(composite: String, type: String)]) -> ManagedObjectModel {
        let composites = members.map { composite, type in
            Composite(
                name: composite,
                attributes: [
                    Attribute(name: "plain", type: .string, isOptional: true),
                    Attribute(name: "inner", type: .composite, isOptional: true, compositeName: type),
                ])
        }
        let entity = Entity(
            name: "E", attributes: [Attribute(name: "c", type: .composite, isOptional: true, compositeName: "A")])
        return ManagedObjectModel(Model(name: "M", entities: [entity], composites: composites))
    }

    @Test("A composite that contains itself, directly or through others, is an error when a store is opened")
    func compositeCycles() throws {
        for members in [[("A", "A")], [("A", "B"), ("B", "C"), ("C", "B")]] {
            let invalid = model(members)
            let name = members.count == 1 ? "A" : "B"
            let error = #expect(throws: CoordinatorError.self) {
                try PersistentContainer(model: invalid, store: .inMemory)
            }
            #expect(error?.code == .invalidModel)
            #expect(error?.description.hasPrefix("the composite '\(name)' of the model 'M' contains itself") == true)
            #expect(throws: CoordinatorError.self) {
                try PersistentContainer(model: invalid, stores: [(configuration: nil, store: .inMemory)])
            }
            let empty = try PersistentContainer(model: invalid, stores: [])
            #expect(throws: CoordinatorError.self) {
                try empty.persistentStoreCoordinator.addPersistentStore(with: .inMemory)
            }
        }
        // Two ways to one composite are none to itself, however deep they are.
        let deep = model((0..<20_000).map { ($0 == 0 ? "A" : "A\($0)", "A\($0 + 1)") })
        #expect(throws: Never.self) { try PersistentContainer(model: deep, store: .inMemory) }
    }
}
