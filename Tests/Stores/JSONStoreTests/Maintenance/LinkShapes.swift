import ObjectGraph

/// A model with every shape of relationship that a file can hold.
enum LinkShapes {
    static let model = ManagedObjectModel(
        Model(
            name: "Shapes",
            entities: [
                Entity(name: "Item", relationships: [toMany("tags", "Tag", "items"), ordered("marks", "Tag", nil)]),
                Entity(name: "Panel", relationships: [ordered("speakers", "Speaker", "panels")]),
                Entity(name: "Passport", relationships: [required("holder", "Person", "passport")]),
                Entity(
                    name: "Person",
                    relationships: [
                        toMany("friends", "Person", "friends"), ordered("neighbours", "Person", "neighbours"),
                        toOne("passport", "Passport", "holder"), toMany("playlists", "Playlist", "editors"),
                        toOne("spouse", "Person", "spouse"),
                    ]),
                Entity(
                    name: "Playlist",
                    relationships: [
                        ordered("editors", "Person", "playlists"), ordered("tracks", "Track", "playlist"),
                    ]),
                Entity(name: "Single", parentName: "Track"),
                Entity(name: "Speaker", relationships: [ordered("panels", "Panel", "speakers")]),
                Entity(name: "Tag", relationships: [toMany("items", "Item", "tags")]),
                Entity(name: "Track", relationships: [toOne("playlist", "Playlist", "tracks")]),
            ]))

    private static func toOne(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
        Relationship(name: name, isOptional: true, destinationName: destination, inverseName: inverse)
    }

    private static func required(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
        Relationship(name: name, isOptional: false, destinationName: destination, inverseName: inverse)
    }

    private static func toMany(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
        Relationship(
            name: name, isOptional: true, isToMany: true, destinationName: destination, inverseName: inverse)
    }

    private static func ordered(_ name: String, _ destination: String, _ inverse: String?) -> Relationship {
        Relationship(
            name: name, isOptional: true, isToMany: true, isOrdered: true, destinationName: destination,
            inverseName: inverse)
    }
}
