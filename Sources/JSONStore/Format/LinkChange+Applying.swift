import ColumnEngine

extension LinkChange {
    /// The maximum number of changes of an ordered relationship for which searching each is faster than a table of all
    /// destinations.
    private static let fewCount = 8

    /// Applies the change, and returns whether it fits.
    ///
    /// - Parameters:
    ///   - list: The destinations; for an ordered relationship, those that exist.
    ///   - removed: The references of ``removed``.
    ///   - added: The references of ``added``.
    func apply(
        to list: inout ReferenceList, isOrdered: Bool, removed: [ObjectReference], added: [ObjectReference]
    ) -> Bool {
        guard isOrdered else {
            return places.isEmpty && removed.allSatisfy { list.removeSorted($0) }
                && added.allSatisfy { list.insertSorted($0) }
        }
        guard places.count == added.count, remove(removed, from: &list), areMissing(added, in: list) else {
            return false
        }
        for (place, reference) in zip(places, added) {
            guard place >= 0, place <= list.count else { return false }
            list.insert(reference, at: place)
        }
        return true
    }

    private func remove(_ references: [ObjectReference], from list: inout ReferenceList) -> Bool {
        if references.count <= Self.fewCount { return references.allSatisfy { list.remove($0) } }
        let gone = Set(references)
        let rest = ReferenceList(list.filter { !gone.contains($0) })
        defer { list = rest }
        return gone.count == references.count && list.count - rest.count == gone.count
    }

    private func areMissing(_ references: [ObjectReference], in list: ReferenceList) -> Bool {
        let new = Set(references)
        guard new.count == references.count else { return false }
        if references.count <= Self.fewCount { return !references.contains { list.contains($0) } }
        return !list.contains { new.contains($0) }
    }
}
