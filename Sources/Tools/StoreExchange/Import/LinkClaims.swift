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
    /// - Parameter place: Returns the place of a row, for messages.
    mutating func takeContradictions(place: (Int) -> String) -> [Int: [String]] {
        defer { self = LinkClaims() }
        var reasons: [Int: [String]] = [:]
        for contradiction in contradictions.sorted(by: { $0.row < $1.row }) {
            let isSame = contradiction.row == contradiction.earlierRow
            // What contradicts a rejected row alone can stay.
            if !isSame, reasons[contradiction.earlierRow] != nil { continue }
            let earlierPlace = isSame ? "the row" : place(contradiction.earlierRow)
            let reason =
                "'\(contradiction.name)' contradicts '\(contradiction.earlierName)' of \(earlierPlace), because an "
                + "object cannot have both destinations; correct one of them"
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
        // All rows for one side are compared at once.
        var comparedSides: Set<Side> = []
        return broken.flatMap { index, lost -> [Contradiction] in
            let claim = claims[index]
            guard let inverse = claim.relationship.inverseName else { return [] }
            // Either the row of the lost object does not name this one, or another row names an object that can only
            // have one of both.
            let own = places[Side(lost, inverse)].flatMap { claims[$0].destinations.contains(claim.object) ? nil : $0 }
            // A row that names no object contradicts another one only if its field was set after that.
            if let own, !claims[own].destinations.isEmpty { return contradictions(among: [index, own]) }
            var rivals: [Int] = []
            var isCompared = false
            func compare(_ side: Side, except object: ManagedObject) {
                guard comparedSides.insert(side).inserted else {
                    isCompared = true
                    return
                }
                rivals += claimants[side, default: []].filter { claims[$0].object !== object }
            }
            if !claim.relationship.isToMany {
                compare(Side(claim.object, claim.relationship.name), except: lost)
            }
            if lost.entity.relationship(named: inverse)?.isToMany == false {
                compare(Side(lost, inverse), except: claim.object)
            }
            if rivals.isEmpty, !isCompared, let own { rivals = [own] }
            return rivals.isEmpty ? [] : contradictions(among: [index] + rivals)
        }
    }

    /// Returns what the first row for a side of a relationship has against each later one.
    private func contradictions(among indexes: [Int]) -> [Contradiction] {
        let rivals = indexes.map { claims[$0] }.sorted { $0.row < $1.row }
        return rivals.dropFirst().map { rival in
            Contradiction(
                row: rival.row, name: rival.relationship.name, earlierRow: rivals[0].row,
                earlierName: rivals[0].relationship.name)
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
