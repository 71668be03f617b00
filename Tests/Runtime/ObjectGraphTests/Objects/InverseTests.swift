import ObjectGraph
import SampleModels
import Testing

/// Rules REL-1 to REL-17: both sides of a relationship, in each shape.
struct InverseTests {
    let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.deleteRules)
    }

    private func employees(_ count: Int) -> [Employee] {
        (0..<count).map { _ in Employee(context: context) }
    }

    @Test("REL-1 and REL-5 setting a to-one changes the to-many")
    func toOneSide() {
        let department = Department(context: context)
        let employee = Employee(context: context)
        employee.department = department
        #expect(department.employees.objects == [employee])
        employee.department = nil
        #expect(department.employees.isEmpty)
        #expect(!employee.isDeleted)
    }

    @Test("REL-2 and REL-6 changing a to-many sets the to-one")
    func toManySide() {
        let department = Department(context: context)
        let employee = Employee(context: context)
        department.addToEmployees(employee)
        #expect(employee.department === department)
        department.removeFromEmployees(employee)
        #expect(employee.department == nil)
        #expect(!employee.isDeleted)
    }

    @Test("REL-3, REL-4 and REL-17 moving changes three objects", arguments: [true, false])
    func moving(fromTheToOne: Bool) throws {
        let (old, new) = (Department(context: context), Department(context: context))
        let employee = Employee(context: context)
        employee.department = old
        try context.save()
        if fromTheToOne {
            employee.department = new
        } else {
            new.addToEmployees(employee)
        }
        #expect(old.employees.isEmpty)
        #expect(new.employees.objects == [employee])
        #expect(employee.department === new)
        #expect(context.updatedObjects == [old, new, employee])
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.own(employee))
        #expect(reread.department?.objectID == new.objectID)
    }

    @Test("REL-7 emptying a to-many")
    func emptying() {
        let department = Department(context: context)
        let members = employees(3)
        department.addToEmployees(members)
        department.employees = []
        #expect(members.allSatisfy { $0.department == nil })
    }

    @Test("REL-9 many-to-many from either side")
    func manyToMany() {
        let projects = [Project(context: context), Project(context: context)]
        let members = employees(2)
        projects[0].addToMembers(members)
        members[1].addToProjects(projects[1])
        #expect(Set(members[1].projects) == Set(projects))
        #expect(projects[1].members.objects == [members[1]])
        members[1].removeFromProjects(projects[0])
        #expect(projects[0].members.objects == [members[0]])
    }

    @Test("REL-11 a one-to-one destination moves to its new owner", arguments: [true, false])
    func stealing(fromTheOwningSide: Bool) {
        let (first, second) = (Employee(context: context), Employee(context: context))
        let badge = Badge(context: context)
        first.badge = badge
        if fromTheOwningSide { second.badge = badge } else { badge.employee = second }
        #expect(first.badge == nil)
        #expect(second.badge === badge)
        #expect(badge.employee === second)
    }

    @Test("REL-12 crossing two one-to-ones leaves the other two objects without destinations")
    func crossing() {
        let people = employees(2)
        let badges = [Badge(context: context), Badge(context: context)]
        people[0].badge = badges[0]
        people[1].badge = badges[1]
        people[0].badge = badges[1]
        #expect(badges[0].employee == nil)
        #expect(people[1].badge == nil)
        #expect(badges[1].employee === people[0])
    }

    @Test("REL-13 setting the current value changes nothing")
    func settingThePresentValue() throws {
        let employee = Employee(context: context)
        let department = Department(context: context)
        employee.department = department
        try context.save()
        employee.department = department
        department.addToEmployees(employee)
        #expect(!context.hasChanges)
    }

    @Test("REL-14 a tree on one entity, and an object that is its own parent")
    func trees() {
        let (root, leaf) = (TreeNode(context: context), TreeNode(context: context))
        root.addToChildren(leaf)
        #expect(leaf.parent === root)
        root.parent = leaf
        #expect(leaf.children.objects == [root])
        leaf.parent = leaf
        #expect(Set(leaf.children) == [root, leaf])
        #expect(root.children.isEmpty)
        leaf.parent = nil
        #expect(leaf.children.objects == [root])
    }

    @Test("REL-15 a to-many relationship that is its own inverse")
    func ownInverseToMany() {
        let people = employees(3)
        people[0].addToFriends([people[1], people[2]])
        #expect(people[1].friends.objects == [people[0]])
        people[1].removeFromFriends(people[0])
        #expect(people[0].friends.objects == [people[2]])
        people[0].addToFriends(people[0])
        #expect(Set(people[0].friends) == [people[0], people[2]])
        people[0].removeFromFriends(people[0])
        #expect(people[0].friends.objects == [people[2]])
        people[0].friends = []
        #expect(people[2].friends.isEmpty)
    }

    @Test("REL-15 a to-one relationship that is its own inverse")
    func ownInverseToOne() {
        let people = employees(4)
        people[0].partner = people[1]
        people[2].partner = people[3]
        #expect(people[1].partner === people[0])
        people[0].partner = people[2]
        #expect(people[2].partner === people[0])
        #expect(people[1].partner == nil)
        #expect(people[3].partner == nil)
        people[0].partner = people[0]
        #expect(people[0].partner === people[0])
        #expect(people[2].partner == nil)
        people[0].partner = people[1]
        #expect(people[1].partner === people[0])
        people[1].partner = nil
        #expect(people[0].partner == nil)
    }

    @Test("REL-16 without an inverse one side changes")
    func withoutInverse() throws {
        let context = try makeContext(.awkward)
        let pointers = (0..<2).map { _ in context.insertNewObject(forEntityName: "Pointer") }
        let target = context.insertNewObject(forEntityName: "Target")
        try context.save()
        for pointer in pointers {
            pointer.setValue(target, forKey: "target")
            pointer.setValue([target], forKey: "targets")
        }
        #expect(!target.hasChanges)
        #expect(pointers.allSatisfy { $0.value(forKey: "target") as? ManagedObject === target })
        #expect(pointers.allSatisfy { $0.value(forKey: "targets") as? Set<ManagedObject> == [target] })
    }

    @Test("REL-25 a stored object refers to a new one")
    func savingANewDestination() throws {
        let department = Department(context: context)
        try context.save()
        let employee = Employee(context: context)
        department.addToEmployees(employee)
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.own(department))
        #expect(reread.employees.map(\.objectID) == [employee.objectID])
        #expect(!employee.objectID.isTemporaryID)
    }

    @Test("A relationship to a parent entity can contain objects of every subentity")
    func destinationsOfSubentities() throws {
        let context = try makeContext(.inheritance)
        let driver = Driver(context: context)
        let (car, truck, boat) = (RaceCar(context: context), Truck(context: context), Boat(context: context))
        driver.addToVehicles([car, truck, boat])
        #expect(truck.driver === driver)
        let garage = Garage(context: context)
        garage.addToCars(car)
        #expect(car.garage === garage)
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.own(driver))
        #expect(Set(reread.vehicles.map(\.entity.name)) == ["Boat", "RaceCar", "Truck"])
        #expect(reread.vehicles.compactMap { $0 as? RaceCar }.first?.garage?.objectID == garage.objectID)
    }
}
