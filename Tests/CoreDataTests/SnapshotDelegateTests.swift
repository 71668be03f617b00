import CoreData
import CoreDataSampleModels
import Foundation
import Testing

/// Keeps what it is told: a delegate of the form that most programs write today.
private final class SnapshotFollower: NSObject, NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshotReference] = []
    var otherCalls = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        snapshots.append(snapshot)
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        otherCalls += 1
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        otherCalls += 1
    }
}

private final class DifferenceFollower: NSObject, NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []
    var differences: [CollectionDifference<NSManagedObjectID>] = []
    var otherCalls = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        differences.append(diff)
        ids = ids.applying(diff) ?? []
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        otherCalls += 1
    }
}

@MainActor
@Suite struct SnapshotDelegateTests {
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }

    private func controller(bySection: Bool = false) -> NSFetchedResultsController<Superhero> {
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.sortDescriptors = [
            NSSortDescriptor(key: "universe", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: bySection ? "universe" : nil,
            cacheName: nil)
    }

    private func hero(_ name: String, _ universe: Int32 = 0) -> Superhero {
        let hero = Superhero(context: context)
        hero.name = name
        hero.universe = universe
        return hero
    }

    @Test("A delegate that implements snapshots receives nothing else")
    func snapshotsFRC41() throws {
        let (hulk, batman) = (hero("Hulk"), hero("Batman", 1))
        context.processPendingChanges()
        let (follower, controller) = (SnapshotFollower(), controller(bySection: true))
        controller.delegate = follower
        try controller.performFetch()
        let first = try #require(follower.snapshots.first)
        #expect(follower.snapshots.count == 1)
        #expect(first.sectionIdentifiers as? [String] == ["0", "1"])
        #expect(first.itemIdentifiers as? [NSManagedObjectID] == [hulk.objectID, batman.objectID])
        #expect(
            first.itemIdentifiersInSection(withIdentifier: "1") as? [NSManagedObjectID] == [batman.objectID])
        #expect(first.sectionIdentifier(forSectionContainingItemIdentifier: hulk.objectID) as? String == "0")
        let thor = hero("Thor")
        context.delete(batman)
        context.processPendingChanges()
        let second = try #require(follower.snapshots.last)
        #expect(follower.snapshots.count == 2)
        #expect(second.sectionIdentifiers as? [String] == ["0"])
        #expect(second.itemIdentifiers as? [NSManagedObjectID] == [hulk.objectID, thor.objectID])
        #expect(second.index(ofItemIdentifier: thor.objectID) == 1)
        #expect(second.index(ofItemIdentifier: batman.objectID) == NSNotFound)
        #expect(follower.otherCalls == 0)
    }

    @Test("After a save, a delegate receives a snapshot with the permanent IDs of new objects")
    func savedSnapshotsFRC41() throws {
        let (follower, controller) = (SnapshotFollower(), controller())
        controller.delegate = follower
        try controller.performFetch()
        let hulk = hero("Hulk")
        try context.save()
        let last = try #require(follower.snapshots.last)
        #expect(last.itemIdentifiers as? [NSManagedObjectID] == [hulk.objectID])
        #expect(!hulk.objectID.isTemporaryID && follower.otherCalls == 0)
    }

    @Test("A delegate that is set after the fetch first receives a snapshot of its result")
    func lateDelegatesFRC8() throws {
        let hulk = hero("Hulk")
        let (follower, controller) = (SnapshotFollower(), controller())
        try controller.performFetch()
        controller.delegate = follower
        let thor = hero("Thor")
        context.processPendingChanges()
        let told = follower.snapshots.map { $0.itemIdentifiers as? [NSManagedObjectID] }
        #expect(told == [[hulk.objectID], [hulk.objectID, thor.objectID]])
        #expect(follower.otherCalls == 0)
    }

    @Test("A difference of object IDs turns one result into the next")
    func differencesFRC42() throws {
        let heroes = ["Aquaman", "Batman", "Hulk"].map { hero($0) }
        context.processPendingChanges()
        let (follower, controller) = (DifferenceFollower(), controller())
        controller.delegate = follower
        try controller.performFetch()
        follower.ids = heroes.map(\.objectID)
        let thor = hero("Thor")
        context.delete(heroes[1])
        heroes[0].name = "Zatanna"
        context.processPendingChanges()
        #expect(follower.ids == [heroes[2], thor, heroes[0]].map(\.objectID))
        #expect(follower.differences.filter { !$0.isEmpty }.count == 1)
        #expect(follower.otherCalls == 0)
    }

    @Test("After a save, a delegate receives a difference with the permanent IDs of new objects")
    func savedDifferencesFRC42() throws {
        let (follower, controller) = (DifferenceFollower(), controller())
        controller.delegate = follower
        try controller.performFetch()
        let hulk = hero("Hulk")
        context.processPendingChanges()
        #expect(follower.ids == [hulk.objectID] && hulk.objectID.isTemporaryID)
        try context.save()
        #expect(follower.ids == [hulk.objectID] && !hulk.objectID.isTemporaryID)
        #expect(follower.otherCalls == 0)
    }

    @Test("A result with sections has no differences")
    func sectionsFRC42() throws {
        let (follower, controller) = (DifferenceFollower(), controller(bySection: true))
        controller.delegate = follower
        try controller.performFetch()
        _ = hero("Hulk")
        context.processPendingChanges()
        #expect(follower.differences.isEmpty && follower.otherCalls == 1)
    }

    @Test("A snapshot has the methods of UIKit's to change sections and items")
    func aSnapshotIsChangedAsUIKitsIs() {
        let snapshot = NSDiffableDataSourceSnapshotReference()
        snapshot.appendSections(withIdentifiers: ["b"])
        snapshot.insertSections(withIdentifiers: ["a"], beforeSectionWithIdentifier: "b")
        snapshot.appendItems(withIdentifiers: [1, 2, 3], intoSectionWithIdentifier: "a")
        snapshot.appendItems(withIdentifiers: [4])
        snapshot.moveItem(withIdentifier: 1, afterItemWithIdentifier: 4)
        snapshot.insertItems(withIdentifiers: [5], beforeItemWithIdentifier: 3)
        snapshot.deleteItems(withIdentifiers: [2, 9])
        #expect(snapshot.itemIdentifiers as? [Int] == [5, 3, 4, 1])
        #expect(snapshot.numberOfItems(inSection: "b") == 2 && snapshot.numberOfSections == 2)
        let copy = snapshot.copy() as? NSDiffableDataSourceSnapshotReference
        snapshot.moveSection(withIdentifier: "a", afterSectionWithIdentifier: "b")
        snapshot.reloadItems(withIdentifiers: [3, 3])
        snapshot.deleteSections(withIdentifiers: ["b"])
        #expect(snapshot.sectionIdentifiers as? [String] == ["a"] && snapshot.numberOfItems == 2)
        #expect(snapshot.reloadedItemIdentifiers as? [Int] == [3])
        #expect(copy?.sectionIdentifiers as? [String] == ["a", "b"])
    }

    // Example: NSDiffableDataSourceSnapshotReference
    final class HeroTable: NSObject, NSFetchedResultsControllerDelegate {
        private(set) var rows: [NSManagedObjectID] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            rows = snapshot.itemIdentifiers.compactMap { $0 as? NSManagedObjectID }
        }
    }
    // End

    @Test("The example of a snapshot shows the objects of a result, and follows changes")
    func anExample() throws {
        let batgirl = hero("Batgirl")
        try context.save()
        let controller = controller()
        let table = HeroTable()
        controller.delegate = table
        try controller.performFetch()
        #expect(table.rows == [batgirl.objectID])
        let aquaman = hero("Aquaman")
        context.processPendingChanges()
        #expect(table.rows == [aquaman.objectID, batgirl.objectID])
    }
}
