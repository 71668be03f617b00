/// The order of the members of a relationship that two sides have changed.
///
/// Members that only one side has moved are where that side moved them. A member that one side has added comes after its
/// predecessor on that side. Of members that both have added at the end, the committed ones come first.
struct MergedOrder {
    /// The order before either side changed it.
    var base: [ObjectReference]
    /// The order that this context wants.
    var own: [ObjectReference]
    /// The order that is committed.
    var other: [ObjectReference]
    /// Whether this context's order takes precedence if both have moved members.
    var prefersOwn: Bool

    /// Returns some members in the merged order. O(*n* log *n*) in the lengths.
    func merged(_ members: [ObjectReference]) -> [ObjectReference] {
        let known = Set(members)
        let ownMoved = hasMoved(own)
        let leads = ownMoved && (prefersOwn || !hasMoved(other))
        let (leading, following) = leads ? (own, other) : (other, own)
        let first = leading.filter(known.contains)
        let second = following.filter(known.contains)
        let merged = insert(second, into: first)
        let placed = Set(merged)
        return merged + members.filter { !placed.contains($0) }
    }

    /// Whether earlier members are now in a different order.
    private func hasMoved(_ order: [ObjectReference]) -> Bool {
        let present = Set(order)
        let before = base.filter(present.contains)
        let known = Set(base)
        return before != order.filter(known.contains)
    }

    /// Inserts the members that only the second order has, each after its predecessor there.
    private func insert(_ second: [ObjectReference], into first: [ObjectReference]) -> [ObjectReference] {
        let known = Set(first)
        guard let lastKnown = second.lastIndex(where: known.contains) else { return first + second }
        var leading: [ObjectReference] = []
        var behind: [ObjectReference: [ObjectReference]] = [:]
        var predecessor: ObjectReference?
        for reference in second[...lastKnown] {
            if known.contains(reference) {
                predecessor = reference
            } else if let predecessor {
                behind[predecessor, default: []].append(reference)
            } else {
                leading.append(reference)
            }
        }
        let middle = first.flatMap { [$0] + (behind[$0] ?? []) }
        return leading + middle + second[(lastKnown + 1)...].filter { !known.contains($0) }
    }
}
