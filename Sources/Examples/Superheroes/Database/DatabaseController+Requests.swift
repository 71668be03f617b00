import Foundation
import ObjectGraph

// The fetches of the database.
extension DatabaseController {
    /// All heroes by name.
    static func heroes(in context: ManagedObjectContext) throws -> FetchedResultsController<Superhero> {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name)]
        return try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    }

    /// The heroes of one team, by name.
    static func heroes(
        ofTeamNamed name: String?, in context: ManagedObjectContext
    ) throws -> FetchedResultsController<Superhero> {
        var request = Superhero.fetchRequest()
        request.predicate = try .format("ANY teams.name == %@", name)
        request.sortDescriptors = [SortDescriptor(\.name)]
        return try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    }

    /// All teams by name.
    static func teams(in context: ManagedObjectContext) throws -> FetchedResultsController<Team> {
        var request = Team.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name)]
        return try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    }

    /// The existing team with a name; without a name the default team, which is created when it is first needed.
    static func team(named name: String?, in context: ManagedObjectContext) throws -> Team {
        let wanted = name ?? defaultTeamName
        var request = Team.fetchRequest()
        request.predicate = #Predicate { $0.name == wanted }
        if let team = try context.fetch(request).first { return team }
        guard name == nil else { throw DatabaseError.unknownTeam(wanted) }
        return Team(context: context, name: wanted)
    }

    func team(named name: String) throws -> Team { try Self.team(named: name, in: context) }

    /// The oldest hero object with a name.
    func hero(named name: String) throws -> Superhero {
        var request = Superhero.fetchRequest()
        request.predicate = #Predicate { $0.name == name }
        request.fetchLimit = 1
        guard let hero = try context.fetch(request).first else { throw DatabaseError.unknownHero(name) }
        return hero
    }
}
