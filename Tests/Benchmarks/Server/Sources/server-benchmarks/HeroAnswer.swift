import Foundation
import Hummingbird

/// A hero as clients see it, whichever side answers.
struct HeroAnswer: ResponseEncodable, Codable, Sendable {
    var identifier: UUID
    var name: String
    var universe: Int32
}

/// What clients send.
struct HeroForm: Decodable, Sendable {
    var name: String
    var universe: Int32
}

/// The heroes that each side has before it is measured.
enum StoredHeroes {
    static let count = 100_000
    /// So that each universe has more heroes than a list answers.
    static let universeCount = 100
    static let listCount = 100

    static var all: some Sequence<HeroAnswer> { (0..<count).lazy.map(hero) }

    /// One of the stored heroes: the same one in every run.
    static func hero(_ number: Int) -> HeroAnswer {
        // Neither names nor identifiers are in the order in which heroes are inserted.
        let mixed = UInt64(truncatingIfNeeded: number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        let last = mixed &* 0xD134_2543_DE82_EF95 ^ UInt64(number)
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (place * 8)) }
        let identifier = UUID(
            uuid: (
                byte(mixed, 0), byte(mixed, 1), byte(mixed, 2), byte(mixed, 3), byte(mixed, 4), byte(mixed, 5),
                byte(mixed, 6), byte(mixed, 7), byte(last, 0), byte(last, 1), byte(last, 2), byte(last, 3),
                byte(last, 4), byte(last, 5), byte(last, 6), byte(last, 7)
            ))
        return HeroAnswer(
            identifier: identifier, name: "Hero \(String(mixed >> 24, radix: 36)) \(number)",
            universe: Int32(number % universeCount))
    }
}
