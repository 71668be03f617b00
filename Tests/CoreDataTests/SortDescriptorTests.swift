import CoreData
import CoreDataSampleModels
import Foundation
import Testing

@MainActor
@Suite struct SortDescriptorTests {
    private let context = makeContainer().viewContext

    @Test("A sort descriptor with a key path has the name of the property as its key")
    func keysOfKeyPaths() {
        #expect(NSSortDescriptor(keyPath: \Superhero.name, ascending: true).key == "name")
        #expect(NSSortDescriptor(keyPath: \Superhero.universe, ascending: false).key == "universe")
        #expect(!NSSortDescriptor(keyPath: \Superhero.universe, ascending: false).ascending)
        #expect(NSSortDescriptor(keyPath: \Superhero.description, ascending: true).key == nil)
        #expect(NSSortDescriptor(keyPath: \Car.wheels, ascending: true).key == "wheels")
    }

    @Test("A store sorts by the key paths of properties")
    func aStoreSortsByKeyPathsSRT1() throws {
        for (name, universe) in [("Thor", 1), ("Batman", 0), ("Hulk", 1)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = Int32(universe)
        }
        try context.save()
        let request = NSFetchRequest<NSDictionary>(entityName: "Superhero")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name"]
        request.sortDescriptors = [
            NSSortDescriptor(keyPath: \Superhero.universe, ascending: false),
            NSSortDescriptor(keyPath: \Superhero.name, ascending: true),
        ]
        // Dictionaries come from the store alone.
        #expect(try context.fetch(request).map { $0["name"] as? String } == ["Hulk", "Thor", "Batman"])
        let objects = try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>)
        let sorted = (objects as NSArray).sortedArray(using: request.sortDescriptors ?? [])
        #expect((sorted as? [Superhero])?.map(\.name) == ["Hulk", "Thor", "Batman"])
    }

    @Test("A sort descriptor of Swift's orders fetches and arrays")
    func sortDescriptorsOfSwift() throws {
        for (name, universe) in [("Thor", 1), ("Al", 0), ("Hulk", 1)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = Int32(universe)
        }
        try context.save()
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        let order = [SortDescriptor(\Superhero.universe, order: .reverse), SortDescriptor(\Superhero.name)]
        request.sortDescriptors = order.map { NSSortDescriptor($0) }
        #expect(request.sortDescriptors?.first?.key == "universe" && request.sortDescriptors?.first?.ascending == false)
        let heroes = try context.fetch(request)
        #expect(heroes.map(\.name) == ["Hulk", "Thor", "Al"])
        let byLength = NSSortDescriptor(SortDescriptor(\Superhero.nameLength, order: .reverse))
        let sorted = (heroes as NSArray).sortedArray(using: [byLength, NSSortDescriptor(order[1])])
        #expect((sorted as? [Superhero])?.map(\.name) == ["Hulk", "Thor", "Al"])
        request.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Superhero.nameLength))]
        #expect(try context.fetch(request).first?.name == "Al")
    }

    @Test("A descriptor of Swift's has the name of its property as its key, also for text")
    func keysOfSwift() {
        #expect(NSSortDescriptor(SortDescriptor(\Superhero.name)).key == "name")
        #expect(NSSortDescriptor(SortDescriptor(\Superhero.name, order: .reverse)).ascending == false)
        #expect(NSSortDescriptor(SortDescriptor(\Superhero.name, comparator: .lexical)).key == "name")
        #expect(NSSortDescriptor(SortDescriptor(\Superhero.name, comparator: .lexical, order: .reverse)).key == "name")
        #expect(NSSortDescriptor(SortDescriptor(\Superhero.nameLength)).key == nil)
    }

    @Test("A fetch of objects can sort by a computed property")
    func whatIsNoPropertySortsObjects() throws {
        for name in ["Thor", "Al"] { Superhero(context: context).name = name }
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Superhero.nameLength, ascending: true)]
        #expect(try context.fetch(request).map(\.name) == ["Al", "Thor"])
    }

    @Test("A descriptor without a key sorts values, and one with a key or a comparator sorts dictionaries")
    func otherArrays() {
        func sorted(_ values: [Any], _ descriptor: NSSortDescriptor) -> [Any] {
            (values as NSArray).sortedArray(using: [descriptor])
        }
        let texts: [Any] = ["b", "a10", "a9"]
        #expect(sorted(texts, NSSortDescriptor(key: nil, ascending: true)) as? [String] == ["a10", "a9", "b"])
        #expect(sorted(texts, NSSortDescriptor(key: "self", ascending: false)) as? [String] == ["b", "a9", "a10"])
        let lengths: Comparator = { left, right in
            let counts = [left, right].map { ($0 as? String)?.count ?? 0 }
            return (counts[0] as NSNumber).compare(counts[1] as NSNumber)
        }
        let byLength = NSSortDescriptor(key: nil, ascending: false, comparator: lengths)
        #expect(sorted(texts, byLength) as? [String] == ["a10", "a9", "b"])
        let last = NSDictionary(dictionary: ["name": "ab"])
        let rows: [Any] = [["name": "abc"], ["name": "b"], [String: String](), last]
        let byName = NSSortDescriptor(key: "name", ascending: true, comparator: lengths)
        let names = sorted(rows, byName).map { ($0 as? [String: String])?["name"] }
        #expect(names == [nil, "b", "ab", "abc"])
    }

    @Test("The key path of a sort descriptor leads through dictionaries")
    func nestedDictionaries() {
        let rows: [Any] = [["place": ["city": "b"]], ["place": ["city": "a"]], ["name": ["city": "c"]]]
        let byCity = NSSortDescriptor(key: "place.city", ascending: true)
        let cities = (rows as NSArray).sortedArray(using: [byCity]).map { row in
            (row as? [String: [String: String]])?["place"]?["city"]
        }
        #expect(cities == [nil, "a", "b"])
    }
}

extension Superhero {
    fileprivate var nameLength: Int { name?.count ?? 0 }
}
