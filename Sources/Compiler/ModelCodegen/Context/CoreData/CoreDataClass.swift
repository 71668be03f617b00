import ModelSchema
import SwiftNames

/// The class of an entity in Core Data code, with its names.
struct CoreDataClass: Sendable {
    /// The entity, or all entities of the class as one.
    let entity: Entity
    let lookup: ModelLookup
    let namer: SwiftNamer

    /// Nil for an entity without a class, whose objects have Core Data's own class.
    init?(_ entity: Entity, in lookup: ModelLookup, namer: SwiftNamer) {
        guard entity.className != nil else { return nil }
        self.entity = entity
        self.lookup = lookup
        self.namer = namer
    }

    var className: String { namer.className(of: entity) }

    /// The class's name as a part of names and files.
    var plainName: String { namer.fileStem(of: entity) }

    /// The name that the model gives the class.
    var objectiveCName: String { entity.className ?? entity.name }
    var types: CoreDataTypeNames { CoreDataTypeNames(namer: namer) }

    /// The class of the nearest ancestor with a class; nil if there is none.
    var superclassName: String? {
        // Visit one ancestor at a time instead of collecting all, because a chain is walked once for each of its
        // classes.
        var next = entity.parentName.flatMap(lookup.entity(named:))
        while let ancestor = next {
            if ancestor.className != nil, ancestor.className != entity.className {
                return namer.className(of: ancestor)
            }
            next = ancestor.parentName.flatMap(lookup.entity(named:))
        }
        return nil
    }

    /// The modifiers before `class`, each followed by a space.
    func modifiers(access: String, options: GenerationOptions) -> String {
        options.isolation.modifier + openAccess(access: access)
    }

    /// The same modifiers without the one for the actor.
    func openAccess(access: String) -> String {
        namer.openAccess(of: entity, access: access, isExtensible: entity.isAbstract)
    }

    /// The class of a relationship's destination.
    func destination(_ name: String?) -> String {
        guard let entity = name.flatMap(lookup.entity(named:)), entity.className != nil else {
            return types.managedObject
        }
        return namer.className(of: entity)
    }
}
