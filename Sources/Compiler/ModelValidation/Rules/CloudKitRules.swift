import ModelDiagnostics
import ModelSchema

/// Rules about the requirements of CloudKit, for the entities of a model or configuration that is used with it.
///
/// Source: Apple, “Creating a Core Data Model for CloudKit”: no unique constraints, attributes optional or with a
/// default, no Undefined or Object ID attributes, relationships optional, with an inverse, unordered, without Deny.
extension ValidationRule {
    static let cloudKitRules: [ValidationRule] = [
        cloudKitConstraint, cloudKitAttributeRequired, cloudKitAttributeType, cloudKitRelationshipRequired,
        cloudKitRelationshipWithoutInverse, cloudKitRelationshipOrdered, cloudKitRelationshipDenies,
    ]

    static let cloudKitConstraint = forEachMirroredEntity(
        "cloudkit-uniqueness-constraint", "CloudKit mirrors an entity that has a uniqueness constraint."
    ) { entity, _, findings in
        for (number, constraint) in entity.entity.uniquenessConstraints.enumerated() {
            findings.report(
                "entity '\(entity.path)' has a uniqueness constraint, which CloudKit does not support: "
                    + constraint.propertyNames.map { "'\($0)'" }.joined(separator: ", "),
                at: entity.path.appending(.uniquenessConstraint, occurrence: number),
                hint: "remove the constraint, and merge duplicates after importing")
        }
    }

    static let cloudKitAttributeRequired = forEachMirroredEntity(
        "cloudkit-attribute-required", "CloudKit mirrors a required attribute that has no default."
    ) { entity, _, findings in
        for node in entity.attributes {
            let attribute = node.attribute
            guard !attribute.isOptional, !attribute.isTransient, !attribute.isDerived, attribute.defaultValue == nil,
                attribute.type != .undefined
            else { continue }
            findings.report(
                "attribute '\(node.path)' is required and has no default, which CloudKit does not support",
                at: node.path, hint: "set optional=\"YES\" or a default")
        }
    }

    static let cloudKitAttributeType = forEachMirroredEntity(
        "cloudkit-attribute-type", "CloudKit mirrors an attribute of a type that it cannot store."
    ) { entity, _, findings in
        for node in entity.attributes where node.attribute.type == .objectID && !node.attribute.isTransient {
            findings.report(
                "attribute '\(node.path)' is used with CloudKit, which cannot store an Object ID",
                at: node.path.setting("attributeType"), hint: "use a relationship, or store the object's URI")
        }
    }

    static let cloudKitRelationshipRequired = mirroredRelationship(
        "cloudkit-relationship-required", "CloudKit mirrors a required relationship.",
        "is required, which CloudKit does not support", hint: "set optional=\"YES\""
    ) { $0.isRequired }

    static let cloudKitRelationshipWithoutInverse = mirroredRelationship(
        "cloudkit-relationship-without-inverse", "CloudKit mirrors a relationship that has no inverse.",
        "has no inverse, which CloudKit requires",
        hint: "add a relationship back, and make the two inverses of each other"
    ) { $0.inverseName ?? "" == "" }

    static let cloudKitRelationshipOrdered = mirroredRelationship(
        "cloudkit-relationship-ordered", "CloudKit mirrors an ordered relationship.",
        "is ordered, which CloudKit does not support", at: "ordered",
        hint: "remove ordered=\"YES\", and keep the position in an attribute"
    ) { $0.isOrdered && $0.isToMany }

    static let cloudKitRelationshipDenies = mirroredRelationship(
        "cloudkit-delete-rule-deny", "CloudKit mirrors a relationship that has the delete rule Deny.",
        "has the delete rule Deny, which CloudKit does not support", at: "deletionRule",
        hint: "set deletionRule=\"Nullify\" or \"Cascade\""
    ) { $0.deleteRule == .deny }

    private static func forEachMirroredEntity(
        _ code: String, _ summary: String, check: @escaping ElementCheck<EntityNode>
    ) -> Self {
        Self(code, .error, summary) { model, findings in
            let mirrored = model.namesOfMirroredEntities
            for entity in model.entities where mirrored.contains(entity.name) { check(entity, model, &findings) }
        }
    }

    /// - Parameter setting: The setting that a report points to; nil for the relationship itself.
    private static func mirroredRelationship(
        _ code: String, _ summary: String, _ problem: String, at setting: String? = nil, hint: String,
        where isProblem: @escaping @Sendable (Relationship) -> Bool
    ) -> Self {
        forEachMirroredEntity(code, summary) { entity, _, findings in
            for node in entity.relationships where !node.relationship.isTransient && isProblem(node.relationship) {
                findings.report(
                    "relationship '\(node.path)' \(problem)", at: setting.map(node.path.setting) ?? node.path,
                    hint: hint)
            }
        }
    }
}

extension ModelIndex {
    /// The names of the entities in stores that CloudKit mirrors.
    fileprivate var namesOfMirroredEntities: Set<String> {
        if model.isUsedWithCloudKit { return Set(entities.map(\.name)) }
        return Set(model.configurations.filter(\.isUsedWithCloudKit).flatMap(\.entityNames))
    }
}
