import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Contexts of a store whose views show later rows to whoever asks again.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
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

    @Test("Ending a relationship on only one side is a merge conflict")
    func aLinkOfTwoEqualsIsNotEndedOnOneSideOnly() throws {
        let model = ManagedObjectModel(
            Model(
                name: "People",
                entities: [
                    Entity(
                        name: "Person",
                        relationships: [
                            Relationship(
                                name: "partner", isOptional: true, destinationName: "Person", inverseName: "partner")
                        ])
                ]))
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: server.connection, model: model, options: options)
        let number = try store.reserveNumbers(2, forRootEntityNamed: "Person")
        let people = (0..<2).map {
            ObjectID(storeIdentifier: store.identifier, entityName: "Person", number: number + $0)
        }
        var pair = StoreChanges()
        pair.inserted = zip(people, people.reversed()).map {
            StoreChanges.Insertion(objectID: $0, values: [], destinations: [[$1]])
        }
        _ = try store.commit(pair)
        let end = StoreChanges.LinkChange(destinations: [], added: [], removed: [people[1]])
        var changes = StoreChanges()
        changes.updated = [StoreChanges.Update(objectID: people[0], version: 1, links: [0: end])]
        let error = #expect(throws: MergeConflictError.self) { try store.commit(changes) }
        #expect(error?.objectIDs == [people[1]])
        let other = StoreChanges.LinkChange(destinations: [], added: [], removed: [people[0]])
        changes.updated.append(StoreChanges.Update(objectID: people[1], version: 1, links: [0: other]))
        #expect(try store.commit(changes).versions == [people[0]: 2, people[1]: 2])
    }

    @Test("A merge keeps a relationship that another process saves after a refresh")
    func mergingAfterRefresh() throws {
        let server = try #require(TestServer.shared)
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let container = try PersistentContainer(
            model: Self.model, store: .postgreSQL(connectionString: server.connection, options: options))
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
