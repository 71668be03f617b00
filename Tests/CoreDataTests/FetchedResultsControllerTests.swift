import CoreData
import CoreDataSampleModels
import Foundation
import Testing

/// Keeps what controllers tell, told apart as the tutorials do.
final class Followers: NSObject, NSFetchedResultsControllerDelegate {
    var all: NSFetchedResultsController<Superhero>?
    var ofTeam: NSFetchedResultsController<Superhero>?
    var told: [String] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        told.append("\(name(of: controller)) will, has \(controller.fetchedObjects?.count ?? -1)")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let hero = (anObject as? Superhero)?.name ?? "nobody"
        let places = [indexPath, newIndexPath].map { $0.map { "\($0.row)" } ?? "-" }.joined(separator: ">")
        told.append("\(name(of: controller)) \(type) \(hero) \(places)")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        told.append("\(name(of: controller)) did, has \(controller.fetchedObjects?.count ?? -1)")
    }

    private func name(of controller: NSFetchedResultsController<any NSFetchRequestResult>) -> String {
        if controller == all { return "all" }
        return controller == ofTeam ? "team" : "unknown"
    }
}

/// Gives titles only to sections of long lists, for which it looks at the sections.
private final class Titles: NSObject, NSFetchedResultsControllerDelegate {
    weak var controller: NSFetchedResultsController<Superhero>?
    var callCount = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        callCount += 1
        return (self.controller?.sections?.count ?? 0) > 1 ? "Section \(sectionName)" : nil
    }
}

/// Compares controllers by identity, and uses the one that it receives as the program's.
private final class Identities: NSObject, NSFetchedResultsControllerDelegate {
    var own: NSFetchedResultsController<Superhero>?
    var other: NSFetchedResultsController<Superhero>?
    var received: NSFetchedResultsController<any NSFetchRequestResult>?
    var told: [Bool] = []
    var names: [String?] = []

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        received = controller
        let (isOwn, isOther) = (controller === own, controller === other)
        told = [isOwn, !isOther, controller !== other, own === controller, controller.delegate === self]
        let any: AnyObject = controller
        told += [own != nil && controller == own, any === controller, own === own && own !== other]
        controller.fetchRequest.predicate = NSPredicate(format: "name != %@", "Hulk")
        try? controller.performFetch()
        names = own?.fetchedObjects?.map(\.name) ?? []
        controller.fetchRequest.fetchLimit = 1
    }
}

/// Keeps the kinds of changes that a controller tells.
private final class Kinds: NSObject, NSFetchedResultsControllerDelegate {
    var told: [NSFetchedResultsChangeType] = []

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        told.append(type)
    }
}

