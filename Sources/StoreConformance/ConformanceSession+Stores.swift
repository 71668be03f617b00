import Foundation
import ObjectGraph

// How a store comes and goes.
extension ConformanceSession {
    func storesComeAndGo() throws {
        try once { container in
            let objectID = try saveThingAndRemoveStore(of: container)
            let context = container.newContext()
            try expect(!context.persistentStore.snapshot.contains(objectID), "a removed store still shows an object")
            try expect(try context.things().isEmpty, "a fetch finds an object of a removed store")
            try addAgain(to: container)
            guard reopens else { return }
            let thing = try context.existingObject(with: objectID)
            try expect(thing.value(forKey: "stringValue") as? String == "kept", "an object came back with other values")
            try expect(thing.member("box")?.members("contents") == [thing], "an object came back without its relations")
            thing.setValue("changed", forKey: "stringValue")
            try context.save()
            let fresh = container.newContext()
            let value = fresh.object(with: objectID).value(forKey: "stringValue") as? String
            try expect(value == "changed", "a change after the store came back is not saved")
        }
    }

    /// In a function of its own, so that nothing holds the store when it is opened again.
    private func saveThingAndRemoveStore(of container: PersistentContainer) throws -> ObjectID {
        let context = container.newContext()
        let thing = context.insertNewObject(forEntityName: "Thing")
        thing.setValue("kept", forKey: "stringValue")
        thing.setValue(context.insertNewObject(forEntityName: "Box"), forKey: "box")
        try context.save()
        try container.persistentStoreCoordinator.remove(try store(of: container))
        return thing.objectID
    }
}
