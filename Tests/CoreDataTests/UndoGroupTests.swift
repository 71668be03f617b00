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

    @Test("Groups have the names that programs give them, and menus show these")
    func names() throws {
        #expect(manager.undoActionName.isEmpty && manager.undoMenuItemTitle == "Undo")
        car.maker = "Saab"
        manager.setActionName("Change Maker")
        context.processPendingChanges()
        car.numberPlate = "2"
        #expect(manager.undoActionName.isEmpty, "The last group has no name.")
        manager.beginUndoGrouping()
        manager.setActionName("Edit")
        _ = edit()
        #expect(manager.undoActionName == "Edit")
        manager.endUndoGrouping()
        #expect(manager.undoMenuItemTitle == "Undo Edit" && manager.redoMenuItemTitle == "Redo")
        manager.undo()
        #expect(manager.undoActionName.isEmpty && manager.redoMenuItemTitle == "Redo Edit")
        manager.undoNestedGroup()
        #expect(manager.undoActionName == "Change Maker")
        manager.redo()
        manager.redo()
        #expect(manager.undoActionName == "Edit" && manager.redoActionName.isEmpty)
        manager.beginUndoGrouping()
        manager.setActionName("Nothing")
        manager.endUndoGrouping()
        car.maker = "Fiat"
        #expect(manager.undoActionName.isEmpty)
        manager.removeAllActions()
        #expect(manager.undoActionName.isEmpty && !manager.isUndoing && !manager.isRedoing)
        #expect(manager.redoMenuTitle(forUndoActionName: "Typing") == "Redo Typing")
    }

    @Test("Without a group and without changes, the last group gets the name, and the next one none")
    func nameOfTheLastGroup() {
        manager.setActionName("Nothing")
        manager.beginUndoGrouping()
        car.maker = "Saab"
        manager.endUndoGrouping()
        #expect(manager.undoActionName.isEmpty)
        manager.setActionName("Change Maker")
        #expect(manager.undoActionName == "Change Maker")
        car.numberPlate = "2"
        context.processPendingChanges()
        #expect(manager.undoActionName.isEmpty)
        manager.undo()
        #expect(manager.undoActionName == "Change Maker")
        manager.undo()
        #expect(manager.redoActionName == "Change Maker")
    }

    @Test("The manager says that it is undoing or redoing while objects are told")
    func states() throws {
        var states: [String] = []
        let manager = manager
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in MainActor.assumeIsolated { states.append("\(manager.isUndoing) \(manager.isRedoing)") } }
        defer { NotificationCenter.default.removeObserver(observer) }
        car.maker = "Saab"
        context.processPendingChanges()
        manager.undo()
        manager.redo()
        #expect(states == ["false false", "true false", "false true"])
    }
}
