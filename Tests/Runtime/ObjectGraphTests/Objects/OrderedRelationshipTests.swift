import ObjectGraph
import SampleModels
import Testing

/// Rules REL-18 to REL-22: relationships that keep an order.
struct OrderedRelationshipTests {
    let context: ManagedObjectContext
    let playlist: Playlist
    let songs: [Song]

    init() throws {
        let context = try makeContext(.deleteRules)
        playlist = Playlist(context: context)
        songs = (0..<4).map { number in
            let song = Song(context: context)
            song.name = "\(number)"
            return song
        }
        self.context = context
    }

    private var order: [String] { playlist.songs.compactMap(\.name) }

    @Test("REL-18 adding appends, and the order survives a save")
    func appending() throws {
        for index in [2, 0, 3] { playlist.addToSongs(songs[index]) }
        #expect(order == ["2", "0", "3"])
        try context.save()
        #expect(order == ["2", "0", "3"])
        #expect(try context.reread(playlist) { $0.songs.compactMap(\.name) } == ["2", "0", "3"])
    }

    @Test("REL-20 adding from the other side appends")
    func appendingFromTheOtherSide() {
        playlist.addToSongs(songs[1])
        songs[0].addToPlaylists(playlist)
        #expect(order == ["1", "0"])
    }

    @Test("REL-21 adding an object again keeps its place")
    func addingAgain() {
        playlist.addToSongs(songs)
        playlist.addToSongs(songs[0])
        #expect(order == ["0", "1", "2", "3"])
    }

    @Test("REL-22 reordering alone is a change")
    func reordering() throws {
        playlist.addToSongs(songs)
        try context.save()
        playlist.songs = OrderedToMany(songs.reversed())
        #expect(context.updatedObjects == [playlist])
        try context.save()
        #expect(try context.reread(playlist) { $0.songs.compactMap(\.name) } == ["3", "2", "1", "0"])
    }

    @Test("REL-22 and CHD-18 members that a child adds and removes leave the order that its parent has changed")
    func orderOfParents() throws {
        playlist.addToSongs(songs)
        try context.save()
        let child = ManagedObjectContext(parent: context)
        let own = child.counterpart(of: playlist)
        own.songs.remove(child.counterpart(of: songs[3]))
        let new = Song(context: child)
        new.name = "4"
        own.addToSongs(new)
        playlist.songs = OrderedToMany(songs.reversed())
        try child.save()
        #expect(order == ["2", "1", "0", "4"] && own.songs.compactMap(\.name) == order)
        // If both have changed the order, that of the child wins.
        own.songs.reverse()
        playlist.songs.swapAt(0, 1)
        try child.save()
        #expect(order == ["4", "0", "1", "2"])
        let first = Song(context: child)
        first.name = "5"
        own.songs.insert(first, at: 0)
        playlist.songs.swapAt(2, 3)
        try child.save()
        #expect(order == ["5", "4", "0", "2", "1"])
        try context.save()
        #expect(try context.reread(playlist) { $0.songs.compactMap(\.name) } == order)
    }

    @Test("DEL-30 the remaining members keep their order")
    func deletingMembers() throws {
        playlist.addToSongs(songs)
        try context.save()
        context.delete(songs[1])
        #expect(order == ["0", "2", "3"])
        try context.save()
        #expect(try context.reread(playlist) { $0.songs.compactMap(\.name) } == ["0", "2", "3"])
    }

    @Test("Assigning an array keeps its order and removes the objects that it lacks")
    func assigningPartlyNewMembers() {
        playlist.songs = [songs[0], songs[1], songs[2]]
        playlist.songs = [songs[3], songs[2], songs[0]]
        #expect(order == ["3", "2", "0"])
        #expect(songs[1].playlists.isEmpty)
    }

    @Test("Both sides of a relationship can be ordered")
    func bothSidesMayBeOrdered() throws {
        let panels = [Panel(context: context), Panel(context: context)]
        let speakers = [Speaker(context: context), Speaker(context: context)]
        panels[0].speakers = [speakers[1], speakers[0]]
        panels[1].speakers = [speakers[0], speakers[1]]
        speakers[0].panels = [panels[1], panels[0]]
        #expect(panels[0].speakers.objects == [speakers[1], speakers[0]])
        #expect(speakers[0].panels.objects == [panels[1], panels[0]])
        try context.save()
        let other = try context.sibling()
        #expect(try other.own(panels[0])?.speakers.map(\.objectID) == [speakers[1].objectID, speakers[0].objectID])
        #expect(try other.own(speakers[0])?.panels.map(\.objectID) == [panels[1].objectID, panels[0].objectID])
    }

    @Test("A hierarchy of one entity can be ordered")
    func anOrderedTreeOnOneEntity() throws {
        let context = try makeContext(.inheritance)
        let trucks = (0..<3).map { _ in Truck(context: context) }
        trucks[2].addToTrailers([trucks[1], trucks[0]])
        #expect(trucks[0].tractor === trucks[2])
        trucks[1].tractor = nil
        trucks[1].tractor = trucks[2]
        #expect(trucks[2].trailers.objects == [trucks[0], trucks[1]])
    }

    @Test("OBJ-19 string-keyed access gives an ordered relationship as an array")
    func keyedAccess() {
        playlist.setValue([songs[2], songs[1]], forKey: "songs")
        #expect(playlist.value(forKey: "songs") as? [ManagedObject] == [songs[2], songs[1]])
        #expect(songs[1].value(forKey: "playlists") as? Set<ManagedObject> == [playlist])
    }
}
