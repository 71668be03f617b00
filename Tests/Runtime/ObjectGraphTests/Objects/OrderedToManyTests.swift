import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// The view of an ordered relationship, and Core Data's accessors by index.
struct OrderedToManyTests {
    let context: ManagedObjectContext
    let playlist: Playlist
    let songs: [Song]

    init() throws {
        let context = try makeContext(.deleteRules)
        playlist = Playlist(context: context)
        songs = (0..<6).map { number in
            let song = Song(context: context)
            song.name = "\(number)"
            return song
        }
        self.context = context
        playlist.songs = OrderedToMany(songs[0..<4])
    }

    private var order: String { playlist.songs.compactMap(\.name).joined() }

    /// Both sides say the same.
    private func expectInverses(sourceLocation: SourceLocation = #_sourceLocation) {
        for song in songs {
            #expect(song.playlists.contains(playlist) == playlist.songs.contains(song), sourceLocation: sourceLocation)
        }
    }

    @Test("MOD-28 objects are inserted by index") func insertingByIndex() {
        playlist.insertIntoSongs(songs[4], at: 0)
        playlist.insertIntoSongs(songs[5], at: 5)
        #expect(order == "401235")
        expectInverses()
    }

    @Test("REL-21 inserting a member again keeps its place")
    func insertingAgain() throws {
        try context.save()
        playlist.insertIntoSongs(songs[3], at: 0)
        #expect(playlist.songs.insert(songs[1], at: 4).inserted == false)
        #expect(order == "0123")
        #expect(!context.hasChanges)
    }

    @Test("Several objects are inserted by their indexes")
    func insertingSeveralByIndexes() {
        playlist.insertIntoSongs([songs[5], songs[4]], at: [0, 5])
        #expect(order == "501234")
        expectInverses()
    }

    @Test("Inserting several objects skips those that are already members")
    func insertingSeveralOfWhichSomeAreThere() {
        playlist.insertIntoSongs([songs[3], songs[4]], at: [1, 5])
        #expect(order == "01234")
    }

    @Test("Inserting a sequence of objects at an index keeps the places of members")
    func insertingInARow() {
        playlist.songs.insert(contentsOf: [songs[5], songs[0], songs[4]], at: 2)
        #expect(order == "015423")
    }

    @Test("MOD-28 objects are removed by index") func removingByIndex() {
        playlist.removeFromSongs(at: 1)
        #expect(order == "023")
        playlist.removeFromSongs(at: [0, 2])
        #expect(order == "2")
        #expect(playlist.songs.remove(at: 0) === songs[2])
        #expect(playlist.songs.isEmpty)
        expectInverses()
    }

    @Test("MOD-28 objects are replaced by index") func replacingByIndex() {
        playlist.replaceSongs(at: 1, with: songs[5])
        #expect(order == "0523")
        playlist.replaceSongs(at: [0, 3], with: [songs[4], songs[1]])
        #expect(order == "4521")
        playlist.songs[2] = songs[0]
        #expect(order == "4501")
        expectInverses()
    }

    @Test("Replacing members with each other exchanges their places")
    func replacingExchangesPlaces() {
        playlist.replaceSongs(at: [0, 3], with: [songs[3], songs[0]])
        #expect(order == "3120")
        playlist.songs.replaceSubrange(0..<2, with: [songs[1], songs[3], songs[5]])
        #expect(order == "13520")
    }

    @Test("Replacing an object with one that is already a member removes the replaced object")
    func replacingByWhatHasAnotherPlace() {
        playlist.replaceSongs(at: 0, with: songs[2])
        #expect(order == "123")
        playlist.replaceSongs(at: 0, with: songs[1])
        #expect(order == "123")
        playlist.songs.replaceSubrange(2..<3, with: [songs[1], songs[4]])
        #expect(order == "124")
    }

