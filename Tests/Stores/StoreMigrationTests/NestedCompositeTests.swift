import Foundation
import ModelSchema
import ObjectGraph
import Testing

@testable import StoreMigration

/// Composites in composites of hostile models.
struct NestedCompositeTests {
    /// A model with an attribute whose composites have two members each.
    private func model(depth: Int, isCycle: Bool = false, last: AttributeType = .integer16) -> ManagedObjectModel {
        let composites = (0..<depth).map { level in
            Composite(
                name: "C\(level)",
                attributes: ["a", "b"].map { name in
                    isCycle || level < depth - 1
                        ? Attribute(name: name, type: .composite, compositeName: "C\((level + 1) % depth)")
                        : Attribute(name: name, type: last)
                } + [Attribute(name: "\(last)", type: last, isOptional: true)])
        }
        let entity = Entity(name: "E", attributes: [Attribute(name: "c", type: .composite, compositeName: "C0")])
        return ManagedObjectModel(Model(name: "M", entities: [entity], composites: composites))
    }

    private func count(_ value: AttributeValue) -> Int {
        guard case .composite(let members) = value else { return 1 }
        return members.values.reduce(1) { $0 + count($1) }
    }

    @Test("Random values of composites have an end", .timeLimit(.minutes(1)))
    func randomValues() throws {
        for model in [model(depth: 3), model(depth: 30), model(depth: 300), model(depth: 2, isCycle: true)] {
            var graph = RandomGraph(of: model, storeIdentifier: UUID(), objectCount: 2, seed: 7)
            let values = graph.insertions().inserted.flatMap(\.values)
            #expect(values.count == 2)
            for value in values { #expect((3...10_001).contains(count(value))) }
        }
    }

    @Test("Composites with too many members to compare are other types", .timeLimit(.minutes(1)))
    func comparisons() throws {
        func mapping(_ old: ManagedObjectModel, _ new: ManagedObjectModel) throws -> CompositeMapping? {
            let entities = try [old, new].map { try #require($0.entitiesByName["E"]) }
            let composites = try entities.map { try #require($0.composite(of: $0.attributes[0])) }
            return CompositeMapping(from: composites[0], of: entities[0], to: composites[1], of: entities[1])
        }
        #expect(try mapping(model(depth: 3), model(depth: 3, last: .integer32)) == nil)
        for (depth, isCycle) in [(30, false), (300, false), (2, true)] {
            let (old, new) = (model(depth: depth, isCycle: isCycle), other(of: model(depth: depth, isCycle: isCycle)))
            #expect(try mapping(old, new) == nil, "\(depth)")
        }
        #expect(try mapping(model(depth: 3), other(of: model(depth: 3))) != nil)
    }

    /// The model with one more member in each composite.
    private func other(of model: ManagedObjectModel) -> ManagedObjectModel {
        var schema = model.schema
        for index in schema.composites.indices {
            schema.composites[index].attributes.append(Attribute(name: "new", type: .string, isOptional: true))
        }
        return ManagedObjectModel(schema)
    }
}
