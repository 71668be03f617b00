import ObjectGraph

/// A model with every kind of relationship and of derived attribute, for contexts that meet.
enum MeetingModel {
    static let model = ManagedObjectModel(schema)
    /// The same with a fetched property, of the tracks of a playlist.
    static let fetching: ManagedObjectModel = {
        var fetching = schema
        for index in fetching.entities.indices where fetching.entities[index].name == "Playlist" {
            fetching.entities[index].fetchedProperties = [
                FetchedProperty(
                    name: "ownTracks",
                    fetchRequest: FetchRequestTemplate(
                        name: "ownTracks", entityName: "Track", predicateString: "playlist == $FETCH_SOURCE"))
            ]
        }
        return ManagedObjectModel(fetching)
    }()
    /// The same without derived attributes, whose changes are conflicts, too.
    static let plain: ManagedObjectModel = {
        var plain = schema
        for index in plain.entities.indices { plain.entities[index].attributes.removeAll(where: \.isDerived) }
        return ManagedObjectModel(plain)
    }()

    private static let schema = Model(
        name: "Meeting",
        entities: [
            entity(
                "Playlist",
                [
                    many("tracks", "Track", "playlist", isOrdered: true),
                    one("owner", "Person", "playlists"),
                    many("mixes", "Track", "mixes", isOrdered: true),
                    one("label", "Label", "playlists"),
                ]),
            entity(
                "Track",
                [
                    one("playlist", "Playlist", "tracks"), many("tags", "Tag", "tracks"),
                    many("mixes", "Playlist", "mixes", isOrdered: true), many("lists", "Tag", "list"),
                ]),
            entity(
                "Tag",
                [
                    many("tracks", "Track", "tags"), one("box", "Box", "tag"),
                    many("list", "Track", "lists", isOrdered: true),
                ], unique: ["name"]),
            entity("Box", [one("tag", "Tag", "box")]),
            entity(
                "Person",
                [
                    many("friends", "Person", "friends"), one("partner", "Person", "partner"),
                    many("playlists", "Playlist", "owner", rule: .cascade),
                    one("passport", "Passport", "master", rule: .cascade), one("crew", "Crew", "members"),
                ]),
            entity("Passport", [one("master", "Person", "passport", isOptional: false)]),
            entity(
                "Crew", [many("members", "Person", "crew", isOptional: false, minimumCount: 1, maximumCount: 3)]),
            entity(
                "Folder",
                [
                    one("parent", "Folder", "children"), many("children", "Folder", "parent", rule: .cascade),
                    Relationship(name: "pinned", isOptional: true, maximumCount: 1, destinationName: "Track"),
                    Relationship(name: "recent", isOptional: true, isToMany: true, destinationName: "Track"),
                ]),
            entity("Label", [many("playlists", "Playlist", "label", rule: .deny)]),
        ])

    private static func entity(_ name: String, _ relationships: [Relationship], unique: [String] = []) -> Entity {
        Entity(
            name: name,
            attributes: [
                Attribute(name: "name", type: .string, isOptional: true),
                Attribute(name: "number", type: .integer64, isOptional: true),
                Attribute(name: "note", type: .string, isOptional: true),
            ]
                + MeetingDerivation.all.filter { $0.entityName == name }.map { derivation in
                    Attribute(
                        name: derivation.attributeName, type: derivation.type, isOptional: true, isDerived: true,
                        derivationExpression: derivation.expression)
                },
            relationships: relationships,
            uniquenessConstraints: unique.isEmpty ? [] : [UniquenessConstraint(unique)])
    }

    private static func one(
        _ name: String, _ destination: String, _ inverse: String, rule: DeleteRule = .nullify, isOptional: Bool = true
    ) -> Relationship {
        Relationship(
            name: name, isOptional: isOptional, maximumCount: 1, deleteRule: rule, destinationName: destination,
            inverseName: inverse, inverseEntityName: destination)
    }

    private static func many(
        _ name: String, _ destination: String, _ inverse: String, isOrdered: Bool = false, rule: DeleteRule = .nullify,
        isOptional: Bool = true, minimumCount: Int = 0, maximumCount: Int = 0
    ) -> Relationship {
        Relationship(
            name: name, isOptional: isOptional, isToMany: true, minimumCount: minimumCount, maximumCount: maximumCount,
            isOrdered: isOrdered, deleteRule: rule, destinationName: destination, inverseName: inverse,
            inverseEntityName: destination)
    }
}
