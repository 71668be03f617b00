import CoreData
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of descriptions.
@MainActor
@Suite struct ModelExampleTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "Books.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("The examples of descriptions create an entity with every kind of property")
    func descriptions() throws {
        // Example: NSAttributeDescription
        let title = NSAttributeDescription()
        title.name = "title"
        title.type = .string
        title.isOptional = false
        title.defaultValue = "Untitled"
        // End
        // Example: NSAttributeType
        let pageCount = NSAttributeDescription()
        pageCount.name = "pageCount"
        pageCount.attributeType = .integer32AttributeType  // The same as `type = .integer32`
        // End
        // Example: NSPropertyDescription
        title.renamingIdentifier = "name"  // What the attribute was called in the previous version
        title.setValidationPredicates(
            [NSPredicate(format: "SELF LIKE '??*'")], withValidationWarnings: ["A title has at least 2 characters."])
        // End
        let (street, city) = (NSAttributeDescription(), NSAttributeDescription())
        for (attribute, name) in [(street, "street"), (city, "city")] {
            attribute.name = name
            attribute.type = .string
        }
        // Example: NSCompositeAttributeDescription
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [street, city]  // The keys of its values, and of key paths such as address.city
        // End
        // Example: NSFetchedPropertyDescription
        let related = NSFetchedPropertyDescription()
        related.name = "related"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.predicate = NSPredicate(format: "title == $FETCH_SOURCE.title")
        related.fetchRequest = request
        // End
        // Example: NSEntityDescription
        let book = NSEntityDescription()
        book.name = "Book"
        book.managedObjectClassName = "NSManagedObject"
        book.properties = [title, pageCount, address, related]
        book.uniquenessConstraints = [["title"]]
        // End
        // Example: NSFetchIndexElementDescription
        let length = NSFetchIndexElementDescription(property: pageCount, collationType: .binary)
        length.isAscending = false  // The longest book first
        book.indexes = [NSFetchIndexDescription(name: "byLength", elements: [length])]
        // End
        let (latitude, longitude) = (NSAttributeDescription(), NSAttributeDescription())
        // Example: NSFetchIndexElementType
        // Places in a rectangle; .binary would be an order of latitudes, and of longitudes for each.
        let elements = [latitude, longitude].map { NSFetchIndexElementDescription(property: $0, collationType: .rTree) }
        let byPlace = NSFetchIndexDescription(name: "byPlace", elements: elements)
        // End
        #expect(byPlace.elements.count == 2 && book.propertiesByName.count == 4)
        let chapters = NSRelationshipDescription()
        // Example: NSDeleteRule
        chapters.deleteRule = .cascadeDeleteRule  // The chapters of a deleted book are also deleted.
        // End
        #expect(chapters.deleteRule == .cascadeDeleteRule)
        let model = NSManagedObjectModel()
        model.entities = [book]
        let context = try Garage.context(model, at: url)
        let emma = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        #expect(emma.value(forKey: "title") as? String == "Untitled")
        emma.setValue("E", forKey: "title")
        #expect(throws: NSError.self) { try context.save() }
    }
}
