import ModelDiagnostics
import ModelSchema

/// Rules about the effects of deleting an object on related objects.
///
/// Source: rules DEL-7 to DEL-15 of Core Data's behaviour: a Deny counts live destinations only, a Nullify that empties
/// a required to-one makes the save fail.
extension ValidationRule {
    static let deleteRuleRules: [ValidationRule] = [
        relationshipNullifiesRequired, relationshipDenyBothWays, relationshipCascadeBothWays,
        relationshipCascadeManyToMany, relationshipNoActionWithInverse,
    ]

    static let relationshipNullifiesRequired = forEachRelationship(
        "relationship-nullifies-required", .warning,
        "Deleting an object sets a required to-one relationship of its destinations to nil, so the save fails."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .nullify, let inverse = model.mutualInverse(of: node),
            !inverse.relationship.isToMany, inverse.relationship.isRequired,
            // If a whole cascades to its single part, apps do not delete the part by itself.
            node.relationship.isToMany || inverse.relationship.deleteRule != .cascade
        else { return }
        findings.report(
            "deleting an object of '\(node.entityName)' sets the required '\(inverse.path)' to nil, so the save fails",
            at: node.path.setting("deletionRule"), notes: [.init("'\(inverse.path)' is required", at: inverse.path)],
            hint: "set deletionRule=\"Cascade\" (or \"Deny\"), or make '\(inverse.path)' optional")
    }

    static let relationshipDenyBothWays = forEachRelationship(
        "relationship-deny-both-ways", .warning,
        "A relationship and its inverse both deny deletion, so neither object can be deleted before the other."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .deny, let inverse = model.mutualInverse(of: node),
            inverse.relationship.deleteRule == .deny, node.comesFirst(of: inverse)
        else { return }
        findings.report(
            "'\(node.path)' and '\(inverse.path)' both deny deletion, "
                + "so neither object can be deleted before the other",
            at: node.path.setting("deletionRule"),
            notes: [.init("the inverse is here", at: inverse.path.setting("deletionRule"))],
            hint: "set deletionRule=\"Nullify\" on one of them")
    }

    static let relationshipCascadeBothWays = forEachRelationship(
        "relationship-cascade-both-ways", .warning,
        "A to-many relationship and its to-one inverse both cascade, so deleting one object also deletes its siblings."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .cascade, !node.relationship.isToMany,
            let inverse = model.mutualInverse(of: node), inverse.relationship.isToMany,
            inverse.relationship.deleteRule == .cascade
        else { return }
        findings.report(
            "deleting an object of '\(node.entityName)' deletes its '\(inverse.entityName)' and all other objects in "
                + "'\(inverse.path)'",
            at: node.path.setting("deletionRule"),
            notes: [.init("the inverse also cascades", at: inverse.path.setting("deletionRule"))],
            hint: "set deletionRule=\"Nullify\" on '\(node.path)'")
    }

    static let relationshipCascadeManyToMany = forEachRelationship(
        "relationship-cascade-many-to-many", .warning,
        "A many-to-many relationship cascades, so deleting an object deletes destinations that other objects still use."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .cascade, node.relationship.isToMany,
            let inverse = model.mutualInverse(of: node), inverse.relationship.isToMany
        else { return }
        findings.report(
            "deleting an object of '\(node.entityName)' deletes objects in '\(node.path)' that other objects still use",
            at: node.path.setting("deletionRule"), notes: [.init("the inverse is also to-many", at: inverse.path)],
            hint: "set deletionRule=\"Nullify\"")
    }

    static let relationshipNoActionWithInverse = forEachRelationship(
        "relationship-no-action-with-inverse", .warning,
        "A relationship with an inverse has the rule No Action, which leaves the inverse pointing to a deleted object."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .noAction, let inverse = model.mutualInverse(of: node) else { return }
        findings.report(
            "deleting an object of '\(node.entityName)' leaves '\(inverse.path)' pointing to a deleted object",
            at: node.path.setting("deletionRule"), notes: [.init("the inverse is here", at: inverse.path)],
            hint: "set deletionRule=\"Nullify\"")
    }
}
