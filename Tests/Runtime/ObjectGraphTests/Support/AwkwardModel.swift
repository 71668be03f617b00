import ObjectGraph

extension ManagedObjectModel {
    /// Shapes that the checker warns of and the runtime has to get right all the same, with no classes of their own:
    /// a required to-one that is nullified, relationships without an inverse, No Action on both sides.
    static let awkward = ManagedObjectModel(
        Model(
            name: "Awkward",
            entities: [
                Entity(
                    name: "Boss",
                    relationships: [
                        Relationship(
                            name: "workers", isOptional: true, isToMany: true, destinationName: "Worker",
                            inverseName: "boss")
                    ]),
                Entity(
                    name: "Worker",
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(name: "boss", destinationName: "Boss", inverseName: "workers")
                    ]),
                Entity(
                    name: "Pointer",
                    relationships: [
                        Relationship(name: "target", isOptional: true, destinationName: "Target"),
                        Relationship(name: "targets", isOptional: true, isToMany: true, destinationName: "Target"),
                    ]),
                Entity(name: "Target", attributes: [Attribute(name: "name", type: .string, isOptional: true)]),
                Entity(
                    name: "Left",
                    relationships: [
                        Relationship(
                            name: "right", isOptional: true, deleteRule: .noAction, destinationName: "Right",
                            inverseName: "left")
                    ]),
                Entity(
                    name: "Right",
                    relationships: [
                        Relationship(
                            name: "left", isOptional: true, deleteRule: .noAction, destinationName: "Left",
                            inverseName: "right")
                    ]),
                Entity(
                    name: "Guarded",
                    relationships: [
                        Relationship(
                            name: "guards", isOptional: true, isToMany: true, deleteRule: .deny,
                            destinationName: "Guard", inverseName: "guarded")
                    ]),
                Entity(
                    name: "Guard",
                    relationships: [
                        Relationship(
                            name: "guarded", isOptional: true, deleteRule: .noAction, destinationName: "Guarded",
                            inverseName: "guards")
                    ]),
            ]))
}
