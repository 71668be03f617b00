// swift-format-ignore-file
import UIKit
import CoreData

class CoreDataController: NSObject, DatabaseProtocol, NSFetchedResultsControllerDelegate {
    private static let defaultTeamName = "Default Team"

    private var listeners: [DatabaseListener] = []
    var persistentContainer: NSPersistentContainer
    var allHeroesFetchedResultsController: NSFetchedResultsController<Superhero>?
    var teamHeroesFetchedResultsController: NSFetchedResultsController<Superhero>?

    lazy var defaultTeam: Team = {
        var teams = [Team]()
        let request: NSFetchRequest<Team> = Team.fetchRequest()
        let predicate = NSPredicate(format: "\(#keyPath(Team.name)) = %@", CoreDataController.defaultTeamName)
        request.predicate = predicate
        do {
            try teams = persistentContainer.viewContext.fetch(request)
        } catch {
            print("Fetch Request Failed: \(error)")
        }
        if let firstTeam = teams.first {
            return firstTeam
        }
        return addTeam(teamName: CoreDataController.defaultTeamName)
    }()

    override init() {
        persistentContainer = NSPersistentContainer(name: "Superheroes")
        persistentContainer.loadPersistentStores() { (description, error) in
            if let error = error {
                fatalError("Failed to load Core Data Stack with error: \(error)")
            }
        }
        super.init()
        if fetchAllHeroes().count == 0 {
            createDefaultHeroes()
        }
    }

    @objc func cleanup() {
        if persistentContainer.viewContext.hasChanges {
            do {
                try persistentContainer.viewContext.save()
            } catch {
                fatalError("Failed to save changes to Core Data with error: \(error)")
            }
        }
    }

    func addListener(listener: DatabaseListener) {
        listeners.append(listener)
        if listener.listenerType == .heroes || listener.listenerType == .all {
            listener.onAllHeroesChange(change: .update, heroes: fetchAllHeroes())
        }
        if listener.listenerType == .team || listener.listenerType == .all {
            listener.onTeamChange(change: .update, teamHeroes: fetchTeamHeroes())
        }
    }

    func removeListener(listener: DatabaseListener) {
        listeners.removeAll { $0 === listener }
    }

    func addSuperhero(name: String, abilities: String, universe: Universe) -> Superhero {
        let hero = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: persistentContainer.viewContext) as! Superhero
        hero.name = name
        hero.abilities = abilities
        hero.herouniverse = universe
        return hero
    }

    func addTeam(teamName: String) -> Team {
        let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: persistentContainer.viewContext) as! Team
        team.name = teamName
        return team
    }

    func deleteSuperhero(hero: Superhero) {
        persistentContainer.viewContext.delete(hero)
    }

    @discardableResult @objc(addHero:toTeam:)
    func addHeroToTeam(hero: Superhero, team: Team) -> Bool {
        guard let heroes = team.heroes, heroes.contains(hero) == false, heroes.count < 6 else {
            return false
        }
        team.addToHeroes(hero)
        return true
    }

    func removeHeroFromTeam(hero: Superhero, team: Team) {
        team.removeFromHeroes(hero)
    }

    func fetchAllHeroes() -> [Superhero] {
        if allHeroesFetchedResultsController == nil {
            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            let nameSortDescriptor = NSSortDescriptor(key: #keyPath(Superhero.name), ascending: true,
                                                      selector: #selector(NSString.localizedCaseInsensitiveCompare(_:)))
            request.sortDescriptors = [nameSortDescriptor]
            allHeroesFetchedResultsController = NSFetchedResultsController<Superhero>(fetchRequest: request, managedObjectContext: persistentContainer.viewContext, sectionNameKeyPath: nil, cacheName: nil)
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
            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Superhero.name), ascending: true)]
            request.predicate = NSPredicate(format: "ANY teams.name == %@", CoreDataController.defaultTeamName)
            teamHeroesFetchedResultsController = NSFetchedResultsController<Superhero>(fetchRequest: request, managedObjectContext: persistentContainer.viewContext, sectionNameKeyPath: nil, cacheName: nil)
            teamHeroesFetchedResultsController?.delegate = self
            do {
                try teamHeroesFetchedResultsController?.performFetch()
            } catch {
                print("Fetch Request Failed: \(error)")
            }
        }
        return teamHeroesFetchedResultsController?.fetchedObjects ?? []
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        if controller == allHeroesFetchedResultsController {
            listeners.forEach { listener in
                if listener.listenerType == .heroes || listener.listenerType == .all {
                    listener.onAllHeroesChange(change: .update, heroes: fetchAllHeroes())
                }
            }
        } else if controller == teamHeroesFetchedResultsController {
            listeners.forEach { listener in
                if listener.listenerType == .team || listener.listenerType == .all {
                    listener.onTeamChange(change: .update, teamHeroes: fetchTeamHeroes())
                }
            }
        }
    }

    func createDefaultHeroes() {
        let _ = addSuperhero(name: "Bruce Wayne", abilities: "Money", universe: .dc)
        let _ = addSuperhero(name: "Superman", abilities: "Super Powered Alien", universe: .dc)
        let _ = addSuperhero(name: "Wonder Woman", abilities: "Goddess", universe: .dc)
        let _ = addSuperhero(name: "The Flash", abilities: "Speed", universe: .dc)
        let _ = addSuperhero(name: "Green Lantern", abilities: "Power Ring", universe: .dc)
        let _ = addSuperhero(name: "Spider-Man", abilities: "Spider Sense", universe: .marvel)
        cleanup()
    }
}
