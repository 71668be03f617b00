import ModelDiagnostics
import ModelSchema

/// How many destinations a relationship may have, and in which order.
extension ValidationRule {
    static let relationshipCountRules: [ValidationRule] = [
        relationshipCountReversed, relationshipCountContradiction, relationshipOrderedToOne,
    ]

    static let relationshipCountReversed = forEachRelationship(
        "relationship-count-reversed", .error, "The least number of destinations is above the greatest."
    ) { node, _, findings in
        let relationship = node.relationship
        guard relationship.maximumCount > 0, relationship.minimumCount > relationship.maximumCount else { return }
        findings.report(
            "relationship '\(node.path)' needs at least \(relationship.minimumCount) destinations and allows at most "
                + "\(relationship.maximumCount)",
            at: node.path.facet("minCount"), hint: "lower minCount or raise maxCount")
    }

    static let relationshipCountContradiction = forEachRelationship(
        "relationship-count-contradiction", .warning,
        "A to-many allows only one destination, or a to-one allows several."
    ) { node, _, findings in
        let relationship = node.relationship
        if relationship.isToMany, relationship.maximumCount == 1 {
            findings.report(
                "relationship '\(node.path)' is to-many and allows only one destination",
                at: node.path.facet("maxCount"), hint: "remove toMany=\"YES\", or remove maxCount")
        } else if !relationship.isToMany, relationship.maximumCount != 1 {
            findings.report(
                "relationship '\(node.path)' is to-one and allows several destinations",
                at: node.path.facet("maxCount"), hint: "set maxCount=\"1\", or toMany=\"YES\"")
        }
    }

    static let relationshipOrderedToOne = forEachRelationship(
        "relationship-ordered-to-one", .note, "A to-one is marked as ordered, which says nothing."
    ) { node, _, findings in
        guard node.relationship.isOrdered, !node.relationship.isToMany else { return }
        findings.report(
            "relationship '\(node.path)' is ordered and has only one destination", at: node.path.facet("ordered"),
            hint: "remove ordered=\"YES\"")
    }
}
