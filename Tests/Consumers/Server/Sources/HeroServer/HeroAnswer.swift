import Foundation
import Hummingbird

/// A hero as clients see it. Its identity is the interface's, not the store's.
struct HeroAnswer: ResponseEncodable, Codable, Sendable {
    var identifier: UUID
    var name: String
    var universe: Int32

    init(_ hero: Hero) {
        identifier = hero.identifier
        name = hero.name
        universe = hero.universe
    }
}

/// What clients send.
struct HeroForm: Decodable, Sendable {
    var name: String
    var universe: Int32?
}
