import CoreData
import CoreDataSampleModels
import Foundation
import Testing

/// A class that keeps a value outside the model, and watches what happens to its properties, as apps do.
final class Ticket: CheckingObject {
    var color = "white"
    var log: [String] = []
    /// Made once for each object, whoever makes it.
    let serial: Int

    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        serial = 7
        super.init(entity: entity, insertInto: context)
    }

    convenience init(context: NSManagedObjectContext, title: String) {
        self.init(context: context)
        setValue(title, forKey: "title")
    }

    override func value(forKey key: String) -> Any? {
        key == "shout" ? (super.value(forKey: "title") as? String)?.uppercased() : super.value(forKey: key)
    }

    override func setValue(_ value: Any?, forKey key: String) {
        log.append("set \(key)")
        super.setValue(value, forKey: key)
    }

    override func value(forUndefinedKey key: String) -> Any? { key == "color" ? color : nil }

    override func setValue(_ value: Any?, forUndefinedKey key: String) {
        if key == "color", let value = value as? String { color = value }
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let keyPaths = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "shout" ? keyPaths.union(["title"]) : keyPaths
    }

    override func setNilValueForKey(_ key: String) { setValue(0, forKey: key) }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        log.append("changed \(key)")
    }

    override func willAccessValue(forKey key: String?) {
        log.append("access \(key ?? "all")")
        super.willAccessValue(forKey: key)
    }

    override var hasChanges: Bool { super.hasChanges || color != "white" }
    override func changedValues() -> [String: Any] {
        super.changedValues().merging(color == "white" ? [:] : ["color": color]) { own, _ in own }
    }
    override func check(_ value: Any?, forKey key: String) throws {
        if value as? String == "" { throw CocoaError(.validationStringTooShort) }
    }
}

private protocol Managed: NSManagedObject {
    init(context: NSManagedObjectContext)
}

extension Managed {
    static func make(in context: NSManagedObjectContext) -> Self { Self(context: context) }
}

extension Ticket: Managed {}

extension NSManagedObject {
    fileprivate static func create(in context: NSManagedObjectContext) -> Self { self.init(context: context) }
}

extension NSManagedObjectContext {
    fileprivate func insert<Object: NSManagedObject>(_ type: Object.Type = Object.self) -> Object {
        Object(context: self)
    }
}

private final class Coordinator: NSPersistentStoreCoordinator, @unchecked Sendable {}

extension NSPersistentStoreCoordinator {
    fileprivate static func make(_ model: NSManagedObjectModel) -> Self { Self(managedObjectModel: model) }
}

@Suite("What objects of an app's own class override")
struct OpenObjectTests {
    private let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init() {
        let (model, ticket) = (NSManagedObjectModel(), NSEntityDescription())
        ticket.name = "Ticket"
        ticket.managedObjectClassName = NSStringFromClass(Ticket.self)
        let (title, rank) = (NSAttributeDescription(), NSAttributeDescription())
        title.name = "title"
        title.attributeType = .stringAttributeType
        rank.name = "rank"
        rank.attributeType = .integer64AttributeType
        let (parent, children) = (NSRelationshipDescription(), NSRelationshipDescription())
        parent.name = "parent"
        parent.maxCount = 1
        parent.destinationEntity = ticket
        children.name = "children"
        children.destinationEntity = ticket
        parent.inverseRelationship = children
        children.inverseRelationship = parent
        ticket.properties = [title, rank, parent, children]
        model.entities = [ticket]
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    }

