import ObjectGraph

/// The links that rows have set. Because a link also sets the other side of a relationship, a row can undo that of
/// another one.
struct LinkClaims {
    /// What the last row for an object has set one of its relationships to.
    private struct Claim {
        var row: Int
        var object: ManagedObject
        var relationship: RelationshipDescription
        var destinations: [ManagedObject]
    }

    /// A relationship of an object.
    private struct Side: Hashable {
        private let object: ObjectIdentifier
        private let name: String

        init(_ object: ManagedObject, _ name: String) {
            self.object = ObjectIdentifier(object)
            self.name = name
        }
    }

    /// Two rows of which only one can have its link.
    private struct Contradiction {
        /// The later row, by its index in the import.
        var row: Int
        /// The relationship of the later row.
        var name: String
        /// The row before it, or the same one.
        var earlierRow: Int
        /// The relationship of the row before it.
        var earlierName: String
    }

    private var claims: [Claim] = []
    /// The indexes of the last claims.
    private var places: [Side: Int] = [:]

    /// Records a link that was set.
    mutating func note(_ link: RowLinks.Link, to objects: [ManagedObject]) {
        guard link.relationship.inverseName != nil else { return }
        let claim = Claim(row: link.row, object: link.object, relationship: link.relationship, destinations: objects)
        let side = Side(link.object, link.relationship.name)
        if let place = places[side] {
            claims[place] = claim
        } else {
            places[side] = claims.count
            claims.append(claim)
        }
    }

    /// Returns the later rows of those that contradict each other, by their indexes, with the reasons,
    /// and forgets all links.
    ///
    /// - Parameter line: Returns the line of a row.
    mutating func takeContradictions(line: (Int) -> Int) -> [Int: [String]] {
        defer { self = LinkClaims() }
        var reasons: [Int: [String]] = [:]
        for contradiction in contradictions {
            let isSame = contradiction.row == contradiction.earlierRow
            let place = isSame ? "the row" : "line \(line(contradiction.earlierRow))"
            let reason =
                "'\(contradiction.name)' contradicts '\(contradiction.earlierName)' of \(place), because an object "
                + "cannot have both destinations; correct one of them"
            if reasons[contradiction.row]?.contains(reason) != true {
                reasons[contradiction.row, default: []].append(reason)
            }
        }
        return reasons
    }

    /// The contradictions because of which an object lacks a destination that its row names.
    private var contradictions: [Contradiction] {
        let broken = claims.indices.compactMap { index -> (claim: Int, lost: ManagedObject)? in
            let claim = claims[index]
            let present = claim.object.destinations(ofRelationshipNamed: claim.relationship.name)
            return claim.destinations.first { !present.contains($0) }.map { (index, $0) }
        }
        guard !broken.isEmpty else { return [] }
        var claimants: [Side: [Int]] = [:]
        for (index, claim) in claims.enumerated() {
            guard let inverse = claim.relationship.inverseName else { continue }
            for destination in claim.destinations { claimants[Side(destination, inverse), default: []].append(index) }
        }
        return broken.compactMap { index, lost in
            let claim = claims[index]
            guard let inverse = claim.relationship.inverseName else { return nil }
            // Either the row of the lost object does not name this one, or another row names an object that can only
            // have one of both.
            let own = places[Side(lost, inverse)].flatMap { claims[$0].destinations.contains(claim.object) ? nil : $0 }
            var others: [Int] = []
            if !claim.relationship.isToMany {
                others = claimants[Side(claim.object, claim.relationship.name), default: []]
                    .filter { claims[$0].object !== lost }
            }
            if lost.entity.relationship(named: inverse)?.isToMany == false {
                others += claimants[Side(lost, inverse), default: []].filter { claims[$0].object !== claim.object }
            }
            // A row that names no object contradicts another one only if its field was set after that.
            let named = own.flatMap { claims[$0].destinations.isEmpty ? nil : $0 }
            guard let rival = named ?? others.last ?? own else { return nil }
            let (first, last) = claims[rival].row < claim.row ? (claims[rival], claim) : (claim, claims[rival])
            return Contradiction(
                row: last.row, name: last.relationship.name, earlierRow: first.row,
                earlierName: first.relationship.name)
        }
    }
}

extension ManagedObject {
    /// The destinations of a relationship.
    fileprivate func destinations(ofRelationshipNamed name: String) -> Set<ManagedObject> {
        switch value(forKey: name) {
        case let object as ManagedObject: [object]
        case let objects as [ManagedObject]: Set(objects)
        case let objects as Set<ManagedObject>: objects
        default: []
        }
    }
}
