import Foundation
import ObjectGraph

/// The same people as ``VectorPeople`` without any managed object, and with a list of strings: another source for the
/// evaluator, whose subjects are rows by number.
struct TableSource: QuerySource {
    static let person = 0
    static let team = 1
    static let otherTeam = 2
    static let rex = 3
    static let tom = 4
    private static let store = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private let rows: [[String: QueryValue<Int>]] = [
        [
            "name": .string("Anna"), "age": .integer(31), "email": .null, "score": .real(7.5), "active": .boolean(true),
            "birth": .date(Date(timeIntervalSinceReferenceDate: 0)), "nick": .string("café"), "memo": .string(""),
            "code": .string("ABC-123"), "big": .integer(9_007_199_254_740_993),
            "tags": .many([.string("red"), .string("blue")]), "team": .object(team),
            "pets": .many([.object(rex), .object(tom)]), "friends": .many([]),
        ],
        ["name": .string("Default Team"), "size": .integer(3), "lead": .null],
        ["name": .string("Other"), "size": .null, "lead": .null],
        ["name": .string("Rex"), "age": .integer(3), "kind": .string("dog"), "weight": .real(20.5)],
        ["name": .string("Tom"), "age": .integer(5), "kind": .string("cat"), "weight": .null],
    ]

    func value(forKey key: String, of row: Int) throws -> QueryValue<Int> {
        guard let value = rows[row][key] else {
            throw QueryError(code: .unknownKey, message: "row \(row) has no '\(key)'")
        }
        return value
    }

    func objectID(of row: Int) -> ObjectID {
        ObjectID(storeIdentifier: Self.store, entityName: "Row", number: Int64(row))
    }

    func subject(with objectID: ObjectID) -> Int? {
        Int(objectID.number)
    }

    func identify(_ argument: PredicateVector.Argument) -> ConstantValue {
        func constant(_ row: Int) -> ConstantValue { objectID(of: row).predicateValue }
        return switch argument {
        case .person: constant(Self.person)
        case .people: [constant(Self.person)]
        case .team: constant(Self.team)
        case .otherTeam: constant(Self.otherTeam)
        case .teams: [constant(Self.team), constant(Self.otherTeam)]
        case .rex: constant(Self.rex)
        case .tom: constant(Self.tom)
        case .constant, .nameIsAnna: nil
        }
    }
}
