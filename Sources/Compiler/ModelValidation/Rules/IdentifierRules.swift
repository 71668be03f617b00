import ModelDiagnostics
import ModelSchema
import SwiftNames

/// Rules about names that are not Swift identifiers. These rules cannot be lowered because the names are part of
/// generated code.
///
/// The reader reports empty names.
extension ValidationRule {
    static let identifierRules: [ValidationRule] = [
        entityNameNotIdentifier, attributeNameNotIdentifier, relationshipNameNotIdentifier,
        fetchedPropertyNameNotIdentifier, fetchRequestNameNotIdentifier, compositeNameNotIdentifier,
        classNameNotIdentifier, classNameNested,
    ]

    static let entityNameNotIdentifier = forEachEntity(
        "entity-name-not-identifier", .error, "The name of an entity is not a valid Swift identifier.",
        isMandatory: true
    ) { entity, _, findings in findings.check("entity", name: entity.name, at: entity.path) }

    static let attributeNameNotIdentifier = forEachAttribute(
        "attribute-name-not-identifier", .error, "The name of an attribute is not a valid Swift identifier.",
        isMandatory: true
    ) { node, _, findings in findings.check("attribute", name: node.attribute.name, at: node.path) }

    static let relationshipNameNotIdentifier = forEachRelationship(
        "relationship-name-not-identifier", .error, "The name of a relationship is not a valid Swift identifier.",
        isMandatory: true
    ) { node, _, findings in findings.check("relationship", name: node.relationship.name, at: node.path) }

    static let fetchedPropertyNameNotIdentifier = forEachEntity(
        "fetched-property-name-not-identifier", .error,
        "The name of a fetched property is not a valid Swift identifier.", isMandatory: true
    ) { entity, _, findings in
        for node in entity.fetchedProperties {
            findings.check("fetched property", name: node.property.name, at: node.path)
        }
    }

    static let fetchRequestNameNotIdentifier = ValidationRule(
        "fetch-request-name-not-identifier", .error,
        "The name of a fetch request template is not a valid Swift identifier.", isMandatory: true
    ) { model, findings in
        for (template, path) in model.fetchRequests {
            findings.check("fetch request", name: template.name, at: path)
        }
    }

    static let compositeNameNotIdentifier = ValidationRule(
        "composite-name-not-identifier", .error, "The name of a composite is not a valid Swift identifier.",
        isMandatory: true
    ) { model, findings in
        for composite in model.composites {
            findings.check("composite", name: composite.name, at: composite.path)
        }
    }

    static let classNameNotIdentifier = forEachEntity(
        "class-name-not-identifier", .error, "The class of an entity, or its module, is not a valid Swift identifier.",
        isMandatory: true
    ) { entity, _, findings in
        let className = entity.entity.className
        guard (className ?? entity.name) != SwiftIdentifier.nameOfInstance else {
            findings.report(
                "class 'self' of entity '\(entity.name)' has the name of the object in every method, so code cannot "
                    + "name the class",
                at: entity.path.setting(className == nil ? "name" : "representedClassName"), hint: "rename the class")
            return
        }
        guard let name = entity.entity.representedClassName, !name.isEmpty else { return }
        // A leading dot means the current module.
        let qualified = name.hasPrefix(".") ? name.dropFirst() : name[...]
        let parts = qualified.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.allSatisfy(SwiftIdentifier.isValid) else { return }
        findings.report(
            "class '\(name)' of entity '\(entity.name)' is not a valid Swift identifier",
            at: entity.path.setting("representedClassName"),
            hint: "write 'Class', '.Class', or 'Module.Class', with letters, digits, and underscores")
    }

    static let classNameNested = forEachEntity(
        "class-name-nested", .warning,
        "The class of an entity has more than one dot, so it does not name a class of a module."
    ) { entity, _, findings in
        guard let name = entity.entity.representedClassName else { return }
        let parts = name.split(separator: ".")
        guard parts.count > 2, let last = parts.last else { return }
        findings.report(
            "class '\(name)' of entity '\(entity.name)' has more parts than a module and a class",
            at: entity.path.setting("representedClassName"), hint: "set representedClassName=\"\(parts[0]).\(last)\"")
    }
}

extension Findings {
    fileprivate mutating func check(_ kind: String, name: String, at path: SchemaPath) {
        guard !name.isEmpty, !SwiftIdentifier.isValid(name) else { return }
        report(
            "the name of \(kind) '\(path)' is not a valid Swift identifier", at: path.setting("name"),
            hint: SwiftIdentifier.nearest(to: name).map { "rename it to '\($0)'" }
                ?? "use letters, digits, and underscores, starting with a letter")
    }
}