@MainActor
@Suite struct FetchedResultsControllerTests {
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }

    private func controller(_ predicate: NSPredicate? = nil) throws -> NSFetchedResultsController<Superhero> {
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.predicate = predicate
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    }

    @Test("The controller that a delegate receives is the program's, with its request and delegate (FRC-22)")
    func identity() throws {
        let (identities, own) = (Identities(), try controller())
        (identities.own, identities.other) = (own, try controller())
        own.delegate = identities
        try own.performFetch()
        for name in ["Hulk", "Thor"] { Superhero(context: context).name = name }
        context.processPendingChanges()
        #expect(identities.told == [Bool](repeating: true, count: 8))
        #expect(identities.names == ["Thor"] && own.fetchedObjects?.count == 1)
        #expect(own.fetchRequest.fetchLimit == 1 && own.fetchRequest.predicate != nil)
        identities.received?.delegate = nil
        #expect(identities.received != nil && own.delegate == nil)
    }

    @Test("FRC-43 and FET-31 a controller of the objects that lead to an unsaved one keeps them after the save")
    func destinationsOfAnUnsavedObject() throws {
        let context = try Garage.context()
        let person = context.makePerson()
        let car = context.makeCar("1", of: person)
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = NSPredicate(format: "owner == %@", person)
        request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let kinds = Kinds()
        controller.delegate = kinds
        try controller.performFetch()
        #expect(controller.fetchedObjects == [car])
        try context.save()
        #expect(!person.objectID.isTemporaryID)
        car.maker = "new"
        let second = context.makeCar("2", of: person)
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [car, second])
        #expect(!kinds.told.contains(.delete) && kinds.told.contains(.insert))
        try controller.performFetch()
        #expect(controller.fetchedObjects == [car, second])
    }

    @Test("A delegate of two controllers receives the changes of each")
    func sharedDelegatesFRC22() throws {
        let followers = Followers()
        let team = Team(context: context)
        team.name = "Default Team"
        let all = try controller()
        let ofTeam = try controller(NSPredicate(format: "ANY teams.name == %@", "Default Team"))
        (followers.all, followers.ofTeam) = (all, ofTeam)
        for controller in [all, ofTeam] {
            controller.delegate = followers
            try controller.performFetch()
        }
        #expect(followers.told.isEmpty)
        let hero = Superhero(context: context)
        hero.name = "Wonder Woman"
        context.processPendingChanges()
        #expect(followers.told == ["all will, has 0", "all insert Wonder Woman ->0", "all did, has 1"])
        followers.told = []
        team.addToHeroes(hero)
        context.processPendingChanges()
        #expect(
            followers.told == [
                "all will, has 1", "all update Wonder Woman 0>0", "all did, has 1", "team will, has 0",
                "team insert Wonder Woman ->0", "team did, has 1",
            ])
        #expect(ofTeam.fetchedObjects == [hero])
        #expect(ofTeam.object(at: IndexPath(row: 0, section: 0)) === hero)
        #expect(ofTeam.indexPath(forObject: hero) == IndexPath(item: 0, section: 0))
        followers.told = []
        context.delete(hero)
        context.processPendingChanges()
        #expect(
            followers.told == [
                "all will, has 1", "all delete Wonder Woman 0>-", "all did, has 0", "team will, has 1",
                "team delete Wonder Woman 0>-", "team did, has 0",
            ])
        #expect(all.sections?.map(\.numberOfObjects) == [0])
    }

    @Test("Without a delegate, a controller keeps the results of its last fetch")
    func missingDelegatesFRC6() throws {
        let all = try controller()
        #expect(all.fetchedObjects == nil && all.sections == nil)
        try all.performFetch()
        Superhero(context: context).name = "Aquaman"
        context.processPendingChanges()
        #expect(all.fetchedObjects?.count == 0)
        try all.performFetch()
        #expect(all.fetchedObjects?.map(\.name) == ["Aquaman"])
        let placeholder = NSFetchedResultsController<Superhero>()
        #expect(placeholder.fetchedObjects == nil)
        #expect(placeholder != all)
    }

    @Test("Objects are in sections by the value of a key path")
    func sectionsFollowTheirKeyPathFRC26() throws {
        for (name, universe) in [("Batman", 1), ("Hulk", 0), ("Thor", 0)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = Int32(universe)
        }
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        request.sortDescriptors = [
            NSSortDescriptor(key: "universe", ascending: true), NSSortDescriptor(key: "name", ascending: false),
        ]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["0", "1"])
        #expect((controller.sections?[0].objects as? [Superhero])?.map(\.name) == ["Thor", "Hulk"])
    }

    @Test("A delegate that looks at the sections gives their titles, each when it is read")
    func titlesBySections() throws {
        for universe in [0, 1, 2] { Superhero(context: context).universe = Int32(universe) }
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        request.sortDescriptors = [NSSortDescriptor(key: "universe", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        let titles = Titles()
        titles.controller = controller
        controller.delegate = titles
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 1, 1] && titles.callCount == 0)
        #expect(controller.sections?[1].indexTitle == "Section 1" && titles.callCount == 1)
        #expect(controller.sectionIndexTitles == ["Section 0", "Section 1", "Section 2"])
        #expect(controller.section(forSectionIndexTitle: "Section 2", at: 2) == 2)
    }

    @Test("A controller of a request that can't be performed is created, and its fetch throws the error")
    func requestsThatFail() throws {
        let numbers = try controller(NSPredicate(format: "universe == %@", "abc"))
        #expect(throws: CocoaError.self) { try numbers.performFetch() }
        #expect(numbers.fetchedObjects == nil)
        numbers.fetchRequest.predicate = NSPredicate(format: "universe == %@", "1")
        Superhero(context: context).universe = 1
        try numbers.performFetch()
        #expect(numbers.fetchedObjects?.count == 1)
    }

    @Test("Controllers are released while their delegate still exists")
    func aControllerGoesWithItsDelegateStillThere() throws {
        let followers = Followers()
        weak var typed: NSFetchedResultsController<Superhero>?
        weak var untyped: NSFetchedResultsController<any NSFetchRequestResult>?
        do {
            let request: NSFetchRequest<any NSFetchRequestResult> = Superhero.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let all = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let heroes = try controller()
            (typed, untyped, followers.all) = (heroes, all, heroes)
            all.delegate = followers
            heroes.delegate = followers
            try all.performFetch()
            try heroes.performFetch()
            Superhero(context: context).name = "Aquaman"
            context.processPendingChanges()
            #expect(
                followers.told.filter { $0.hasSuffix("did, has 1") }.sorted() == [
                    "all did, has 1", "unknown did, has 1",
                ])
            followers.all = nil
        }
        #expect(typed == nil && untyped == nil)
    }

    @Test("A controller of dictionaries or IDs has the results of its fetch, in sections")
    func otherResults() throws {
        for (name, universe) in [("Batgirl", 1), ("Robin", 1), ("Hulk", 2)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = Int32(universe)
        }
        try context.save()
        let order = ["universe", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        let rows = NSFetchRequest<NSDictionary>(entityName: "Superhero")
        rows.resultType = .dictionaryResultType
        rows.propertiesToFetch = ["name", "universe"]
        rows.sortDescriptors = order
        let ofRows = NSFetchedResultsController(
            fetchRequest: rows, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        #expect(ofRows.fetchedObjects == nil && ofRows.sections == nil)
        try ofRows.performFetch()
        #expect(ofRows.sections?.map(\.name) == ["1", "2"])
        #expect(ofRows.sections?.map(\.numberOfObjects) == [2, 1])
        #expect(ofRows.sectionIndexTitles == ["1", "2"])
        #expect(ofRows.fetchedObjects?.map { $0["name"] as? String } == ["Batgirl", "Robin", "Hulk"])
        let hulk = ofRows.object(at: [1, 0])
        #expect(hulk["name"] as? String == "Hulk" && ofRows.indexPath(forObject: hulk) == [1, 0])
        #expect(ofRows.indexPath(forObject: ["name": "Thor"]) == nil)

        let identifiers = NSFetchRequest<NSManagedObjectID>(entityName: "Superhero")
        identifiers.resultType = .managedObjectIDResultType
        identifiers.sortDescriptors = order
        let ofIDs = NSFetchedResultsController(
            fetchRequest: identifiers, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try ofIDs.performFetch()
        #expect(ofIDs.sections?.map(\.numberOfObjects) == [3])
        let hulkID = ofIDs.object(at: [0, 2])
        #expect(try (context.existingObject(with: hulkID) as? Superhero)?.name == "Hulk")
        #expect(ofIDs.indexPath(forObject: hulkID) == [0, 2])
    }
}
