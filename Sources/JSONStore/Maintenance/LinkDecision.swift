import ObjectGraph

/// What is wrong with a link of an object, and what a repair does about it.
struct LinkDecision {
    enum Disagreement {
        /// The object names the destination so often.
        case repeated(count: Int)
        /// The destination does not exist.
        case missing
        /// The destination's inverse does not lead back.
        case oneSided(inverse: RelationshipDescription)
        /// The destination can lead back to one object only, and leads to another one.
        case ledElsewhere(inverseName: String, holder: String)
        /// The destination can lead back to one object only, and another one that leads there comes first.
        case contested(inverseName: String, holder: String)
        /// The object can lead to one object only, and another one that leads to it comes first.
        case claimed(inverseName: String, holder: String)
        /// A save takes out what is not there, or puts in what is there already.
        case unfitChange
    }

    /// The object that has the link.
    var source: ObjectReference
    var relationship: RelationshipDescription
    /// The entity and the number of the object that the link leads to.
    var destination = ""
    var disagreement: Disagreement
    /// Whether the relationship has to lead somewhere, and does not any more.
    var leavesRequirementUnmet = false

    /// What is wrong, in a clause.
    ///
    /// - Parameter isRepaired: Whether it has been put right; what was done is said then.
    func message(isRepaired: Bool) -> String {
        guard isRepaired else { return problem(verb: "does") }
        let requirement = leavesRequirementUnmet ? "; '\(relationship.name)' is required, and leads nowhere now" : ""
        return "\(problem(verb: "did")): \(outcome)\(requirement)"
    }

    private func problem(verb: String) -> String {
        let link = "'\(relationship.name)' leads to \(destination)"
        return switch disagreement {
        case .repeated(2): "'\(relationship.name)' names \(destination) twice"
        case .repeated(let count): "'\(relationship.name)' names \(destination) \(count) times"
        case .missing: "\(link), which does not exist"
        case .oneSided(let inverse): "\(link), whose '\(inverse.name)' \(verb) not lead back"
        case .ledElsewhere(let inverseName, let holder): "\(link), whose '\(inverseName)' leads to \(holder)"
        case .contested(let inverseName, let holder):
            "\(link), as \(holder) does, and '\(inverseName)' can lead back to one only"
        case .claimed(let inverseName, let holder): "\(link), while '\(inverseName)' of \(holder) leads here"
        case .unfitChange: "a save's change of '\(relationship.name)' does not fit"
        }
    }

    private var outcome: String {
        switch disagreement {
        case .repeated: relationship.isOrdered ? "kept once, at its first place" : "kept once"
        case .oneSided(let inverse): inverse.isOrdered ? "added at the end" : inverse.isToMany ? "added" : "set"
        case .missing, .ledElsewhere, .contested, .claimed: "removed"
        case .unfitChange: "made as far as it fits"
        }
    }
}

extension GraphLayout {
    /// The entity and the number of an object, for messages.
    func name(of reference: ObjectReference) -> String {
        "\(entities[reference.entityOrdinal].name) \(reference.number)"
    }
}
