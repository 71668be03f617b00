/// What the screens of the app may ask, whatever keeps the heroes.
protocol DatabaseProtocol: AnyObject {
    /// Tells a listener how things are, and from now on what changes. It is not kept alive.
    func addListener(_ listener: any DatabaseListener)
    func removeListener(_ listener: any DatabaseListener)

    @discardableResult
    func addSuperhero(name: String, abilities: String, universe: Universe) -> Superhero
    func deleteSuperhero(_ hero: Superhero)

    /// - Throws: ``DatabaseError`` for a name that is taken, and for the eleventh team.
    @discardableResult
    func addTeam(name: String) throws -> Team
    func deleteTeam(_ team: Team) throws

    /// The team whose heroes the listeners follow.
    var currentTeam: Team { get }
    func chooseTeam(_ team: Team) throws

    /// - Throws: ``DatabaseError`` for a hero who is in the team, and for the seventh.
    func addHero(_ hero: Superhero, to team: Team) throws
    /// - Throws: ``DatabaseError`` for a hero who is not in the team.
    func removeHero(_ hero: Superhero, from team: Team) throws

    /// Writes what has changed, if anything has.
    func cleanup() throws
}
