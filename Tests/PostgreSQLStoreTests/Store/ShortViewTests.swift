import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Contexts of a store whose views show later rows to whoever asks again.
@Suite(.enabled(if: TestServer.shared != nil, "no PostgreSQL server can be run here: install the package 'postgresql'"))
struct ShortViewTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Songs",
            entities: [
                Entity(
                    name: "Track",
                    relationships: [
                        Relationship(
                            name: "lists", isOptional: true, isToMany: true, destinationName: "Tag", inverseName: "list"
                        ),
                        Relationship(
                            name: "tags", isOptional: true, isToMany: true, destinationName: "Tag",
                            inverseName: "tracks"),
                    ]),
                Entity(
                    name: "Tag",
                    relationships: [
                        Relationship(
                            name: "list", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Track",
                            inverseName: "lists"),
                        Relationship(
                            name: "tracks", isOptional: true, isToMany: true, destinationName: "Track",
                            inverseName: "tags"),
                    ]),
            ]))

    @Test func aLinkThatOthersSaveAfterARefreshIsKeptByTheMerge() throws {
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let container = try PersistentContainer(
            model: Self.model, store: .postgreSQL(connection: server.connection, options: options))
        let start = container.newContext()
        let tagID = start.insertNewObject(forEntityName: "Tag")
        let trackID = start.insertNewObject(forEntityName: "Track")
        try start.save()
        let mine = container.newContext()
        mine.mergePolicy = .mergeByPropertyObjectTrump
        let theirs = container.newContext()
        let myTag = try mine.existingObject(with: tagID.objectID)
        let myTrack = try mine.existingObject(with: trackID.objectID)
        let theirTag = try theirs.existingObject(with: tagID.objectID)
        let theirTrack = try theirs.existingObject(with: trackID.objectID)

        myTag.mutableOrderedSetValue(forKey: "list").append(myTrack)
        mine.refreshAllObjects()
        // Looked at before they save, so that it stays as it is.
        #expect(myTrack.mutableSetValue(forKey: "tags").isEmpty)
        theirTrack.mutableSetValue(forKey: "tags").insert(theirTag)
        try theirs.save()
        try mine.save()

        let last = container.newContext()
        let track = try last.existingObject(with: trackID.objectID)
        #expect(track.mutableSetValue(forKey: "tags").map(\.objectID) == [tagID.objectID])
        #expect(track.mutableSetValue(forKey: "lists").map(\.objectID) == [tagID.objectID])
    }
}
