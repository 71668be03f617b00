import ModelDiagnostics
import ModelSchema

/// Rules about the number and order of a relationship's destinations.
extension ValidationRule {
    static let relationshipCountRules: [ValidationRule] = [
        relationshipCountReversed, relationshipCountContradiction, relationshipOrderedToOne,
    ]

    static let relationshipCountReversed = forEachRelationship(
        "relationship-count-reversed", .error, "The minimum number of destinations is greater than the maximum."
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
        "A to-many relationship allows only one destination, or a to-one relationship allows several."
    ) { node, _, findings in
        let relationship = node.relationship
        if relationship.isToMany, relationship.maximumCount == 1 {
            findings.report(
                "relationship '\(node.path)' is to-many but allows only one destination",
                at: node.path.facet("maxCount"), hint: "remove toMany=\"YES\", or remove maxCount")
        } else if !relationship.isToMany, relationship.maximumCount != 1 {
            findings.report(
                "relationship '\(node.path)' is to-one but allows several destinations",
                at: node.path.facet("maxCount"), hint: "set maxCount=\"1\", or toMany=\"YES\"")
        }
    }

    static let relationshipOrderedToOne = forEachRelationship(
        "relationship-ordered-to-one", .note, "A to-one relationship is marked as ordered, which has no effect."
    ) { node, _, findings in
        guard node.relationship.isOrdered, !node.relationship.isToMany else { return }
        findings.report(
            "relationship '\(node.path)' is ordered but has only one destination", at: node.path.facet("ordered"),
            hint: "remove ordered=\"YES\"")
    }
}
