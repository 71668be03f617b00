import ColumnEngine

/// A problem of a link of an object, and the decision of a repair.
struct LinkDecision {
    enum Disagreement {
        /// The object contains the destination this many times.
        case repeated(count: Int)
        /// The destination does not exist.
        case missing
        /// The destination's inverse does not point back.
        case oneSided(inverse: RelationshipDescription)
        /// The destination can point back to only one object, and points to another one.
        case ledElsewhere(inverseName: String, holder: String)
        /// The destination can point back to only one object, and another one that points to it comes first.
        case contested(inverseName: String, holder: String)
        /// The object can point to only one object, and another one that points to it comes first.
        case claimed(inverseName: String, holder: String)
        /// A save removes a missing link, or adds an existing one.
        case unfitChange
    }

    /// The object with the link.
    var source: ObjectReference
    var relationship: RelationshipDescription
    /// The entity and the number of the object that the link points to.
    var destination = ""
    var disagreement: Disagreement
    /// Whether the relationship requires a destination, but no longer has one.
    var leavesRequirementUnmet = false

    /// The problem, as a clause.
    ///
    /// - Parameter isRepaired: Whether it has been repaired. The text then includes the decision.
    func message(isRepaired: Bool) -> String {
        guard isRepaired else { return problem(verb: "does") }
        let requirement =
            leavesRequirementUnmet ? "; '\(relationship.name)' is required, but now has no destination" : ""
        return "\(problem(verb: "did")): \(outcome)\(requirement)"
    }

    private func problem(verb: String) -> String {
        let link = "'\(relationship.name)' points to \(destination)"
        return switch disagreement {
        case .repeated(2): "'\(relationship.name)' contains \(destination) twice"
        case .repeated(let count): "'\(relationship.name)' contains \(destination) \(count) times"
        case .missing: "\(link), which does not exist"
        case .oneSided(let inverse): "\(link), whose '\(inverse.name)' \(verb) not point back"
        case .ledElsewhere(let inverseName, let holder): "\(link), whose '\(inverseName)' points to \(holder)"
        case .contested(let inverseName, let holder):
            "\(link), as \(holder) does, but '\(inverseName)' can point back to only one"
        case .claimed(let inverseName, let holder): "\(link), while '\(inverseName)' of \(holder) points here"
        case .unfitChange: "a saved change of '\(relationship.name)' does not apply"
        }
    }

    private var outcome: String {
        switch disagreement {
        case .repeated: relationship.isOrdered ? "kept once, at its first place" : "kept once"
        case .oneSided(let inverse): inverse.isOrdered ? "added at the end" : inverse.isToMany ? "added" : "set"
        case .missing, .ledElsewhere, .contested, .claimed: "removed"
        case .unfitChange: "applied as far as possible"
        }
    }
}

extension GraphLayout {
    /// The entity and the number of an object, for messages.
    func name(of reference: ObjectReference) -> String {
        "\(entities[reference.entityOrdinal].name) \(reference.number)"
    }
}
