import Foundation

/// What the endpoints need of a database. Each side does it with its own means.
protocol HeroStore: Sendable {
    /// Inserts heroes into an empty database.
    func fill(with heroes: some Sequence<HeroAnswer>) async throws
    /// The hero with an identifier; nil if there is none.
    func hero(_ identifier: UUID) async throws -> HeroAnswer?
    /// The first ``StoredHeroes/listCount`` heroes of a universe, in the order of their names.
    func list(universe: Int32) async throws -> [HeroAnswer]
    /// Inserts a hero with a new identifier, durably.
    func add(_ form: HeroForm) async throws -> HeroAnswer
}