    @Test("Ranges can be replaced and removed")
    func ranges() {
        playlist.songs.replaceSubrange(4..<4, with: [songs[4]])
        playlist.songs.removeSubrange(1..<3)
        #expect(order == "034")
        playlist.songs.replaceSubrange(0..<3, with: [])
        #expect(playlist.songs.isEmpty)
    }

    @Test("Objects are added at the end and removed wherever they are")
    func addingAndRemovingObjects() {
        playlist.addToSongs([songs[5], songs[1], songs[4]])
        #expect(order == "012354")
        playlist.removeFromSongs(songs[1])
        playlist.removeFromSongs([songs[5], songs[1]])
        #expect(order == "0234")
        #expect(playlist.songs.popLast() === songs[4])
        playlist.songs.removeAll { $0 === songs[2] }
        #expect(order == "03")
        expectInverses()
    }

    @Test("Members can be moved, swapped, reversed, sorted, and shuffled")
    func ordering() {
        playlist.songs.move(from: 0, to: 2)
        #expect(order == "1203")
        playlist.songs.move(fromOffsets: [0, 2], toOffset: 4)
        #expect(order == "2310")
        playlist.songs.swapAt(0, 3)
        #expect(order == "0312")
        playlist.songs.reverse()
        #expect(order == "2130")
        playlist.songs.sort { ($0.name ?? "") < ($1.name ?? "") }
        #expect(order == "0123")
        playlist.songs.sort(using: [SortDescriptor(\.name, order: .reverse)])
        #expect(order == "3210")
        var generator = SplitMix(seed: 1)
        playlist.songs.shuffle(using: &generator)
        #expect(order.sorted() == ["0", "1", "2", "3"])
    }

    @Test("REL-22 a move alone is a change, but a move to the same place isn't")
    func orderIsAChange() throws {
        try context.save()
        playlist.songs.move(from: 2, to: 2)
        playlist.songs.sort { ($0.name ?? "") < ($1.name ?? "") }
        #expect(!context.hasChanges)
        playlist.songs.swapAt(0, 1)
        #expect(context.updatedObjects == [playlist])
        try context.save()
        #expect(try context.reread(playlist) { $0.songs.compactMap(\.name) } == ["1", "0", "2", "3"])
    }

    @Test("An ordered relationship is a random-access collection")
    func aRandomAccessCollection() {
        #expect(playlist.songs.count == 4)
        #expect(playlist.songs[2] === songs[2])
        #expect(playlist.songs.first === songs[0])
        #expect(playlist.songs.last === songs[3])
        #expect(playlist.songs.firstIndex(of: songs[3]) == 3)
        #expect(playlist.songs.firstIndex(of: songs[5]) == nil)
        #expect(playlist.songs[1...2].compactMap(\.name) == ["1", "2"])
        #expect(playlist.songs.reversed().compactMap(\.name) == ["3", "2", "1", "0"])
        #expect(playlist.songs.objectIDs == songs[0..<4].map(\.objectID))
        #expect(playlist.songs.description == songs[0..<4].map { $0 }.description)
    }

    @Test("Ordered relationships are equal if their members have the same order")
    func equalityCountsTheOrder() {
        #expect(playlist.songs == [songs[0], songs[1], songs[2], songs[3]])
        #expect(playlist.songs != [songs[1], songs[0], songs[2], songs[3]])
        #expect(playlist.songs == playlist.songs)
    }

    @Test("Assigning an array keeps each object once")
    func assigningAnArray() {
        playlist.songs.objects = [songs[5], songs[5], songs[0]]
        #expect(order == "50")
        let view = playlist.songs
        playlist.songs = []
        #expect(view.isEmpty)
        expectInverses()
    }

