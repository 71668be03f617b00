// swift-format-ignore-file
import CoreData
import Foundation

enum DatabaseChange {
    case add
    case remove
    case update
}

protocol DatabaseListener: AnyObject {
    func onTeamChange(change: DatabaseChange, teamHeroes: [Superhero])
    func onAllHeroesChange(change: DatabaseChange, heroes: [Superhero])
}

class CoreDataController: NSObject, NSFetchedResultsControllerDelegate {
    let DEFAULT_TEAM_NAME = "Default Team"
    var listeners: [DatabaseListener] = []
    var persistentContainer: NSPersistentContainer
    var allHeroesFetchedResultsController: NSFetchedResultsController<Superhero>?
    var teamHeroesFetchedResultsController: NSFetchedResultsController<Superhero>?

    init(folder: URL) {
        persistentContainer = NSPersistentContainer(name: "Superheroes")
        persistentContainer.persistentStoreDescriptions.first?.url = folder.appendingPathComponent("Heroes.sqlite")
        persistentContainer.loadPersistentStores { _, error in
            if let error = error {
                fatalError("Failed to load Core Data Stack with error: \(error)")
            }
        }
        super.init()
        if fetchAllHeroes().count == 0 { createDefaultHeroes() }
    }

    lazy var defaultTeam: Team = {
        var teams = [Team]()
        let request: NSFetchRequest<Team> = Team.fetchRequest()
        let predicate = NSPredicate(format: "name = %@", DEFAULT_TEAM_NAME)
        request.predicate = predicate
        do {
            try teams = persistentContainer.viewContext.fetch(request)
        } catch {
            print("Fetch Request Failed: \(error)")
        }
        if let firstTeam = teams.first { return firstTeam }
        return addTeam(teamName: DEFAULT_TEAM_NAME)
    }()

    func cleanup() {
        if persistentContainer.viewContext.hasChanges {
            do {
                try persistentContainer.viewContext.save()
            } catch {
                fatalError("Failed to save data to Core Data with error \(error)")
            }
        }
    }

    func addSuperhero(name: String, abilities: String, universe: Universe) -> Superhero {
        let hero =
            NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: persistentContainer.viewContext)
            as! Superhero
        hero.name = name
        hero.abilities = abilities
        hero.herouniverse = universe
        return hero
    }

    func deleteSuperhero(hero: Superhero) {
        persistentContainer.viewContext.delete(hero)
    }

    func addTeam(teamName: String) -> Team {
        let team =
            NSEntityDescription.insertNewObject(forEntityName: "Team", into: persistentContainer.viewContext) as! Team
        team.name = teamName
        return team
    }

    func addHeroToTeam(hero: Superhero, team: Team) -> Bool {
        guard let heroes = team.heroes, heroes.contains(hero) == false, heroes.count < 6 else { return false }
        team.addToHeroes(hero)
        return true
    }

    func addListener(listener: DatabaseListener) {
        listeners.append(listener)
        listener.onTeamChange(change: .update, teamHeroes: fetchTeamHeroes())
        listener.onAllHeroesChange(change: .update, heroes: fetchAllHeroes())
    }

    func fetchAllHeroes() -> [Superhero] {
        if allHeroesFetchedResultsController == nil {
            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            let nameSortDescriptor = NSSortDescriptor(key: "name", ascending: true)
            request.sortDescriptors = [nameSortDescriptor]
            allHeroesFetchedResultsController = NSFetchedResultsController<Superhero>(
                fetchRequest: request, managedObjectContext: persistentContainer.viewContext, sectionNameKeyPath: nil,
                cacheName: nil)
            allHeroesFetchedResultsController?.delegate = self
            do {
                try allHeroesFetchedResultsController?.performFetch()
            } catch {
                print("Fetch Request Failed: \(error)")
            }
        }
        return allHeroesFetchedResultsController?.fetchedObjects ?? []
    }

    func fetchTeamHeroes() -> [Superhero] {
        if teamHeroesFetchedResultsController == nil {
            let fetchRequest: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            fetchRequest.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            fetchRequest.predicate = NSPredicate(format: "ANY teams.name == %@", DEFAULT_TEAM_NAME)
            teamHeroesFetchedResultsController = NSFetchedResultsController<Superhero>(
                fetchRequest: fetchRequest, managedObjectContext: persistentContainer.viewContext,
                sectionNameKeyPath: nil, cacheName: nil)
            teamHeroesFetchedResultsController?.delegate = self
            try? teamHeroesFetchedResultsController?.performFetch()
        }
        return teamHeroesFetchedResultsController?.fetchedObjects ?? []
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        if controller == allHeroesFetchedResultsController {
            listeners.forEach { $0.onAllHeroesChange(change: .update, heroes: fetchAllHeroes()) }
        } else if controller == teamHeroesFetchedResultsController {
            listeners.forEach { $0.onTeamChange(change: .update, teamHeroes: fetchTeamHeroes()) }
        }
    }

    func createDefaultHeroes() {
        let _ = addSuperhero(name: "Bruce Wayne", abilities: "Money", universe: .dc)
        let _ = addSuperhero(name: "Spider-Man", abilities: "Spider Sense", universe: .marvel)
        cleanup()
    }
}
