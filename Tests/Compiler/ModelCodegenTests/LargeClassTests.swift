import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct LargeClassTests {
    @Test("A class has the properties of very many entities", .timeLimit(.minutes(1)))
    func sharedClass() {
        let common = Attribute(name: "common", type: .date)
        let entities = (0..<40_000).map {
            Entity(name: "E\($0)", attributes: [Attribute(name: "a\($0)", type: .string), common])
        }
        let shared = ModelClass(name: "Shared", entities: entities, superclassName: nil)
        let others = entities.dropFirst().map { $0.attributes[0] }
        #expect(shared.entity.attributes == [entities[0].attributes[0], common] + others)
    }

    @Test("A class has functions for very many uniqueness constraints", .timeLimit(.minutes(1)))
    func constraints() {
        let names = (0..<10_000).map { "a\($0)" }
        let entity = Entity(
            name: "E", attributes: names.map { Attribute(name: $0, type: .string) },
            uniquenessConstraints: names.map { UniquenessConstraint([$0]) })
        let lookup = ModelLookup(Model(name: "M", entities: [entity]))
        let namer = SwiftNamer(in: lookup, options: GenerationOptions())
        let sections = QuerySections(of: entity, in: lookup, namer: namer, access: "")
        #expect(sections.sections.count == 1)
        let lookups = (sections.sections.first as? UniquenessContext)?.lookups ?? []
        #expect(lookups.map(\.documentationProperties) == names.map { "`\($0)`" })
        #expect(lookups.map { $0.parameters.map(\.name) } == names.map { [$0] })
    }
}