    @Test("A collection without an owner behaves like a relationship")
    func aPlainCollectionBehavesAlike() {
        let plain = OrderedToMany(songs[0..<4])
        plain.insert(songs[4], at: 1)
        plain.insert(songs[4], at: 0)
        plain.move(from: 0, to: 4)
        plain.remove(at: 0)
        plain.replace(at: 0, with: songs[5])
        #expect(plain.compactMap(\.name) == ["5", "2", "3", "0"])
        playlist.songs = plain
        #expect(order == "5230")
    }

    @Test("Inserting into an ordered relationship changes the to-one relationship on the other side")
    func aToOneOnTheOtherSideGivesWay() throws {
        let context = try makeContext(.inheritance)
        let trucks = (0..<4).map { _ in Truck(context: context) }
        trucks[0].trailers = [trucks[1], trucks[2]]
        trucks[3].insertIntoTrailers(trucks[2], at: 0)
        trucks[3].insertIntoTrailers(trucks[1], at: 0)
        #expect(trucks[0].trailers.isEmpty)
        #expect(trucks[3].trailers == [trucks[1], trucks[2]])
        trucks[3].replaceTrailers(at: 0, with: trucks[0])
        #expect(trucks[1].tractor == nil)
        #expect(trucks[0].tractor === trucks[3])
    }

    @Test("DEL-30 indexes count the remaining members")
    func deletedMembersHaveNoPlace() throws {
        try context.save()
        context.delete(songs[1])
        #expect(playlist.songs[1] === songs[2])
        playlist.insertIntoSongs(songs[4], at: 1)
        playlist.songs.swapAt(0, 3)
        #expect(order == "3420")
        context.rollback()
        #expect(order == "0123")
        #expect(playlist.songs[1] === songs[1])
    }

    @Test("Without an inverse, a deleted object keeps its place until the save")
    func deletedObjectsWithoutInverse() throws {
        let context = try makeContext(.orderedOneWay)
        let list = context.insertNewObject(forEntityName: "List")
        let items = (0..<4).map { _ in context.insertNewObject(forEntityName: "Item") }
        let view: OrderedToMany<ManagedObject> = list[orderedToMany: "items"]
        list[orderedToMany: "items"] = OrderedToMany(items[0..<3])
        try context.save()
        #expect(view[1] === items[1])
        context.delete(items[1])
        #expect(view.count == 2)
        #expect(view[1] === items[2])
        view.insert(items[3], at: 1)
        view.swapAt(0, 2)
        #expect(view.objects == [items[2], items[3], items[0]])
        try context.save()
        #expect(view.objects == [items[2], items[3], items[0]])
        #expect(view.last === items[0])
    }

    @Test("A JSON store keeps the order of a relationship")
    func theOrderSurvivesTheJSONStore() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Songs.json")
        func session(_ work: (ManagedObjectContext) throws -> Void) throws {
            let context = try PersistentContainer(model: .deleteRules, store: .json(at: url)).newContext()
            try work(context)
            try context.save()
        }
        try session { context in
            Playlist(context: context).songs.objects = (0..<5).map { number in
                let song = Song(context: context)
                song.name = "\(number)"
                return song
            }
        }
        try session { context in
            let playlist = try #require(try context.all(Playlist.self).first)
            let song = playlist.songs[1]
            playlist.songs.move(fromOffsets: [3], toOffset: 0)
            playlist.removeFromSongs(at: 2)
            playlist.insertIntoSongs(song, at: 4)
        }
        try session { context in
            let playlist = try #require(try context.all(Playlist.self).first)
            #expect(playlist.songs.compactMap(\.name) == ["3", "0", "2", "4", "1"])
            #expect(playlist.songs.allSatisfy { $0.playlists.contains(playlist) })
        }
    }
}

extension ManagedObjectModel {
    /// An ordered relationship whose destinations know nothing of it, so that it goes on referring to deleted ones.
    fileprivate static let orderedOneWay = ManagedObjectModel(
        Model(
            name: "OneWay",
            entities: [
                Entity(
                    name: "List",
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Item")
                    ]),
                Entity(name: "Item"),
            ]))
}
