import ModelDiagnostics
import ModelSchema
import SwiftNames

/// Rules about names that conflict with Swift, with superclasses of generated classes, or with types in generated code.
extension ValidationRule {
    static let reservedNameRules: [ValidationRule] = [
        propertyNameReserved, classNameShadowsType, nameIsKeyword,
    ]

    static let propertyNameReserved = ValidationRule(
        "property-name-reserved", .warning,
        "A property has the name of a member that every managed object has, here or in Core Data."
    ) { model, findings in
        for entity in model.entities {
            for property in entity.properties where ManagedObjectMembers.all.contains(property.name) {
                findings.report(
                    "\(property.kindName) '\(property.path)' has the same name as a member of every managed object",
                    at: property.path.setting("name"),
                    hint: "rename it, and set elementID=\"\(property.name)\" to keep the data")
            }
        }
    }

    static let classNameShadowsType = forEachEntity(
        "class-name-shadows-type", .warning, "The class of an entity has the name of a type that generated code uses."
    ) { entity, _, findings in
        let className = entity.entity.className
        guard ReservedNames.typesInGeneratedCode.contains(className ?? entity.name) else { return }
        findings.report(
            "class '\(className ?? entity.name)' of entity '\(entity.name)' hides the type with that name",
            at: entity.path.setting(className == nil ? "name" : "representedClassName"),
            // The class of 'Any' with the first ending would be 'AnyObject'.
            hint: ["Object", "Entity"].map { entity.name + $0 }
                .first { !ReservedNames.typesInGeneratedCode.contains($0) }
                .map { "set representedClassName=\"\($0)\"" })
    }

    static let nameIsKeyword = ValidationRule(
        "name-is-keyword", .note, "A name is a Swift keyword, so code must put it in backticks."
    ) { model, findings in
        for entity in model.entities {
            let className = entity.entity.className ?? entity.name
            // Another rule reports a class that code cannot name at all.
            if SwiftIdentifier.keywords.contains(className), className != SwiftIdentifier.nameOfInstance {
                let setting = entity.entity.className == nil ? "name" : "representedClassName"
                findings.report(
                    "class '\(className)' of entity '\(entity.name)' has the name of a Swift keyword, which code must "
                        + "write in backticks",
                    at: entity.path.setting(setting), hint: "rename the class")
            }
            for property in entity.properties where SwiftIdentifier.keywords.contains(property.name) {
                findings.report(
                    "\(property.kindName) '\(property.path)' has the name of a Swift keyword, which code must write in "
                        + "backticks",
                    at: property.path.setting("name"), hint: "rename it, or leave it as it is")
            }
        }
    }
}

/// Names that already have a meaning in generated code.
enum ReservedNames {
    /// The types that generated code uses without a module, so a class with such a name would hide them.
    static let typesInGeneratedCode: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Codable", "CaseIterable", "Character", "Data", "Date", "Decimal",
        "Dictionary", "Double", "Error", "FetchRequest", "FetchedResultsController", "Float", "Foundation", "Hashable",
        "IndexSet", "Int", "Int16", "Int32", "Int64", "ManagedObject", "ManagedObjectContext", "ManagedObjectID",
        "NSDecimalNumber", "NSFetchRequest", "NSIndexSet", "NSManagedObjectContext", "NSManagedObjectID", "NSNumber",
        "NSObject", "NSOrderedSet", "NSSet", "Never", "ObjectGraph", "ObjectID", "Optional", "OrderedToMany",
        "PersistentContainer", "PersistentStore", "RawRepresentable", "Result", "Sendable", "Set", "String", "Swift",
        "ToMany", "ToOne", "URL", "UUID", "Void",
    ]

    /// The types inside of generated types. There, no such name means a type of the module.
    static let typesInGeneratedTypes = ManagedObjectMembers.types.union(CodableStructMembers.types)
}
