public import Foundation

/// A policy for migrating the objects of an entity. Subclasses override the methods whose behavior they change.
///
/// The order for each mapping (rule MIG-26) is ``begin(_:with:)``, the instances, and the end of their creation. After
/// this, for all mappings, come the relationships and the end of their creation, and then the validation and
/// ``end(_:manager:)``.
///
/// ```swift
/// final class TitlePolicy: NSEntityMigrationPolicy {
///     override func createDestinationInstances(
///         forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
///     ) throws {
///         try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
///         let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
///         made.first?.setValue("Untitled", forKey: "title")
///     }
/// }
/// ```
open class NSEntityMigrationPolicy: NSObject {
    /// Creates a policy that follows the mapping.
    public override required init() {}

    /// Called before anything else of a mapping.
    ///
    /// - Throws: Only in an override, whose error ends the migration. There is then no new store.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Creates the destination instances of an object. By default, it creates an object of the newer entity with the
    /// values of the mapping's attributes, and associates both.
    ///
    /// - Throws: An error with the code 134170 for an expression of the mapping that cannot be evaluated, for a value
    ///   of another type, and for a property that the newer entity does not have. It ends the migration, as the error
    ///   of an override does.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let name = mapping.destinationEntityName else { return }
        let dInstance = NSEntityDescription.insertNewObject(forEntityName: name, into: manager.destinationContext)
        let attributes = dInstance.entity.attributesByName
        for property in mapping.attributeMappings ?? [] {
            guard let key = property.name, property.valueExpression != nil else { continue }
            guard let attribute = attributes[key] else { throw Self.unknownProperty(key, of: name) }
            let value = try property.value(of: sInstance)
            // A newly required attribute starts with the model's default value (rule MIG-13).
            if value == nil, !attribute.isOptional { continue }
            try checkType(of: value, forKey: key, of: dInstance)
            dInstance.setValue(value, forKey: key)
        }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: dInstance, for: mapping)
    }

    /// Called when all instances of a mapping have been created.
    ///
    /// - Throws: Only in an override, whose error ends the migration. There is then no new store.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Sets the relationships of an object. By default, they point to the counterparts of the destinations in the
    /// mapping's relationships.
    ///
    /// - Throws: An error with the code 134170 for an expression of the mapping that cannot be evaluated, and for a
    ///   property that the newer entity does not have. It ends the migration, as the error of an override does.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let sources = manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [dInstance])
        guard let source = sources.first else { return }
        let relationships = dInstance.entity.relationshipsByName
        for property in mapping.relationshipMappings ?? [] {
            guard let key = property.name, property.valueExpression != nil else { continue }
            guard let relationship = relationships[key] else {
                throw Self.unknownProperty(key, of: dInstance.entity.name ?? "")
            }
            let counterparts = try property.destinations(of: source, manager)
            if !relationship.isToMany {
                dInstance.setValue(counterparts.first, forKey: key)
            } else if relationship.isOrdered {
                dInstance.setValue(NSOrderedSet(array: counterparts), forKey: key)
            } else {
                dInstance.setValue(NSSet(array: counterparts), forKey: key)
            }
        }
    }

    /// Called when all relationships of a mapping have been created.
    ///
    /// - Throws: Only in an override, whose error ends the migration. There is then no new store.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Validates the results of a mapping, before they are saved.
    ///
    /// - Throws: Only in an override, whose error ends the migration. There is then no new store.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called at the end of a mapping.
    ///
    /// - Throws: Only in an override, whose error ends the migration. There is then no new store.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    private static func unknownProperty(_ key: String, of entityName: String) -> NSError {
        NSError(
            code: NSEntityMigrationPolicyError,
            "'\(entityName)' has no property '\(key)' after the migration; correct the name in the mapping model")
    }

    /// Checks only the type: what else is incorrect can still change before the new store is saved.
    private func checkType(of value: Any?, forKey key: String, of object: NSManagedObject) throws {
        do {
            var value = value
            try object.validateValue(&value, forKey: key)
        } catch let error as NSError where error.code == NSManagedObjectValidationError {
            throw NSError(
                code: NSEntityMigrationPolicyError,
                "\(error.localizedDescription); convert the value in a policy of the mapping",
                [NSUnderlyingErrorKey: error])
        } catch {}
    }
}
