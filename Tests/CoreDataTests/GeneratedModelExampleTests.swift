import CoreData
import CoreDataSampleModels
import Testing

struct GeneratedModelExampleTests {
    @Test("The example of generated models finds one that was registered before the program began")
    func generatedModels() throws {
        // Not called: other tests look at all models of the program.
        @Sendable func register(_ makeModel: @escaping @Sendable () -> NSManagedObjectModel) {
            // Example: GeneratedModels
            GeneratedModels.register("Superheroes") { makeModel() }  // In generated code
            // A container finds the model by its name, and creates it then.
            let container = NSPersistentContainer(name: "Superheroes")
            // End
            _ = container
        }
        #expect(NSPersistentContainer(name: "Superheroes").managedObjectModel.entities.count == 2)
    }
}
