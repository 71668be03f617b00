import ObjectGraph
import Testing

/// Objects that are stored again, after their deletion has left links to them.
struct ReturningObjectTests {
    /// The two sides of a relationship.
    struct Sides: CustomTestStringConvertible, Sendable {
        var isToMany = false
        var isOrdered = false
        var isInverseToMany = false
        var isInverseOrdered = false
        var isOwnInverse = false
        var testDescription: String {
            let (side, inverse) = (name(isToMany, isOrdered), name(isInverseToMany, isInverseOrdered))
            return isOwnInverse ? "\(side), its own inverse" : "\(side), inverse \(inverse)"
        }

        private func name(_ isToMany: Bool, _ isOrdered: Bool) -> String {
            isOrdered ? "ordered" : isToMany ? "to-many" : "to-one"
        }

        static let all = [
            Sides(), Sides(isToMany: true), Sides(isToMany: true, isOrdered: true), Sides(isInverseToMany: true),
            Sides(isToMany: true, isInverseToMany: true),
            Sides(isToMany: true, isOrdered: true, isInverseToMany: true, isInverseOrdered: true),
            Sides(isOwnInverse: true), Sides(isToMany: true, isOwnInverse: true),
        ]
    }

    private func model(_ sides: Sides) -> ManagedObjectModel {
        func relationship(
            _ name: String, _ isToMany: Bool, _ isOrdered: Bool, _ rule: DeleteRule, to other: String, _ inverse: String
        ) -> Relationship {
            Relationship(
                name: name, isOptional: true, isToMany: isToMany, maximumCount: isToMany ? 0 : 1, isOrdered: isOrdered,
                deleteRule: rule, destinationName: other, inverseName: inverse, inverseEntityName: other)
        }
        let number = Attribute(name: "number", type: .integer64, isOptional: true)
        let target = sides.isOwnInverse ? "Source" : "Target"
        var entities = [
            Entity(
                name: target, attributes: [number],
                relationships: [
                    relationship(
                        "links", sides.isToMany, sides.isOrdered, .noAction, to: "Source",
                        sides.isOwnInverse ? "links" : "targets")
                ])
        ]
        if !sides.isOwnInverse {
            entities.append(
                Entity(
                    name: "Source", attributes: [number],
                    relationships: [
                        relationship(
                            "targets", sides.isInverseToMany, sides.isInverseOrdered, .nullify, to: target, "links")
                    ]))
        }
        return ManagedObjectModel(Model(name: "Returning", entities: entities))
    }

    @Test(
        "DEL-11 an object that returns after its deletion has no links but those that its context has made",
        arguments: Sides.all)
    func returnsWithItsOwnLinks(_ sides: Sides) throws {
        let container = try PersistentContainer(model: model(sides), store: .tested)
        let (a, b) = (container.newContext(), container.newContext())
        let target = a.insert(sides.isOwnInverse ? "Source" : "Target")
        let sources = (0..<3).map { _ in a.insert("Source") }
        link(target, to: sources[0])
        try a.save()
        let returning = b.twin(target)
        returning.setValue(Int64(1), forKey: "number")
        link(returning, to: b.twin(sources[1]))
        link(target, to: sources[2])
        try a.save()
        a.delete(target)
        try a.save()
        b.mergePolicy = .overwrite
        try b.save()
        let stored = try GraphContents(container.persistentStoreCoordinator)
        #expect(stored.contradictions == [])
        let expected = [sources[1]]
        #expect(Set(stored.members(target.objectID, "links")) == Set(expected.map(\.objectID)))
        let key = sides.isOwnInverse ? "links" : "targets"
        for source in sources {
            #expect(
                stored.members(source.objectID, key) == (expected.contains(source) ? [target.objectID] : []))
            #expect(
                b.twin(source).objectIDs(forRelationshipNamed: key)
                    == (expected.contains(source) ? [target.objectID] : []))
        }
    }

    private func link(_ target: ManagedObject, to source: ManagedObject) {
        if target.entity.relationship(named: "links")?.isToMany == true {
            target.mutableSetValue(forKey: "links").insert(source)
        } else {
            target.setValue(source, forKey: "links")
        }
    }
}
