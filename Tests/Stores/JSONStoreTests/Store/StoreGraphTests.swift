import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Graphs that are closed and opened again: identities, order, inheritance, every shape of relationship.
struct StoreGraphTests {
    @Test("STO-11 the store keeps its identity, and so do objects")
    func identities() throws {
        let file = try StoreFile()
        let objectID = try file.session { context in
            let hero = Superhero(context: context)
            try context.save()
            return hero.objectID
        }
        try file.session { context in
            #expect(context.persistentStore?.identifier == objectID.storeIdentifier)
            #expect(try context.all(Superhero.self).map(\.objectID) == [objectID])
            let uri = try #require(ObjectID(uriRepresentation: objectID.uriRepresentation()))
            #expect(try context.existingObject(with: uri).objectID == objectID)
        }
    }

    @Test("ID-12 numbers are not used again after everything was deleted and the store reopened")
    func numbersAreNotReused() throws {
        let file = try StoreFile(.inheritance)
        func add(_ count: Int) throws -> [Int64] {
            try file.session { context in
                let cars = (0..<count).map { $0 % 2 == 0 ? Car(context: context) : RaceCar(context: context) }
                try context.save()
                return cars.map(\.objectID.number)
            }
        }
        #expect(try add(3) == [1, 2, 3])
        for _ in 0..<2 {
            try file.session { context in
                try context.all(Car.self).forEach(context.delete)
                try context.save()
            }
        }
        #expect(try file.text.contains(#""lastIDs": {"Vehicle": 3}"#))
        #expect(try add(2) == [4, 5])
        #expect(try !file.text.contains("lastIDs"))
        try file.session { context in
            context.delete(try #require(try context.all(Car.self).first))
            try context.save()
        }
        #expect(try add(1) == [6])
    }

    @Test("REL-18 and REL-22 an order survives a save, and so does a new order")
    func order() throws {
        let file = try StoreFile(.deleteRules)
        let names = ["c", "a", "d", "b"]
        try file.session { context in
            let songs = names.sorted().map { name in
                let song = Song(context: context)
                song.name = name
                return song
            }
            let playlist = Playlist(context: context)
            for name in names { playlist.addToSongs(songs.filter { $0.name == name }) }
            let catalogue = Catalogue(context: context)
            for name in names {
                let page = CataloguePage(context: context)
                page.name = name
                page.catalogue = catalogue
            }
            try context.save()
        }
        try file.session { context in
            let playlist = try #require(try context.all(Playlist.self).first)
            #expect(playlist.songs.compactMap(\.name) == names)
            #expect(playlist.songs.allSatisfy { $0.playlists.objects == [playlist] })
            #expect(try context.all(Catalogue.self).first?.pages.compactMap(\.name) == names)
            playlist.songs = OrderedToMany(playlist.songs.reversed())
            try context.save()
        }
        try file.session { context in
            let found = try context.all(Playlist.self).first?.songs.compactMap(\.name)
            #expect(found == names.reversed())
        }
    }

    @Test("Both sides of an ordered relationship keep their order")
    func bothSidesOrdered() throws {
        let file = try StoreFile(.deleteRules)
        try file.session { context in
            let panels = [Panel(context: context), Panel(context: context)]
            let speakers = [Speaker(context: context), Speaker(context: context)]
            panels[0].speakers = [speakers[1], speakers[0]]
            panels[1].speakers = [speakers[0], speakers[1]]
            speakers[0].panels = [panels[1], panels[0]]
            try context.save()
        }
        try file.session { context in
            let panels = try context.all(Panel.self)
            #expect(panels[0].speakers.map(\.objectID.number) == [2, 1])
            #expect(panels[1].speakers.map(\.objectID.number) == [1, 2])
            #expect(panels[0].speakers.objects[1].panels.map(\.objectID.number) == [2, 1])
        }
    }

    @Test("Objects of subentities and their relationships are the same after reopening")
    func inheritance() throws {
        let file = try StoreFile(.inheritance)
        try file.session { context in
            let driver = Driver(context: context)
            let vehicles = [
                Truck(context: context), RaceCar(context: context), Boat(context: context), Car(context: context),
            ]
            driver.addToVehicles(vehicles)
            #expect(Set(vehicles.map(\.objectID)).count == 4)
            try context.save()
            #expect(Set(vehicles.map(\.objectID.number)) == [1, 2, 3, 4])
            let garage = Garage(context: context)
            garage.addToCars(vehicles.compactMap { $0 as? Car })
            let trucks = [Truck(context: context), Truck(context: context)]
            trucks[0].trailers = [trucks[1]]
            try context.save()
        }
        try file.session { context in
            let driver = try #require(try context.all(Driver.self).first)
            #expect(driver.vehicles.map(\.entity.name).sorted() == ["Boat", "Car", "RaceCar", "Truck"])
            #expect(driver.vehicles.allSatisfy { $0.driver === driver })
            let garage = try #require(try context.all(Garage.self).first)
            #expect(Set(garage.cars.map(\.entity.name)) == ["Car", "RaceCar"])
            #expect(try context.all(Truck.self).compactMap { $0.tractor?.objectID.number } == [5])
            try context.expectSound()
        }
    }

    @Test("Relationships of every kind are the same after reopening")
    func relationshipsOfEveryShape() throws {
        let file = try StoreFile(.deleteRules)
        try file.session { context in
            let people = (0..<4).map { _ in Employee(context: context) }
            people[0].addToFriends([people[1], people[2], people[0]])
            people[0].partner = people[3]
            people[1].partner = people[1]
            people[0].manager = people[0]
            people[1].manager = people[0]
            people[2].badge = Badge(context: context)
            people[2].department = Department(context: context)
            people[3].addToProjects([Project(context: context), Project(context: context)])
            try context.save()
        }
        try file.session { context in
            let people = try context.all(Employee.self)
            #expect(Set(people[0].friends) == [people[0], people[1], people[2]])
            #expect(people[1].friends.objects == [people[0]])
            #expect(people[3].partner === people[0])
            #expect(people[1].partner === people[1])
            #expect(Set(people[0].reports) == [people[0], people[1]])
            #expect(people[2].badge?.employee === people[2])
            #expect(people[3].projects.count == 2)
            try context.expectSound()
        }
    }

    @Test("DEL-12 a reference that No Action leaves behind isn't written")
    func danglingReferences() throws {
        let file = try StoreFile(.deleteRules)
        try file.session { context in
            let seat = Seat(context: context)
            seat.ticket = Ticket(context: context)
            try context.save()
            context.delete(seat)
            try context.save()
        }
        try file.session { context in
            #expect(try context.all(Ticket.self).first?.seat == nil)
            let ticket = try #require(try context.all(Ticket.self).first)
            #expect(try context.persistentStoreCoordinator.committedState.destinationIDs(of: ticket.objectID) == [[]])
        }
    }

    @Test("An ordered relationship with many destinations is read in linear time")
    func aWideOrderedRelationshipIsReadInGoodTime() throws {
        let file = try StoreFile(.deleteRules)
        let count = 20_000
        let hashes = ManagedObjectModel.deleteRules.entityVersionHashesByName
            .map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
        let pages = (1...count).map { "{\"id\": \($0), \"catalogue\": 1}" }.joined(separator: ",\n")
        try file.write(
            """
            {"format": "modelgen-store", "version": 1, "store": "\(UUID())", "model": {"hashes": {\(hashes)}},
            "entities": {"CataloguePage": [\(pages)], "Catalogue": [{"id": 1, "pages": \(Array(1...count))}]}}
            """)
        try file.session { context in
            let found = try context.all(Catalogue.self).first?.pages.count
            #expect(found == count)
        }
    }
}
