import ObjectGraph
import SampleModels
import Testing

/// Rules DEL-1 to DEL-25: what a deletion does to the objects around it.
struct DeleteRuleTests {
    let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.deleteRules)
    }

    @Test("DEL-1, DEL-2 and CTX-26 nullify from the to-many and from the to-one")
    func nullify() throws {
        let department = Department(context: context)
        let employees = (0..<3).map { _ in Employee(context: context) }
        department.addToEmployees(employees)
        try context.save()
        context.delete(employees[0])
        #expect(employees[0].isDeleted)
        #expect(context.deletedObjects == [employees[0]])
        #expect(Set(department.employees) == Set(employees[1...]))
        context.delete(department)
        #expect(employees[1].department == nil)
        try context.save()
        let other = try context.sibling()
        #expect(try other.all(Employee.self).map(\.objectID) == employees[1...].map(\.objectID))
        #expect(try other.all(Department.self).isEmpty)
    }

    @Test("DEL-18 nullify of a many-to-many")
    func nullifyManyToMany() throws {
        let (first, second) = (Project(context: context), Project(context: context))
        let employee = Employee(context: context)
        employee.projects = [first, second]
        try context.save()
        context.delete(first)
        #expect(employee.projects.objects == [second])
        try context.save()
        #expect(try context.reread(employee) { $0.projects.count } == 1)
    }

    @Test("DEL-3, DEL-4 and CTX-37 a cascade continues to the end")
    func cascade() throws {
        let catalogue = Catalogue(context: context)
        for _ in 0..<3 {
            let page = CataloguePage(context: context)
            page.catalogue = catalogue
            page.addToNotes([PageNote(context: context), PageNote(context: context)])
        }
        try context.save()
        context.delete(catalogue)
        #expect(context.deletedObjects.count == 1 + 3 + 6)
        try context.save()
        let other = try context.sibling()
        #expect(try other.all(Catalogue.self).isEmpty)
        #expect(try other.all(CataloguePage.self).isEmpty)
        #expect(try other.all(PageNote.self).isEmpty)
    }

    @Test("DEL-6 deleting a part of a cascade leaves the whole")
    func deletingAPart() throws {
        let catalogue = Catalogue(context: context)
        let pages = (0..<3).map { _ in CataloguePage(context: context) }
        catalogue.addToPages(pages)
        try context.save()
        context.delete(pages[1])
        try context.save()
        #expect(catalogue.pages.objects == [pages[0], pages[2]])
        #expect(!catalogue.isDeleted)
    }

    @Test("DEL-5 a cycle of cascades ends, from either end", arguments: [true, false])
    func cascadeInACircle(startsAtThePlanet: Bool) throws {
        let (planet, moon) = (Planet(context: context), Moon(context: context))
        planet.moon = moon
        try context.save()
        context.delete(startsAtThePlanet ? planet : moon)
        #expect(context.deletedObjects == [planet, moon])
        try context.save()
        #expect(try context.sibling().all(Moon.self).isEmpty)
    }

    @Test("DEL-5 a tree whose root is its own descendant")
    func cascadeInATreeWithACircle() throws {
        let nodes = (0..<4).map { _ in TreeNode(context: context) }
        for (parent, child) in zip(nodes, nodes[1...]) { child.parent = parent }
        nodes[0].parent = nodes[3]
        try context.save()
        context.delete(nodes[2])
        #expect(context.deletedObjects == Set(nodes))
        try context.save()
    }

    @Test("DEL-4 a cascade of 20,000 objects needs no stack", arguments: [true, false])
    func longCascade(isSaved: Bool) throws {
        var last = ChainLink(context: context)
        let first = last
        for _ in 1..<20_000 {
            let next = ChainLink(context: context)
            last.next = next
            last = next
        }
        if isSaved { try context.save() }
        context.delete(first)
        #expect(last.isDeleted)
        #expect(context.deletedObjects.count == (isSaved ? 20_000 : 0))
        try context.save()
        #expect(try context.count(for: ChainLink.fetchRequest()) == 0)
    }

    @Test("DEL-16 cascade and nullify of one object")
    func cascadeAndNullify() throws {
        let employee = Employee(context: context)
        let badge = Badge(context: context)
        let department = Department(context: context)
        employee.badge = badge
        employee.department = department
        try context.save()
        context.delete(employee)
        #expect(badge.isDeleted)
        #expect(!department.isDeleted)
        #expect(department.employees.isEmpty)
    }

    @Test("DEL-11 and DEL-12 No Action leaves the other side unchanged, and it reads as nil")
    func noAction() throws {
        let (seat, ticket) = (Seat(context: context), Ticket(context: context))
        seat.ticket = ticket
        try context.save()
        context.delete(seat)
        #expect(!ticket.hasChanges)
        #expect(ticket.seat == nil)
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.own(ticket))
        #expect(reread.seat == nil)
        let replacement = Seat(context: context)
        ticket.seat = replacement
        #expect(ticket.seat === replacement)
        #expect(replacement.ticket === ticket)
        try context.save()
        #expect(try context.reread(ticket) { $0.seat?.objectID } == replacement.objectID)
    }

    @Test("DEL-17 without an inverse the source keeps a reference that reads as nil")
    func withoutInverse() throws {
        let context = try makeContext(.awkward)
        let pointer = context.insertNewObject(forEntityName: "Pointer")
        let targets = (0..<2).map { _ in context.insertNewObject(forEntityName: "Target") }
        pointer.setValue(targets[0], forKey: "target")
        pointer.setValue(targets, forKey: "targets")
        try context.save()
        context.delete(targets[0])
        #expect(!pointer.hasChanges)
        #expect(pointer.value(forKey: "target") == nil)
        try context.save()
        pointer.setValue(targets[1], forKey: "target")
        #expect(pointer.value(forKey: "target") as? ManagedObject === targets[1])
        #expect(pointer.value(forKey: "targets") as? Set<ManagedObject> == [targets[1]])
    }

    @Test("DEL-20 and CTX-5 a new child that is deleted leaves no trace")
    func deletingANewChild() throws {
        let department = Department(context: context)
        try context.save()
        let employee = Employee(context: context)
        employee.department = department
        context.delete(employee)
        #expect(context.insertedObjects.isEmpty)
        #expect(context.deletedObjects.isEmpty)
        #expect(department.employees.isEmpty)
        try context.save()
        #expect(try context.sibling().all(Employee.self).isEmpty)
    }

    @Test("CTX-5 inserting and deleting leaves nothing to save")
    func insertingAndDeleting() {
        let seat = Seat(context: context)
        context.delete(seat)
        #expect(!context.hasChanges)
        #expect(seat.isDeleted)
        #expect(!seat.isInserted)
    }

    @Test("CTX-5 a new object that is deleted before a save has no context, until the deletion is undone")
    func contextOfADeletedNewObject() throws {
        context.undoHistory = UndoHistory()
        let seat = Seat(context: context)
        #expect(seat.managedObjectContext === context)
        context.processPendingChanges()
        context.delete(seat)
        #expect(seat.managedObjectContext == nil && seat.isDeleted)
        context.processPendingChanges()
        #expect(seat.managedObjectContext == nil)
        context.undo()
        #expect(seat.managedObjectContext === context && context.insertedObjects == [seat])
        context.redo()
        #expect(seat.managedObjectContext == nil)
        try context.save()
        #expect(seat.managedObjectContext == nil && !context.hasChanges)
        let other = Seat(context: context)
        context.delete(other)
        context.insert(other)
        #expect(other.managedObjectContext === context && context.insertedObjects == [other])
        context.rollback()
        #expect(other.managedObjectContext == nil)
    }

    @Test("CTX-5 a new object of a child that is deleted before a save has no context")
    func contextOfADeletedNewObjectOfAChild() throws {
        let child = ManagedObjectContext(parent: context)
        let seat = Seat(context: child)
        child.delete(seat)
        #expect(seat.managedObjectContext == nil)
        try child.save()
        #expect(seat.managedObjectContext == nil && !context.hasChanges)
    }

    @Test("DEL-21 deleting a stored parent also deletes its new child")
    func deletingAParentWithANewChild() throws {
        let catalogue = Catalogue(context: context)
        try context.save()
        let page = CataloguePage(context: context)
        page.catalogue = catalogue
        context.delete(catalogue)
        #expect(context.insertedObjects.isEmpty)
        #expect(context.deletedObjects == [catalogue])
        try context.save()
    }

    @Test(
        "DEL-20 a new object with the rules No Action or Deny leaves no trace in stored objects",
        arguments: [("Left", "right", "Right"), ("Guarded", "guards", "Guard")])
    func deletingANewObjectThatKeepsItsDestinations(_ entity: String, _ key: String, _ destination: String) throws {
        let context = try makeContext(.awkward)
        let stored = context.insertNewObject(forEntityName: destination)
        try context.save()
        let new = context.insertNewObject(forEntityName: entity)
        new.setValue(key == "right" ? stored : [stored], forKey: key)
        context.delete(new)
        try context.save()
        #expect(try context.persistentStoreCoordinator.committedState.destinationIDs(of: stored.objectID) == [[]])
    }

    @Test("DEL-22 and CTX-17 rolling back a cascade restores objects and links")
    func rollingBackACascade() throws {
        let catalogue = Catalogue(context: context)
        let pages = (0..<3).map { _ in CataloguePage(context: context) }
        catalogue.addToPages(pages)
        try context.save()
        context.delete(catalogue)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(!pages[0].isDeleted)
        #expect(catalogue.pages.objects == pages)
        #expect(pages.allSatisfy { $0.catalogue === catalogue })
    }

    @Test("DEL-23 and OBJ-25 each deleted object is notified once, while its relationships are intact")
    func preparingForDeletion() throws {
        let context = try makeContext(.inheritance)
        let driver = Driver(context: context)
        let boats = [Boat(context: context), Boat(context: context)]
        driver.addToVehicles(boats)
        try context.save()
        context.delete(boats[0])
        #expect(boats[0].driverAtDeletion === driver)
        context.delete(driver)
        #expect(boats.map(\.deletionCount) == [1, 1])
    }

    @Test("Objects can delete each other in `prepareForDeletion`")
    func mutualDeletion() throws {
        let context = try makeContext(.inheritance)
        let boats = [Boat(context: context), Boat(context: context)]
        boats[0].companion = boats[1]
        boats[1].companion = boats[0]
        try context.save()
        context.delete(boats[0])
        #expect(context.deletedObjects == Set(boats))
        #expect(boats.map(\.deletionCount) == [1, 1])
        boats.forEach { $0.companion = nil }
    }

    @Test("DEL-24 deleting twice deletes once")
    func deletingTwice() throws {
        let seat = Seat(context: context)
        try context.save()
        context.delete(seat)
        context.delete(seat)
        #expect(context.deletedObjects == [seat])
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test("DEL-25 an object that was never read is deleted with its relationships")
    func deletingAFault() throws {
        let department = Department(context: context)
        let employee = Employee(context: context)
        employee.department = department
        try context.save()
        let other = try context.sibling()
        other.delete(other.object(with: department.objectID))
        try other.save()
        #expect(try context.reread(employee) { $0.department } == nil)
    }

    @Test("CTX-27 after the save, a deleted object has no context, but its values can be read")
    func afterSavingADeletion() throws {
        let seat = Seat(context: context)
        seat.name = "12a"
        try context.save()
        context.delete(seat)
        #expect(seat.name == "12a")
        try context.save()
        #expect(!seat.isDeleted)
        #expect(seat.managedObjectContext == nil)
        #expect(seat.name == "12a")
        #expect(throws: ObjectNotFoundError.self) { try context.existingObject(with: seat.objectID) }
    }

    @Test("DEL-28 changing a deleted object doesn't restore it")
    func changingADeletedObject() throws {
        let seat = Seat(context: context)
        try context.save()
        context.delete(seat)
        seat.name = "too late"
        #expect(context.updatedObjects.isEmpty)
        try context.save()
        #expect(try context.all(Seat.self).isEmpty)
    }
}
