import ModelDiagnostics
import ModelSchema

/// Rules about destinations and inverses.
extension ValidationRule {
    static let destinationRules: [ValidationRule] = [
        relationshipDestinationMissing, relationshipDestinationUnknown, relationshipInverseMissing,
        relationshipInverseUnknown, relationshipInverseMismatch, relationshipInverseEntityMismatch,
    ]

    static let relationshipDestinationMissing = forEachRelationship(
        "relationship-destination-missing", .error, "A relationship has no destination.", isMandatory: true
    ) { node, model, findings in
        guard node.relationship.destinationName ?? "" == "" else { return }
        let nearest = findings.nearestName(
            to: node.relationship.name.withoutPluralEnding, among: model.entities.map(\.name))
        findings.report(
            "relationship '\(node.path)' has no destination", at: node.path,
            hint: "set destinationEntity=\"\(nearest ?? "…")\"")
    }

    static let relationshipDestinationUnknown = forEachRelationship(
        "relationship-destination-unknown", .error, "The destination of a relationship does not exist.",
        isMandatory: true
    ) { node, model, findings in
        guard let name = node.relationship.destinationName, !name.isEmpty, model.entity(named: name) == nil else {
            return
        }
        let hint = findings.suggestion(
            for: name, among: model.entities.map(\.name), otherwise: "add an entity '\(name)', or choose another")
        findings.report(
            "destination '\(name)' of relationship '\(node.path)' does not exist",
            at: node.path.setting("destinationEntity"), hint: hint)
    }

    static let relationshipInverseMissing = forEachRelationship(
        "relationship-inverse-missing", .warning,
        "A relationship has no inverse, so the object graph can become inconsistent."
    ) { node, model, findings in
        guard node.relationship.inverseName ?? "" == "", let destination = model.destination(of: node) else { return }
        let returning = model.relationships(from: destination.name, to: node.entityName)
        // Another rule reports a relationship that names this one as its inverse.
        guard !returning.contains(where: { model.inverse(of: $0) === node }) else { return }
        let candidates = returning.filter { $0.relationship.inverseName == nil && $0 !== node }
        let hint =
            if let candidate = candidates.first, candidates.count == 1 {
                "set inverseName=\"\(candidate.relationship.name)\" inverseEntity=\"\(destination.name)\", "
                    + "and set '\(candidate.path)' to point back"
            } else {
                "add a relationship from '\(destination.name)' to '\(node.entityName)', "
                    + "and make the two inverses of each other"
            }
        findings.report(
            "relationship '\(node.path)' has no inverse", at: node.path,
            notes: [.init("entity '\(destination.name)' is the destination", at: destination.path)], hint: hint)
    }

    static let relationshipInverseUnknown = forEachRelationship(
        "relationship-inverse-unknown", .error, "The inverse of a relationship does not exist."
    ) { node, model, findings in
        guard let name = node.relationship.inverseName, !name.isEmpty, model.inverse(of: node) == nil else { return }
        let entityName = node.relationship.inverseEntityName ?? node.relationship.destinationName ?? ""
        guard let entity = model.entity(named: entityName) else {
            // Another rule reports an unknown destination.
            guard entityName != node.relationship.destinationName else { return }
            let hint = findings.suggestion(
                for: entityName, among: model.entities.map(\.name),
                otherwise: "set inverseEntity=\"\(node.relationship.destinationName ?? "…")\"")
            findings.report(
                "inverse entity '\(entityName)' of relationship '\(node.path)' does not exist",
                at: node.path.setting("inverseEntity"), hint: hint)
            return
        }
        let hint = findings.suggestion(
            for: name,
            among: ([entity] + model.ancestors(of: entity)).flatMap(\.relationships).map(\.relationship.name),
            otherwise: "add a relationship '\(name)' to entity '\(entity.name)'")
        findings.report(
            "inverse '\(name)' of relationship '\(node.path)' is not a relationship of entity '\(entity.name)'",
            at: node.path.setting("inverseName"),
            notes: [.init("entity '\(entity.name)' is here", at: entity.path)], hint: hint)
    }

    static let relationshipInverseMismatch = forEachRelationship(
        "relationship-inverse-mismatch", .error, "The inverse of a relationship does not point back to it."
    ) { node, model, findings in
        guard let inverse = model.inverse(of: node), model.inverse(of: inverse) !== node else { return }
        findings.report(
            "inverse '\(inverse.path)' of relationship '\(node.path)' does not point back",
            at: node.path.setting("inverseName"),
            notes: [.init(inverse.inverseClause, at: inverse.path.setting("inverseName"))],
            hint: "set inverseName=\"\(node.relationship.name)\" inverseEntity=\"\(node.entityName)\" on "
                + "'\(inverse.path)', or choose another inverse")
    }

    static let relationshipInverseEntityMismatch = forEachRelationship(
        "relationship-inverse-entity-mismatch", .error,
        "The inverse of a relationship belongs to an entity other than the destination.", isMandatory: true
    ) { node, model, findings in
        guard let inverse = model.inverse(of: node), model.inverse(of: inverse) === node,
            let destination = model.destination(of: node),
            let inverseEntityName = node.relationship.inverseEntityName, inverseEntityName != destination.name
        else { return }
        findings.report(
            "relationship '\(node.path)' has destination '\(destination.name)', but its inverse belongs to "
                + "'\(inverseEntityName)'",
            at: node.path.setting("inverseEntity"), notes: [.init("the inverse is here", at: inverse.path)],
            hint: "set destinationEntity and inverseEntity to the same entity")
    }
}

extension RelationshipNode {
    fileprivate var inverseClause: String {
        guard let name = relationship.inverseName else { return "'\(path)' has no inverse" }
        return "'\(path)' has the inverse '\(relationship.inverseEntityName ?? "")/\(name)'"
    }
}

extension String {
    /// The name without a plural ending, because a relationship `items` probably has the destination `Item`.
    fileprivate var withoutPluralEnding: String { count > 3 && hasSuffix("s") ? String(dropLast()) : self }
}
