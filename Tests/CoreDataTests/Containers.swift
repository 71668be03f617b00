import CoreData
import Testing

/// A container with a store in memory, or the test fails.
func makeContainer(_ name: String = "Superheroes") -> NSPersistentContainer {
    let container = newContainer(name)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { description, error in
        #expect(error == nil, "\(description)")
    }
    return container
}
