import CoreData
import Foundation
import Testing

/// Groups that a program opens, as for an editor with a button to cancel.
@MainActor
@Suite struct UndoGroupTests {
    private let context: NSManagedObjectContext
    private let manager = UndoManager()
    private let car: GarageCar

    init() throws {
        context = try Garage.context()
        car = context.makeCar("1")
        car.maker = "Volvo"
        try context.save()
        context.undoManager = manager
    }

    /// Changes the car in one event, adds another car in the next, and gives both an owner in the last.
    private func edit() -> GarageCar {
        car.numberPlate = "2"
        context.processPendingChanges()
        let other = context.makeCar("3")
        context.processPendingChanges()
        let owner = context.makePerson()
        (car.owner, other.owner) = (owner, owner)
        car.numberPlate = "4"
        context.processPendingChanges()
        return other
    }

    @Test("One call undoes and redoes all events of a group that the program opened")
    func eventsOfAGroup() throws {
        car.maker = "Saab"
        manager.beginUndoGrouping()
        let other = edit()
        manager.endUndoGrouping()
        manager.undo()
        #expect(car.numberPlate == "1" && car.owner == nil && car.maker == "Saab")
        #expect(other.managedObjectContext == nil || other.isDeleted)
        #expect(context.insertedObjects.isEmpty && manager.canUndo)
        manager.redo()
        #expect(car.numberPlate == "4" && other.numberPlate == "3" && other.owner === car.owner && car.owner != nil)
        #expect(context.insertedObjects.count == 2 && !manager.canRedo)
        manager.undo()
        manager.undo()
        #expect(car.maker == "Volvo" && car.numberPlate == "1" && !manager.canUndo)
        #expect(!context.hasChanges)
    }

    @Test("Groups within a group are part of it, and one without changes leaves nothing to undo")
    func nestedGroups() {
        manager.beginUndoGrouping()
        car.maker = "Saab"
        manager.beginUndoGrouping()
        car.numberPlate = "2"
        manager.endUndoGrouping()
        car.numberPlate = "3"
        manager.endUndoGrouping()
        manager.beginUndoGrouping()
        manager.endUndoGrouping()
        manager.undo()
        #expect(car.maker == "Volvo" && car.numberPlate == "1" && !manager.canUndo)
    }

    @Test("A group survives saves, and a rollback discards what it has so far")
    func savesInAGroup() throws {
        manager.beginUndoGrouping()
        car.maker = "Saab"
        try context.save()
        car.numberPlate = "2"
        try context.save()
        manager.endUndoGrouping()
        manager.undo()
        #expect(car.maker == "Volvo" && car.numberPlate == "1" && context.hasChanges)
        manager.beginUndoGrouping()
        car.maker = "Lada"
        context.processPendingChanges()
        context.rollback()
        manager.endUndoGrouping()
        #expect(!manager.canUndo && car.maker == "Saab")
    }

    @Test("The number of levels counts groups, not their events")
    func levels() {
        manager.levelsOfUndo = 1
        manager.beginUndoGrouping()
        _ = edit()
        manager.endUndoGrouping()
        manager.undo()
        #expect(car.numberPlate == "1" && car.owner == nil)
    }
}
