import Foundation
import ModelExpressions
import ObjectGraph
import SQLiteStore
import TestSupport

/// Random conditions on the items of a ``QueriedStore``.
struct RandomConditions {
    let store: QueriedStore
    var generator: SplitMix

    /// A condition of a few comparisons.
    mutating func predicate(depth: Int = 2) throws -> ModelPredicate {
        guard depth > 0 else { return try comparison() }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1: return .not(try predicate(depth: depth - 1))
        case 2, 3: return .and([try predicate(depth: depth - 1), try predicate(depth: depth - 1)])
        case 4: return .or([try predicate(depth: depth - 1), try predicate(depth: depth - 1)])
        default: return try comparison()
        }
    }

    private mutating func comparison() throws -> ModelPredicate {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: try numberComparison()
        case 2, 3: try textComparison("")
        case 4: try valueComparison()
        case 5: try objectComparison()
        case 6: try pathComparison()
        case 7: try manyComparison()
        case 8: try listComparison()
        default: try columnComparison()
        }
    }

    // MARK: Parts

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    private mutating func sign() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }

    private mutating func modifier() -> String { pick(["ANY", "ALL", "NONE"]) }

    private mutating func number() -> (any PredicateArgument)? {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: pick(AwkwardValues.reals)
        case 1: pick(AwkwardValues.wholes)
        case 2: pick([0.5, -2.5, 0x1p63, -0x1p63, 1e19, -1e19])
        case 3: pick([nil, true, false, Decimal(1), Decimal(0.5), "1", Date(timeIntervalSinceReferenceDate: 0)])
        default: Int.random(in: -3..<4, using: &generator)
        }
    }

    private mutating func text() -> (any PredicateArgument)? {
        Int.random(in: 0..<12, using: &generator) == 0 ? pick([nil, 1]) : pick(AwkwardValues.texts)
    }

    // MARK: Comparisons

    private mutating func numberComparison() throws -> ModelPredicate {
        let key = pick(["small", "number", "large", "real", "single", "price", "flag", "box.size"])
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return try .format("%K BETWEEN {%@, %@}", key, number(), number())
        case 1:
            let many = (0..<pick([3, 20])).map { _ in pick(AwkwardValues.wholes) }
            return try .format("%K IN {%@, %@} OR %K IN %@", key, number(), number(), key, many)
        case 2: return try .format("%@ \(sign()) %K", number(), key)
        default: return try .format("%K \(sign()) %@", key, number())
        }
    }

    private mutating func textComparison(_ modifier: String, _ keys: [String] = ["text", "other"]) throws
        -> ModelPredicate
    {
        let options = pick(["", "", "", "[c]", "[d]", "[cd]", "[n]", "[l]"])
        let key = pick(keys)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0 where Bool.random(using: &generator):
            return try .format("\(modifier) %K IN\(options) %@", key, (0..<12).map { _ in pick(AwkwardValues.texts) })
        case 0: return try .format("\(modifier) %K IN\(options) {%@, %@, %@}", key, text(), text(), text())
        case 1: return try .format("\(modifier) %K BETWEEN\(options) {%@, %@}", key, text(), text())
        case 2:
            return try .format("\(modifier) %K MATCHES\(options) %@", key, pick(["a.*", "[A-Z]+", ".*b", "", "é?"]))
        case 3:
            return try .format(
                "\(modifier) %K LIKE\(options) %@", key,
                pick(["a*", "?", "*b*", "Zo?", "Zoe*", "K*", "a\\?b", "e\u{301}*", "é"]))
        case 4:
            return try .format(
                "%@ \(pick(["IN", "CONTAINS", "BEGINSWITH"]))\(options) %K", text(), pick(["text", "other"]))
        case 5, 6:
            return try .format(
                "\(modifier) %K \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "IN"]))\(options) %@", key, text())
        default: return try .format("\(modifier) %K \(sign())\(options) %@", key, text())
        }
    }

    private mutating func valueComparison() throws -> ModelPredicate {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return try .format("%K \(sign()) %@", pick(["date", "maker.since"]), pick(AwkwardValues.dates))
        case 1: return try .format("date BETWEEN {%@, %@}", pick(AwkwardValues.dates), pick(AwkwardValues.dates))
        case 2: return try .format("date IN {%@, %@}", pick(AwkwardValues.dates), pick(AwkwardValues.dates))
        case 3: return try .format("uuid \(sign()) %@", pick(AwkwardValues.uuids))
        case 4: return try .format("uuid IN {%@, %@, nil}", pick(AwkwardValues.uuids), pick(AwkwardValues.uuids))
        case 5: return try .format("uri \(sign()) %@", pick(AwkwardValues.addresses))
        case 6: return try .format("data \(pick(["==", "!="])) %@", Data([1]))
        default:
            let key = pick([
                "text", "number", "real", "price", "date", "uuid", "uri", "data", "box", "maker", "maker.name",
                "box.room", "box.room.name",
            ])
            return try .format("%K \(pick(["==", "!="])) nil", key)
        }
    }

    private mutating func object(_ entity: String) -> (any PredicateArgument)? {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: nil
        case 1: ObjectID(storeIdentifier: UUID(), entityName: entity, number: 1)
        case 2: ObjectID(storeIdentifier: store.store.identifier, entityName: entity, number: 4_000)
        // A maker that was deleted, or an object of another entity.
        case 3: ObjectID(storeIdentifier: store.store.identifier, entityName: "Maker", number: 1)
        default: pick(store.family(entity))
        }
    }

    private mutating func objectComparison() throws -> ModelPredicate {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return try .format("SELF \(pick(["==", "!="])) %@", object("Item"))
        case 1: return try .format("SELF IN {%@, %@}", object("Item"), object("Item"))
        case 2: return try .format("box \(pick(["==", "!="])) %@", object("Box"))
        case 3: return try .format("%K \(pick(["==", "!="])) %@", pick(["maker", "box.room"]), object("Maker"))
        case 4: return try .format("maker IN {%@, %@, nil}", object("Maker"), object("Maker"))
        case 5: return try .format("tags CONTAINS %@", object("Tag"))
        case 6: return try .format("%@ IN %K", object("Item"), pick(["parts", "friends", "box.items"]))
        case 7: return try .format("\(modifier()) tags \(pick(["==", "!="])) %@", object("Tag"))
        default: return try .format("\(modifier()) friends IN {%@, %@}", object("SpecialItem"), object("SpecialItem"))
        }
    }

    private mutating func pathComparison() throws -> ModelPredicate {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            return try .format(
                "%K \(sign()) %@", pick(["box.size", "whole.number", "whole.whole.number", "whole.box.size"]), number())
        case 1: return try .format("whole.whole.text \(sign()) %@", text())
        case 2: return try .format("whole \(pick(["==", "!="])) \(pick(["SELF", "box", "whole.whole", "whole.self"]))")
        default: return try textComparison("", ["box.title", "maker.name", "box.room.name", "whole.text"])
        }
    }

    private mutating func manyComparison() throws -> ModelPredicate {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: return try textComparison(modifier(), ["tags.name", "parts.text", "box.items.text", "friends.text"])
        case 2:
            return try .format(
                "\(modifier()) %K \(sign()) %@",
                pick(["parts.number", "tags.weight", "friends.extra", "box.items.real"]), number())
        case 3:
            return try .format(
                "\(modifier()) %K \(sign()) %@",
                pick(["tags.items.number", "parts.parts.real", "parts.box.size", "whole.parts.small"]), number())
        case 4:
            return try .format(
                "%K \(sign()) %@",
                pick([
                    "tags.@count", "parts.@count", "friends.@count", "box.items.@count", "parts.parts.@count",
                    "parts.text.@count",
                ]), number())
        case 5: return try .format("\(pick(["tags.name", "parts.text"])) CONTAINS %@", text())
        case 6:
            return try .format(
                "\(modifier()) %K == nil", pick(["parts.text", "parts.box", "parts.maker", "parts.maker.name"]))
        case 7:
            return try .format(
                "SUBQUERY(tags, $t, $t.name \(sign()) %@ AND $t.weight \(sign()) %@).@count \(sign()) %@", text(),
                number(), Int.random(in: 0..<3, using: &generator))
        case 8: return try .format("SUBQUERY(parts, $p, $p.number \(sign()) number).@count > 0")
        case 9:
            return try .format(
                "SUBQUERY(parts, $p, SUBQUERY($p.tags, $t, $t IN tags).@count > %@).@count > 0",
                Int.random(in: 0..<2, using: &generator))
        case 10:
            return try .format("SUBQUERY(box.items, $i, NOT ($i.box.title == text) AND $i != SELF).@count \(sign()) 2")
        default: return try .format("\(modifier()) parts.small \(sign()) small")
        }
    }

    /// A list before the operator, with values of different types.
    private mutating func listComparison() throws -> ModelPredicate {
        let numbers = ["small", "number", "large", "real", "single", "price", "flag", "box.size", "tags.@count"]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return try .format("\(modifier()) {%@, %@} \(sign()) %K", number(), number(), pick(numbers))
        case 1:
            let name = pick(["==", "!=", "<", ">=", "IN", "CONTAINS", "BEGINSWITH"])
            return try .format(
                "\(modifier()) {%@, %@, %@} \(name) %K", text(), text(), number(), pick(["text", "other", "box.title"]))
        default:
            let list = Array(AwkwardValues.wholes.prefix(Int.random(in: 0..<4, using: &generator)))
            return try .format("\(modifier()) %@ \(sign()) %K", list, pick(numbers + ["text", "date", "box"]))
        }
    }

    private mutating func columnComparison() throws -> ModelPredicate {
        let numbers = ["small", "number", "large", "real", "single", "flag", "box.size"]
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: return try .format("%K \(sign()) %K", pick(numbers), pick(numbers))
        case 2:
            return try .format(
                "text \(pick(["==", "!=", "<", "BEGINSWITH", "CONTAINS[c]", "IN"])) %K",
                pick(["other", "box.title", "number"]))
        case 3: return try .format("date \(sign()) %K", pick(["later", "maker.since", "number"]))
        case 4: return try .format("number + small \(sign()) %@", Int.random(in: -3..<4, using: &generator))
        default: return pick([.constant(true), .constant(false), .and([]), .or([])])
        }
    }
}
