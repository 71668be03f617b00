import ObjectGraph

/// How a to-many relationship of an object has changed, for a journal: short where the relationship is long and the change
/// is small.
///
/// Where the relationship leads after the change is what it was, without ``removed``, and with ``added`` put in: of an
/// unordered relationship at the places of their numbers, of an ordered one at ``places``, from the first to the last.
struct LinkChange: Equatable {
    var removed: [Int64] = []
    var added: [Int64] = []
    /// Where each of ``added`` is afterwards; empty for an unordered relationship.
    var places: [Int] = []

    static let removedKey = "remove"
    static let addedKey = "add"
    static let placesKey = "at"

    /// Shorter relationships are written as a whole.
    private static let leastCount = 16

    init() {}

    /// The change between two states; nil where it is better written as a whole.
    init?(from former: [ObjectReference], to latter: [ObjectReference], _ relationship: RelationshipDescription) {
        guard relationship.isToMany, latter.count >= Self.leastCount else { return nil }
        if relationship.isOrdered {
            self.init(orderedFrom: former, to: latter)
        } else {
            self.init()
            let old = Set(former)
            let new = Set(latter)
            removed = former.filter { !new.contains($0) }.map(\.number).sorted()
            added = latter.filter { !old.contains($0) }.map(\.number).sorted()
        }
        guard 2 * (removed.count + added.count + places.count) < latter.count else { return nil }
    }

    /// All between the first and the last difference is taken out and put in.
    private init(orderedFrom former: [ObjectReference], to latter: [ObjectReference]) {
        self.init()
        let shorter = min(former.count, latter.count)
        let start = (0..<shorter).first { former[$0] != latter[$0] } ?? shorter
        let tail = (0..<(shorter - start)).first { former[former.count - 1 - $0] != latter[latter.count - 1 - $0] }
        let sameTail = tail ?? shorter - start
        removed = former[start..<(former.count - sameTail)].map(\.number)
        places = Array(start..<(latter.count - sameTail))
        added = places.map { latter[$0].number }
    }

    /// The numbers after the change; nil where it does not fit.
    func applied(to former: [Int64], isOrdered: Bool) -> [Int64]? {
        let gone = Set(removed)
        guard gone.count == removed.count, gone.isSubset(of: former) else { return nil }
        var numbers = former.filter { !gone.contains($0) }
        guard isOrdered else {
            guard places.isEmpty else { return nil }
            return numbers + added
        }
        guard places.count == added.count else { return nil }
        for (place, number) in zip(places, added) {
            guard place >= 0, place <= numbers.count else { return nil }
            numbers.insert(number, at: place)
        }
        return numbers
    }

    func write(to writer: inout JSONWriter) {
        let lists = [
            (Self.removedKey, removed), (Self.addedKey, added), (Self.placesKey, places.map(Int64.init)),
        ].filter { !$0.1.isEmpty }
        writer.writeRaw("{")
        for (position, list) in lists.enumerated() {
            if position > 0 { writer.writeRaw(", ") }
            writer.writeKey(list.0)
            writer.writeNumbers(list.1)
        }
        writer.writeRaw("}")
    }

    /// Reads a change from its `{`.
    init(_ scanner: inout JSONScanner) throws {
        var keysRead: Set<String> = []
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            guard keysRead.insert(key).inserted else {
                throw scanner.failure("the key '\(key)' is there twice", at: scanner.keyOffset)
            }
            var numbers: [Int64] = []
            try scanner.readArray { numbers.append(try $0.readInteger()) }
            switch key {
            case Self.removedKey: removed = numbers
            case Self.addedKey: added = numbers
            case Self.placesKey: places = numbers.map { Int($0) }
            default: throw scanner.failure("the key '\(key)' is none of a change", at: scanner.keyOffset)
            }
        }
    }
}
