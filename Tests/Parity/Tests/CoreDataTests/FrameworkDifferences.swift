import CoreData
import Foundation
import ParityModels

// What tests do in another way with Apple's framework: the main package has functions of the same names.

/// A container with the model of a name, whose stores aren't loaded. Apple's looks for models in the main bundle only,
/// which is that of the program that runs tests.
func newContainer(_ name: String = "Superheroes") -> NSPersistentContainer {
    NSPersistentContainer(name: name, managedObjectModel: ParityModel.named(name))
}

/// The model that a store's file contains; nil if the system or its SDK lacks the method, which came with macOS 26.4.
func cachedModel(at url: URL) throws -> NSManagedObjectModel? {
    #if compiler(>=6.3)
        if #available(macOS 26.4, *) { return try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url) }
    #endif
    return nil
}

/// Has an object validate a value for a property.
func validate(_ value: Any?, forKey key: String, of object: NSManagedObject) throws {
    var value = value as AnyObject?
    try object.validateValue(&value, forKey: key)
}

/// The JSON store is the file that a program reads and writes as a whole, as the binary store of Apple's framework is.
// swift-format-ignore: AlwaysUseLowerCamelCase
let NSJSONStoreType = NSBinaryStoreType

extension NSPersistentStore.StoreType {
    /// See `NSJSONStoreType`.
    static var json: NSPersistentStore.StoreType { .binary }
}

/// An object that checks values in its own way before the model does, and replaces some.
class CheckingObject: NSManagedObject {
    func check(_ value: Any?, forKey key: String) throws {}
    func corrected(_ value: Any?, forKey key: String) -> Any? { value }

    override func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
        try check(value.pointee, forKey: key)
        value.pointee = corrected(value.pointee, forKey: key) as AnyObject?
        try super.validateValue(value, forKey: key)
    }
}
