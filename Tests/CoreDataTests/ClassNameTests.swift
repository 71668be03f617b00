import CoreDataHandwritten
import Foundation
import TestSupport
import Testing

@testable import CoreData

/// A class that a model names without its module.
class ShelfAuthor: NSManagedObject {
    var shelfName: String? { value(forKey: "name") as? String }
}

/// Classes of models that are created in code, as programs and their test bundles name them.
@Suite struct ClassNameTests {
    private func context(_ className: String) throws -> NSManagedObjectContext {
        let entity = NSEntityDescription()
        entity.name = "Author"
        entity.managedObjectClassName = className
        entity.properties = [Garage.attribute("name", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("A plain name finds the class of a test bundle")
    func testBundle() throws {
        for name in ["ShelfAuthor", ".ShelfAuthor", "CoreDataTests.ShelfAuthor", NSStringFromClass(ShelfAuthor.self)] {
            let context = try context(name)
            try context.performAndWait {
                let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
                author.setValue("Ann", forKey: "name")
                try context.save()
                context.reset()
                let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))
                #expect((found.first as? ShelfAuthor)?.shelfName == "Ann", "\(name)")
            }
        }
    }

    @Test("A plain name finds the class of a library")
    func library() {
        #expect(ClassDirectory.managedObjectClass(named: "JournalPage") == JournalPage.self)
        #expect(ClassDirectory.managedObjectClass(named: "Nothing") == nil)
        // Not a managed object.
        #expect(ClassDirectory.managedObjectClass(named: "NSManagedObjectContext") == nil)
    }

    @Test("A file that is not a program, or is damaged, has no classes")
    func damagedFiles() throws {
        #expect(ClassList(of: Data()).classes.isEmpty)
        #expect(ClassList(of: Data("#!/bin/sh\n".utf8)).classes.isEmpty)
        let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
        #expect(ClassList(of: program.prefix(100_000)).classes.isEmpty)
        var generator = SplitMix(seed: 7)
        var header = Data(program.prefix(64))
        for _ in 0..<200 {
            header[Int.random(in: 6..<64, using: &generator)] = .random(in: 0...255, using: &generator)
            _ = ClassList(of: header).classes
        }
    }

    #if compiler(>=6.2)
        @Test("A class that is not in the program is named once, as soon as the model is used")
        func missingClass() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for _ in 0..<3 {
                    let entity = NSEntityDescription()
                    entity.name = "Author"
                    entity.managedObjectClassName = "Writer"
                    let model = NSManagedObjectModel()
                    model.entities = [entity]
                    _ = NSPersistentStoreCoordinator(managedObjectModel: model)
                    _ = ShelfAuthor.entity()
                }
            }
            let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("CoreData: ") }
            #expect(lines.count == 2, "\(text)")
            #expect(
                lines.first == """
                    CoreData: warning: the program has no class 'Writer' of the entity 'Author'; its objects are of the class \
                    NSManagedObject, so link the module of the class, or set managedObjectClassName to NSStringFromClass(_:)
                    """)
        }

        @Test("Names of nested classes, and names with formats, are not given to Foundation, which would log them")
        func otherNames() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for name in ["A.B.C", "A.%s%s%@.C", "%n", "CoreDataTests.ShelfAuthor.%@"] {
                    let transformer = ValueTransformer(forName: NSValueTransformerName(name))
                    precondition(ClassDirectory.anyClass(named: name) == nil && transformer == nil)
                }
                precondition(ClassDirectory.anyClass(named: "CoreDataTests.ShelfAuthor") == ShelfAuthor.self)
            }
            let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
            #expect(text?.contains("NSClassFromString") == false)
        }
    #endif

    @Test("The methods that a class overrides are found, and no others")
    func overriddenMethods() {
        #if os(Linux) && _pointerBitWidth(_64)
            let methods: [OverriddenMethod] = [.validateValue, .valueForKey, .valueForUndefinedKey]
            #expect(Set(methods.compactMap(\.index)).count == 3)
            #expect(methods.map { $0.isOverridden(in: Ticket.self) } == [true, true, true])
            #expect(methods.map { $0.isOverridden(in: CheckedPerson.self) } == [true, false, false])
            #expect(methods.map { $0.isOverridden(in: GarageCar.self) } == [false, false, false])
            #expect(!ShelfAuthor.validatesEachProperty && !GarageCar.validatesEachProperty)
            #expect(!JournalPage.validatesEachProperty)
        #endif
        #expect(!NSManagedObject.validatesEachProperty)
        #expect(CheckedPerson.validatesEachProperty && CheckingObject.validatesEachProperty)
    }
}
