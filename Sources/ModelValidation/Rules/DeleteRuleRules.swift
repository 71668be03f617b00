import ModelDiagnostics
import ModelSchema

/// What deleting an object does to the objects around it.
///
/// Source: rules DEL-7 to DEL-15 of Core Data's behaviour: a Deny counts live destinations only, a Nullify that
/// empties a required to-one makes the save fail.
extension ValidationRule {
    static let deleteRuleRules: [ValidationRule] = [
        relationshipNullifiesRequired, relationshipDenyBothWays, relationshipCascadeBothWays,
        relationshipCascadeManyToMany, relationshipNoActionWithInverse,
    ]

    static let relationshipNullifiesRequired = forEachRelationship(
        "relationship-nullifies-required", .warning,
        "Deleting an object empties a required to-one of its destinations, so the save fails."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .nullify, let inverse = model.mutualInverse(of: node),
            !inverse.relationship.isToMany, inverse.relationship.isRequired,
            // A whole that cascades to its one part: the part is not meant to be deleted by itself.
            node.relationship.isToMany || inverse.relationship.deleteRule != .cascade
        else { return }
        findings.report(
            "deleting a '\(node.entityName)' empties the required '\(inverse.path)', so the save fails",
            at: node.path.facet("deletionRule"), notes: [.init("'\(inverse.path)' is required", at: inverse.path)],
            hint: "set deletionRule=\"Cascade\" (or \"Deny\"), or make '\(inverse.path)' optional")
    }

    static let relationshipDenyBothWays = forEachRelationship(
        "relationship-deny-both-ways", .warning,
        "A relationship and its inverse both deny, so neither object can be deleted before the other."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .deny, let inverse = model.mutualInverse(of: node),
            inverse.relationship.deleteRule == .deny, node.comesFirst(of: inverse)
        else { return }
        findings.report(
            "'\(node.path)' and '\(inverse.path)' both deny, so neither object can be deleted before the other",
            at: node.path.facet("deletionRule"),
            notes: [.init("the inverse is here", at: inverse.path.facet("deletionRule"))],
            hint: "set deletionRule=\"Nullify\" on one of them")
    }

    static let relationshipCascadeBothWays = forEachRelationship(
        "relationship-cascade-both-ways", .warning,
        "A to-many and its to-one inverse both cascade, so deleting one object deletes its siblings as well."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .cascade, !node.relationship.isToMany,
            let inverse = model.mutualInverse(of: node), inverse.relationship.isToMany,
            inverse.relationship.deleteRule == .cascade
        else { return }
        findings.report(
            "deleting a '\(node.entityName)' deletes its '\(inverse.entityName)' and all other objects in "
                + "'\(inverse.path)'",
            at: node.path.facet("deletionRule"),
            notes: [.init("the inverse cascades as well", at: inverse.path.facet("deletionRule"))],
            hint: "set deletionRule=\"Nullify\" on '\(node.path)'")
    }

    static let relationshipCascadeManyToMany = forEachRelationship(
        "relationship-cascade-many-to-many", .warning,
        "A many-to-many cascades, so deleting an object deletes destinations that others still use."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .cascade, node.relationship.isToMany,
            let inverse = model.mutualInverse(of: node), inverse.relationship.isToMany
        else { return }
        findings.report(
            "deleting a '\(node.entityName)' deletes objects in '\(node.path)' that others still use",
            at: node.path.facet("deletionRule"), notes: [.init("the inverse is to-many as well", at: inverse.path)],
            hint: "set deletionRule=\"Nullify\"")
    }

    static let relationshipNoActionWithInverse = forEachRelationship(
        "relationship-no-action-with-inverse", .warning,
        "A relationship with an inverse has the rule No Action, which leaves the inverse pointing at nothing."
    ) { node, model, findings in
        guard node.relationship.deleteRule == .noAction, let inverse = model.mutualInverse(of: node) else { return }
        findings.report(
            "deleting a '\(node.entityName)' leaves '\(inverse.path)' pointing at nothing",
            at: node.path.facet("deletionRule"), notes: [.init("the inverse is here", at: inverse.path)],
            hint: "set deletionRule=\"Nullify\"")
    }
}