    @Test("Overrides of string-keyed access see each call, and keys that are not properties belong to the class")
    func stringKeyedAccess() {
        let ticket = Ticket(context: context, title: "one")
        #expect(
            ticket.value(forKey: "shout") as? String == "ONE" && ticket.value(forKeyPath: "shout") as? String == "ONE")
        ticket.setValue("red", forKey: "color")
        #expect(ticket.color == "red" && ticket.value(forKey: "color") as? String == "red")
        #expect(ticket.value(forKey: "unknown") == nil)
        #expect(Ticket.keyPathsForValuesAffectingValue(forKey: "shout") == ["title"])
        #expect(ticket.value(forKey: "objectID") as? NSManagedObjectID == ticket.objectID)
        #expect(ticket.value(forKey: "self") as? Ticket === ticket)
        #expect(ticket.value(forKey: "isInserted") as? Bool == true)
        ticket.setValuesForKeys(["title": "two", "rank": 5])
        ticket.setNilValueForKey("rank")
        #expect(ticket.log == ["set title", "set color", "set rank", "set title", "set rank"])
        let values = ticket.dictionaryWithValues(forKeys: ["color", "rank"])
        #expect(values["color"] as? String == "red" && values["rank"] as? Int == 0)
        #expect(ticket.hasChanges && ticket.changedValues()["color"] as? String == "red")
        #expect(throws: CocoaError.self) { try validate("", forKey: "title", of: ticket) }
    }

    @Test("Conditions, orders, and sections see the values that a class computes for keys")
    func computedValues() throws {
        try context.persistentStoreCoordinator?.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let tickets = ["b", "a", "c"].map { Ticket(context: context, title: $0) }
        tickets[1].setValue("red", forKey: "color")
        tickets[0].setValue("red", forKey: "color")
        #expect(tickets.map { NSPredicate(format: "shout == 'A'").evaluate(with: $0) } == [false, true, false])
        #expect(NSPredicate(format: "color BEGINSWITH 'r'").evaluate(with: tickets[0]))
        let order = NSSortDescriptor(key: "shout", ascending: false)
        let sorted = try #require(NSArray(array: tickets).sortedArray(using: [order]) as? [Ticket])
        #expect(sorted.map { $0.value(forKey: "title") as? String } == ["c", "b", "a"])
        try context.performAndWait {
            let request = NSFetchRequest<Ticket>(entityName: "Ticket")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "color", cacheName: nil)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["red", "white"])
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
        }
    }

    @Test("A key path can contain values that the classes of other objects compute")
    func computedValuesOfOthers() {
        let (parent, child) = (Ticket(context: context, title: "top"), Ticket(context: context, title: "low"))
        child.setValue(parent, forKey: "parent")
        #expect(child.value(forKeyPath: "parent.shout") as? String == "TOP")
        #expect(child.value(forKeyPath: "parent.color") as? String == "white")
        #expect(child.value(forKeyPath: "parent.objectID") as? NSManagedObjectID == parent.objectID)
        #expect(parent.value(forKeyPath: "children.shout") as? Set<String> == ["LOW"])
        #expect(parent.value(forKeyPath: "children.parent.shout") as? Set<String> == ["TOP"])
        #expect((parent.value(forKeyPath: "children.objectID") as? NSSet)?.contains(child.objectID) == true)
    }

    @Test("A key path sets the property of the object that it leads to")
    func settingByKeyPath() {
        let (parent, child) = (Ticket(context: context), Ticket(context: context))
        child.setValue(parent, forKey: "parent")
        child.setValue("top", forKeyPath: "parent.title")
        #expect(
            parent.value(forKey: "title") as? String == "top"
                && child.value(forKeyPath: "parent.title") as? String == "top")
        parent.setValue("below", forKeyPath: "children.title")
        #expect(child.value(forKey: "title") as? String == "below")
        Ticket(context: context).setValue("nobody", forKeyPath: "parent.title")
        let objectIDs: [NSManagedObjectID] = parent.objectIDs(forRelationshipNamed: "children")
        #expect(objectIDs == [child.objectID])
        parent.log = []
        parent.willAccessValue(forKey: nil)
        parent.willChangeValue(forKey: "children", withSetMutation: .minus, using: [child])
        parent.setPrimitiveValue(NSSet(), forKey: "children")
        parent.didChangeValue(forKey: "children", withSetMutation: .minus, using: [child])
        #expect(parent.log == ["access all", "changed children"] && child.value(forKey: "parent") == nil)
    }

    @Test("Generic code, protocols, and extensions create objects of a type that they don't name")
    func genericCreation() throws {
        let tickets: [Ticket] = [
            Ticket.make(in: context), Ticket.create(in: context), context.insert(), context.insert(Ticket.self),
        ]
        #expect(tickets.allSatisfy { $0.serial == 7 && $0.managedObjectContext === context && $0.isInserted })
        #expect(context.insertedObjects.count == 4)
    }

    @Test("Coordinators are created by a type, and without a model")
    func creatingCoordinators() {
        let coordinator = Coordinator.make(NSManagedObjectModel())
        #expect(type(of: coordinator) == Coordinator.self)
        #expect(NSPersistentStoreCoordinator().managedObjectModel.entities.isEmpty)
        let superheroes = makeContainer().managedObjectModel
        #expect(NSPersistentStoreCoordinator.make(superheroes).managedObjectModel === superheroes)
    }
}
