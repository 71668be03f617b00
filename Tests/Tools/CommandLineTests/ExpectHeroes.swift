import TestSupport
import Testing

/// Expects that the commands that read say what is in a store of two heroes, Batman and Hulk, with the model in the
/// store.
///
/// - Parameters:
///   - model: The same model, as a bundle.
///   - run: Runs a command on the store.
func expectHeroes(
    model: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ run: (_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome
) throws {
    #expect(try run("count", "Superhero").output == "2\n", sourceLocation: sourceLocation)
    #expect(
        try run("query", "Superhero where universe == 1 columns id, name").output
            == "id  name\n--  ------\n 1  Batman\n", sourceLocation: sourceLocation)
    for (condition, count) in [
        ("id == 2", 1), ("2 = id", 1), ("id != 2", 1), ("id IN {1, 7}", 1), ("NOT (id IN {1, 2})", 0), ("id == 7", 0),
        ("ANY teams.id == 1", 0), ("id == 2 limit 0", 0),
    ] {
        #expect(
            try run("count", "Superhero where \(condition)").output == "\(count)\n", "\(condition)",
            sourceLocation: sourceLocation)
    }
    #expect(
        try run("export", "Superhero", "--format", "csv").output
            == "id,abilities,name,universe,teams\r\n1,,Batman,dc,\r\n2,,Hulk,marvel,\r\n",
        sourceLocation: sourceLocation)
    #expect(
        try run("stats").output
            == "entity     objects\n---------  -------\nSuperhero        2\nTeam             0\n",
        sourceLocation: sourceLocation)
    #expect(try run("check").exitCode == 0, sourceLocation: sourceLocation)
    #expect(try run("count", "Superhero", "--model", model).output == "2\n", sourceLocation: sourceLocation)
}
