import CoreData
import Foundation

// What tests do in another way with Apple's framework, where `Tests/Parity` has functions of the same names.

/// A container with the model of a name, whose stores aren't loaded.
func newContainer(_ name: String = "Superheroes") -> NSPersistentContainer {
    NSPersistentContainer(name: name)
}

/// The model that a store's file contains.
func cachedModel(at url: URL) throws -> NSManagedObjectModel? {
    try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
}

/// Has an object validate a value for a property.
func validate(_ value: Any?, forKey key: String, of object: NSManagedObject) throws {
    var value = value
    try object.validateValue(&value, forKey: key)
}

/// An object that checks values in its own way before the model does, and replaces some.
class CheckingObject: NSManagedObject {
    func check(_ value: Any?, forKey key: String) throws {}
    func corrected(_ value: Any?, forKey key: String) -> Any? { value }

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try check(value, forKey: key)
        value = corrected(value, forKey: key)
        try super.validateValue(&value, forKey: key)
    }
}
