import ColumnEngine
import JSONTokens

/// The change of an object's to-many relationship, for a journal: short for a small change of a long relationship.
///
/// The change removes ``removed`` from the destinations, and inserts ``added``: by number in an unordered relationship,
/// and at ``places``, in ascending order, in an ordered one. Moved destinations are removed and added.
struct LinkChange: Equatable {
    var removed: [Int64] = []
    var added: [Int64] = []
    /// The new position of each of ``added``; empty for an unordered relationship.
    var places: [Int] = []

    static let removedKey = "remove"
    static let addedKey = "add"
    static let placesKey = "at"

    /// Shorter relationships are written as a whole.
    private static let leastCount = 16

    /// The change between two states; nil if it is better written as a whole. The time is proportional to the change,
    /// because shared parts are skipped.
    ///
    /// - Parameters:
    ///   - wasLiving: Whether an object existed before the change.
    ///   - isLiving: Whether an object exists after it.
    init?(
        from former: ReferenceList, to latter: ReferenceList, _ relationship: RelationshipDescription,
        wasLiving: (ObjectReference) -> Bool, isLiving: (ObjectReference) -> Bool
    ) {
        guard relationship.isToMany, latter.count >= Self.leastCount else { return nil }
        let runs = former.runs(differingFrom: latter)
        if relationship.isOrdered {
            for run in runs { append(run) }
        } else {
            let old = Set(runs.lazy.flatMap { $0.own })
            let new = Set(runs.lazy.flatMap { $0.others })
            removed = old.subtracting(new).filter(wasLiving).map(\.number).sorted()
            added = new.subtracting(old).filter(isLiving).map(\.number).sorted()
        }
        guard 2 * (removed.count + added.count + places.count) < latter.count else { return nil }
    }

    /// Adds the changes of a run of an ordered relationship: the longest part in unchanged order stays, and the rest is
    /// removed and added.
    private mutating func append(_ run: ReferenceList.DifferingRun) {
        let (old, latter) = (run.own, run.others)
        let newPlaces = Dictionary(latter.indices.map { (latter[$0], $0) }, uniquingKeysWith: { first, _ in first })
        let stayed = old.compactMap { newPlaces[$0] }
        let kept = Set(stayed.longestAscent.map { stayed[$0] })
        removed += old.filter { newPlaces[$0].map { !kept.contains($0) } ?? true }.map(\.number)
        for place in latter.indices where !kept.contains(place) {
            places.append(run.othersStart + place)
            added.append(latter[place].number)
        }
    }

    func write(to writer: inout JSONWriter) {
        let lists = [
            (Self.removedKey, removed), (Self.addedKey, added), (Self.placesKey, places.map(Int64.init)),
        ].filter { !$0.1.isEmpty }
        writer.writeObject(lists) { writer, list in
            writer.writeKey(list.0)
            writer.writeNumbers(list.1)
        }
    }

    /// Reads a change from its `{`.
    init(_ scanner: inout JSONScanner) throws {
        var keysRead: Set<String> = []
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            guard keysRead.insert(key).inserted else {
                throw scanner.error("duplicate key '\(key)'", at: scanner.keyOffset)
            }
            var numbers: [Int64] = []
            try scanner.readArray { numbers.append(try $0.readInteger()) }
            switch key {
            case Self.removedKey: removed = numbers
            case Self.addedKey: added = numbers
            case Self.placesKey: places = numbers.map { Int($0) }
            default: throw scanner.error("unknown key '\(key)' in a change", at: scanner.keyOffset)
            }
        }
    }

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
