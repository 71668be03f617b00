package import ObjectGraph

/// Groups that have very many members, in every kind of relationship.
package enum Groups {
    package static let model = ManagedObjectModel(
        Model(
            name: "Groups",
            entities: [
                Entity(
                    name: "Group",
                    attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "members", isOptional: true, isToMany: true, destinationName: "Member",
                            inverseName: "groups", inverseEntityName: "Member"),
                        Relationship(
                            name: "queue", isOptional: true, isToMany: true, isOrdered: true,
                            destinationName: "Member", inverseName: "queues", inverseEntityName: "Member"),
                        Relationship(
                            name: "residents", isOptional: true, isToMany: true, destinationName: "Member",
                            inverseName: "home", inverseEntityName: "Member"),
                    ]),
                Entity(
                    name: "Member",
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "groups", isOptional: true, isToMany: true, destinationName: "Group",
                            inverseName: "members", inverseEntityName: "Group"),
                        Relationship(
                            name: "home", isOptional: true, maximumCount: 1, destinationName: "Group",
                            inverseName: "residents", inverseEntityName: "Group"),
                        Relationship(
                            name: "queues", isOptional: true, isToMany: true, destinationName: "Group",
                            inverseName: "queue", inverseEntityName: "Group"),
                    ]),
            ]),
        classes: ["Group": Group.self, "Member": Member.self])

    /// Stores one group with a number of members, all of whom are in each of its relationships.
    package static func fill(_ container: PersistentContainer, count: Int) throws {
        let context = container.newContext()
        let group = Group(context: context)
        let members = (0..<count).map { _ in Member(context: context) }
        group.members = ToMany(members)
        group.queue = OrderedToMany(members)
        group.residents = ToMany(members)
        try context.save()
    }
}

/// A group, as generated code has it.
package final class Group: ManagedObject {
    package var members: ToMany<Member> {
        get { self[toMany: "members", at: 0] }
        set { self[toMany: "members", at: 0] = newValue }
    }
    package var queue: OrderedToMany<Member> {
        get { self[orderedToMany: "queue", at: 1] }
        set { self[orderedToMany: "queue", at: 1] = newValue }
    }
    package var residents: ToMany<Member> {
        get { self[toMany: "residents", at: 2] }
        set { self[toMany: "residents", at: 2] = newValue }
    }
}

package final class Member: ManagedObject {
    package var name: String? {
        get { self[optionalString: "name", at: 0] }
        set { self[optionalString: "name", at: 0] = newValue }
    }
}
