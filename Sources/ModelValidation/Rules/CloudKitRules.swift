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
                at: node.path.facet("attributeType"), hint: "use a relationship, or store the object's URI")
        }
    }

    static let cloudKitRelationshipRequired = forEachMirroredRelationship(
        "cloudkit-relationship-required", "CloudKit mirrors a required relationship."
    ) { node, _, findings in
        guard node.relationship.isRequired else { return }
        findings.report(
            "relationship '\(node.path)' is required, which CloudKit does not support", at: node.path,
            hint: "set optional=\"YES\"")
    }

    static let cloudKitRelationshipWithoutInverse = forEachMirroredRelationship(
        "cloudkit-relationship-without-inverse", "CloudKit mirrors a relationship that has no inverse."
    ) { node, _, findings in
        guard node.relationship.inverseName ?? "" == "" else { return }
        findings.report(
            "relationship '\(node.path)' has no inverse, which CloudKit requires", at: node.path,
            hint: "add a relationship back, and make the two inverses of each other")
    }

    static let cloudKitRelationshipOrdered = forEachMirroredRelationship(
        "cloudkit-relationship-ordered", "CloudKit mirrors an ordered relationship."
    ) { node, _, findings in
        guard node.relationship.isOrdered, node.relationship.isToMany else { return }
        findings.report(
            "relationship '\(node.path)' is ordered, which CloudKit does not support", at: node.path.facet("ordered"),
            hint: "remove ordered=\"YES\", and keep the position in an attribute")
    }

    static let cloudKitRelationshipDenies = forEachMirroredRelationship(
        "cloudkit-delete-rule-deny", "CloudKit mirrors a relationship that has the delete rule Deny."
    ) { node, _, findings in
        guard node.relationship.deleteRule == .deny else { return }
        findings.report(
            "relationship '\(node.path)' has the delete rule Deny, which CloudKit does not support",
            at: node.path.facet("deletionRule"), hint: "set deletionRule=\"Nullify\" or \"Cascade\"")
    }

    private static func forEachMirroredEntity(
        _ code: String, _ summary: String,
        check: @escaping @Sendable (_ entity: EntityNode, _ model: ModelIndex, _ findings: inout Findings) -> Void
    ) -> Self {
        Self(code, .error, summary) { model, findings in
            let mirrored = model.namesOfMirroredEntities
            for entity in model.entities where mirrored.contains(entity.name) { check(entity, model, &findings) }
        }
    }

    private static func forEachMirroredRelationship(
        _ code: String, _ summary: String,
        check:
            @escaping @Sendable (
                _ relationship: RelationshipNode, _ model: ModelIndex, _ findings: inout Findings
            ) -> Void
    ) -> Self {
        forEachMirroredEntity(code, summary) { entity, model, findings in
            for node in entity.relationships where !node.relationship.isTransient { check(node, model, &findings) }
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
