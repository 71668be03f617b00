import ObjectGraph
import SampleModels
import Testing

/// A graph in a context and the same graph as dictionaries, changed alike, and compared.
struct GraphPair {
    var context: ManagedObjectContext
    var model = ModelGraph()
    /// The model as it was last saved.
    var savedModel = ModelGraph()
    private var people: [Int: Employee] = [:]
    private var playlists: [Int: Playlist] = [:]
    private var songs: [Int: Song] = [:]
    private var nextNumber = 0

    init(context: ManagedObjectContext) {
        self.context = context
    }

    /// Does one random thing to both graphs.
    mutating func step(_ generator: inout some RandomNumberGenerator) throws {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0...2: insertPerson()
        case 3: insertList()
        case 4: insertSong()
        case 5...9: link(&generator)
        case 10...12: unlink(&generator)
        case 13: assign(&generator)
        case 14...15: changeList(&generator)
        case 16: delete(&generator)
        case 17: rename(&generator)
        case 18: try save()
        default: if Int.random(in: 0..<3, using: &generator) == 0 { rollback() }
        }
    }

    mutating func save() throws {
        try context.save()
        savedModel = model
    }

    private mutating func rollback() {
        context.rollback()
        model = savedModel
        // What was inserted since has left the context; what was deleted since is back.
        findObjects(in: context)
    }

    /// Goes on with another context on the saved state.
    mutating func reopen(in context: ManagedObjectContext) {
        self.context = context
        model = savedModel
        findObjects(in: context)
        let numbers = Array(people.keys) + Array(playlists.keys) + Array(songs.keys)
        nextNumber = (numbers.max() ?? -1) + 1
    }

    private mutating func findObjects(in context: ManagedObjectContext) {
        func byName<Object: ManagedObject>(_ type: Object.Type) -> [Int: Object] {
            let objects = (try? context.all(type)) ?? []
            return Dictionary(
                objects.compactMap { object in
                    (object.value(forKey: "name") as? String)?.split(separator: " ").first.flatMap { Int($0) }
                        .map { ($0, object) }
                }, uniquingKeysWith: { first, _ in first })
        }
        people = byName(Employee.self)
        playlists = byName(Playlist.self)
        songs = byName(Song.self)
    }

    private mutating func insertPerson() {
        let person = Employee(context: context)
        person.name = "\(nextNumber)"
        model.names[nextNumber] = person.name
        people[nextNumber] = person
        nextNumber += 1
    }

    private mutating func insertList() {
        let playlist = Playlist(context: context)
        playlist.name = "\(nextNumber)"
        model.lists[nextNumber] = []
        playlists[nextNumber] = playlist
        nextNumber += 1
    }

    private mutating func insertSong() {
        let song = Song(context: context)
        song.name = "\(nextNumber)"
        model.songNames[nextNumber] = song.name
        songs[nextNumber] = song
        nextNumber += 1
    }

    private func randomPair(
        _ generator: inout some RandomNumberGenerator
    ) -> (first: (key: Int, value: Employee), second: (key: Int, value: Employee))? {
        let sorted = people.sorted { $0.key < $1.key }
        guard let first = sorted.randomElement(using: &generator), let second = sorted.randomElement(using: &generator)
        else { return nil }
        return (first, second)
    }

    private mutating func link(_ generator: inout some RandomNumberGenerator) {
        guard let (first, second) = randomPair(&generator) else { return }
        let isFromTheOtherSide = Bool.random(using: &generator)
        let relation = ModelGraph.Relation.allCases.randomElement(using: &generator) ?? .friends
        switch relation {
        case .reports where isFromTheOtherSide: second.value.manager = first.value
        case .reports: first.value.addToReports(second.value)
        case .partner: first.value.partner = second.value
        case .friends: first.value.friends.formUnion([second.value])
        }
        model.link(relation, first.key, second.key)
    }

    private mutating func unlink(_ generator: inout some RandomNumberGenerator) {
        guard let (first, second) = randomPair(&generator) else { return }
        switch ModelGraph.Relation.allCases.randomElement(using: &generator) ?? .friends {
        case .reports:
            first.value.removeFromReports(second.value)
            model.unlink(.reports, first.key, second.key)
        case .partner:
            first.value.partner = nil
            for partner in model.destinations(.partner, of: first.key) { model.unlink(.partner, first.key, partner) }
        case .friends:
            first.value.removeFromFriends(second.value)
            model.unlink(.friends, first.key, second.key)
        }
    }

    /// Assigns a whole to-many.
    private mutating func assign(_ generator: inout some RandomNumberGenerator) {
        guard let (first, _) = randomPair(&generator) else { return }
        let chosen = people.sorted { $0.key < $1.key }.filter { _ in Bool.random(using: &generator) }
        let relation = Bool.random(using: &generator) ? ModelGraph.Relation.reports : .friends
        let view = ToMany(chosen.map(\.value))
        if relation == .reports { first.value.reports = view } else { first.value.friends = view }
        for old in model.destinations(relation, of: first.key) { model.unlink(relation, first.key, old) }
        for (key, _) in chosen { model.link(relation, first.key, key) }
    }

    private mutating func changeList(_ generator: inout some RandomNumberGenerator) {
        guard let list = playlists.sorted(by: { $0.key < $1.key }).randomElement(using: &generator),
            let song = songs.sorted(by: { $0.key < $1.key }).randomElement(using: &generator)
        else { return }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            list.value.addToSongs(song.value)
            if model.lists[list.key]?.contains(song.key) == false { model.lists[list.key]?.append(song.key) }
        case 1:
            song.value.addToPlaylists(list.value)
            if model.lists[list.key]?.contains(song.key) == false { model.lists[list.key]?.append(song.key) }
        case 2:
            list.value.removeFromSongs(song.value)
            model.lists[list.key]?.removeAll { $0 == song.key }
        default:
            let order = model.lists[list.key, default: []].shuffled(using: &generator)
            list.value.songs = OrderedToMany(order.compactMap { songs[$0] })
            model.lists[list.key] = order
        }
    }

    private mutating func delete(_ generator: inout some RandomNumberGenerator) {
        if Bool.random(using: &generator) {
            guard let (first, _) = randomPair(&generator) else { return }
            context.delete(first.value)
            people[first.key] = nil
            model.deletePerson(first.key)
        } else if let song = songs.sorted(by: { $0.key < $1.key }).randomElement(using: &generator) {
            context.delete(song.value)
            songs[song.key] = nil
            model.deleteSong(song.key)
        }
    }

    private mutating func rename(_ generator: inout some RandomNumberGenerator) {
        guard let (first, _) = randomPair(&generator) else { return }
        first.value.name = "\(first.key) \(UInt8.random(in: .min ... .max, using: &generator))"
        model.names[first.key] = first.value.name
    }

    /// What the context holds, read from both sides of every relationship.
    func expectEqual(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var found = ModelGraph()
        var backwards = ModelGraph()
        func number(_ object: ManagedObject) throws -> Int {
            try #require((object.value(forKey: "name") as? String)?.split(separator: " ").first.flatMap { Int($0) })
        }
        for person in try context.all(Employee.self) {
            let key = try number(person)
            found.names[key] = person.name
            for report in person.reports { found.link(.reports, key, try number(report)) }
            for friend in person.friends { found.link(.friends, key, try number(friend)) }
            if let partner = person.partner { found.link(.partner, key, try number(partner)) }
            if let manager = person.manager { backwards.link(.reports, try number(manager), key) }
            #expect(person.friends.allSatisfy { $0.friends.contains(person) }, comment, sourceLocation: sourceLocation)
            #expect(person.partner.map { $0.partner === person } ?? true, comment, sourceLocation: sourceLocation)
        }
        for playlist in try context.all(Playlist.self) {
            found.lists[try number(playlist)] = try playlist.songs.map(number)
            #expect(
                playlist.songs.allSatisfy { $0.playlists.contains(playlist) }, comment, sourceLocation: sourceLocation)
        }
        for song in try context.all(Song.self) {
            found.songNames[try number(song)] = song.name
            #expect(song.playlists.allSatisfy { $0.songs.contains(song) }, comment, sourceLocation: sourceLocation)
        }
        #expect(found.names == model.names, comment, sourceLocation: sourceLocation)
        #expect(found.songNames == model.songNames, comment, sourceLocation: sourceLocation)
        #expect(found.lists == model.lists, comment, sourceLocation: sourceLocation)
        for relation in ModelGraph.Relation.allCases {
            let expected = model.pairs[relation, default: []]
            #expect(found.pairs[relation, default: []] == expected, comment, sourceLocation: sourceLocation)
        }
        #expect(
            backwards.pairs[.reports, default: []] == found.pairs[.reports, default: []], comment,
            sourceLocation: sourceLocation)
    }
}
