import Foundation
import ObjectGraph

// What value and key paths lead to.
extension NSManagedObject {
    /// Whether the entity has a property of a name.
    final func hasProperty(_ key: String) -> Bool {
        let entity = (self as ManagedObject).entity
        return entity.attributeIndexes[key] != nil || entity.relationship(named: key) != nil
            || entity.fetchedProperty(named: key) != nil
    }

    /// Whether the runtime, which knows properties only, follows the rest of a key path after its first key.
    final func isFollowed(_ rest: String, after key: String) -> Bool {
        let object = self as ManagedObject
        guard let relationship = object.entity.relationship(named: key) else {
            return key.hasPrefix("@") || hasProperty(key)
        }
        guard relationship.isToMany else { return false }
        guard let entities = object.managedObjectContext?.managedObjectModel.entitiesByName else { return true }
        var entity = entities[relationship.destinationName]
        for key in rest.split(separator: ".").map(String.init) where !key.hasPrefix("@") {
            // What comes after an attribute is a member of a composite.
            guard let current = entity else { return true }
            if let next = current.relationship(named: key) {
                entity = entities[next.destinationName]
            } else {
                guard current.attributeIndexes[key] != nil || current.fetchedProperty(named: key) != nil else {
                    return false
                }
                entity = nil
            }
        }
        return true
    }

    /// Sets a value of each member of a collection, or of the members of each.
    static func setValue(_ value: Any?, forKey key: String, of members: [Any]) {
        for member in members {
            switch member {
            case let object as NSManagedObject: object.setValue(value, forKey: key)
            case let objects as NSSet: setValue(value, forKey: key, of: objects.allObjects)
            case let objects as NSOrderedSet: setValue(value, forKey: key, of: objects.array)
            case let objects as [Any]: setValue(value, forKey: key, of: objects)
            default: break
            }
        }
    }

    /// Returns the object before the last key of a path, and that key.
    ///
    /// - Precondition: All steps but the last are to-one relationships with a destination.
    final func owner(ofLast keyPath: String) -> (NSManagedObject, String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
        let path = String(keyPath[..<dot])
        guard let owner = value(forKeyPath: path) as? NSManagedObject else {
            endProgram("'\(path)' of \(self) points to no object whose relationship can be changed")
        }
        return (owner, String(keyPath[keyPath.index(after: dot)...]))
    }
}
