import ObjectGraph
import SampleModels
import Testing

/// The view of a to-many relationship that accessors hand out.
struct ToManyTests {
    let context: ManagedObjectContext
    let team: Team
    let heroes: [Superhero]

    init() throws {
        let context = try makeContext()
        team = Team(context: context)
        heroes = (0..<4).map { number in
            let hero = Superhero(context: context)
            hero.name = "hero \(number)"
            return hero
        }
        self.context = context
    }

    @Test("OBJ-19 a relationship without destinations is empty, not nil")
    func emptiness() {
        #expect(team.heroes.isEmpty)
        #expect(team.heroes.count == 0)
        #expect(team.heroes.first == nil)
        #expect((team.value(forKey: "heroes") as? Set<ManagedObject>)?.isEmpty == true)
    }

    @Test("REL-28 count and contains reflect every change")
    func viewsAreLive() {
        let view = team.heroes
        team.addToHeroes(heroes[0])
        #expect(view.count == 1)
        #expect(view.contains(heroes[0]))
        #expect(!view.contains(heroes[1]))
        team.removeFromHeroes(heroes[0])
        #expect(view.isEmpty)
    }

    @Test("REL-10 adding twice adds once")
    func addingTwice() {
        team.addToHeroes(heroes[0])
        team.addToHeroes(heroes[0])
        team.heroes.insert(heroes[0])
        #expect(team.heroes.count == 1)
        #expect(heroes[0].teams.count == 1)
    }

    @Test("A to-many relationship can be assigned an array literal")
    func literals() {
        team.heroes = [heroes[0], heroes[1], heroes[0]]
        #expect(Set(team.heroes) == [heroes[0], heroes[1]])
        team.heroes = []
        #expect(team.heroes.isEmpty)
        #expect(heroes[0].teams.isEmpty)
    }

    @Test("MOD-27 objects are added and removed one by one and together") func unionAndSubtraction() {
        team.addToHeroes(heroes)
        #expect(team.heroes.objects == heroes)
        team.heroes.subtract([heroes[1], heroes[3]])
        #expect(team.heroes.objects == [heroes[0], heroes[2]])
        team.heroes.formUnion(heroes)
        #expect(Set(team.heroes) == Set(heroes))
        team.removeFromHeroes(heroes[...1])
        #expect(Set(team.heroes) == [heroes[2], heroes[3]])
        team.heroes.removeAll()
        #expect(team.heroes.isEmpty)
    }

    @Test("A relationship can be subtracted from itself and united with itself")
    func aViewCanBeTakenFromItself() {
        team.addToHeroes(heroes)
        team.heroes.subtract(team.heroes)
        #expect(team.heroes.isEmpty)
        team.addToHeroes(heroes)
        team.heroes.formUnion(team.heroes)
        #expect(team.heroes.count == 4)
    }

    @Test("REL-8 assignment doesn't change common members")
    func assignment() {
        team.heroes = ToMany(heroes[0...2])
        team.heroes = ToMany(heroes[1...3])
        #expect(Set(team.heroes) == Set(heroes[1...3]))
        #expect(heroes[0].teams.isEmpty)
        #expect(heroes[1].teams.objects == [team])
        #expect(heroes[3].teams.objects == [team])
    }

    @Test("Assigning a relationship to itself changes nothing")
    func assigningTheViewItselfChangesNothing() throws {
        team.addToHeroes(heroes)
        try context.save()
        team.heroes = team.heroes
        #expect(!context.hasChanges)
        team.heroes = ToMany(heroes)
        #expect(!context.hasChanges)
    }

    @Test("Assigning the view of another object's relationship copies its members")
    func assigningAnotherObjectsView() {
        let other = Team(context: context)
        team.addToHeroes(heroes)
        other.heroes = team.heroes
        #expect(Set(other.heroes) == Set(heroes))
        #expect(Set(team.heroes) == Set(heroes))
        #expect(heroes[0].teams.count == 2)
    }

    @Test("Members can be removed during an iteration, which still visits all of them")
    func aWalkIsNotDisturbedByChanges() {
        team.addToHeroes(heroes)
        var visited: [Superhero] = []
        for hero in team.heroes {
            visited.append(hero)
            team.removeFromHeroes(hero)
        }
        #expect(visited == heroes)
        #expect(team.heroes.isEmpty)
    }

    @Test("Members can be deleted during an iteration")
    func deletingDuringAWalk() {
        team.addToHeroes(heroes)
        for hero in team.heroes { context.delete(hero) }
        #expect(team.heroes.isEmpty)
    }

    @Test("Removing an object that is not a member changes nothing")
    func removingWhatIsNotThereDoesNothing() throws {
        try context.save()
        team.removeFromHeroes(heroes[0])
        #expect(!context.hasChanges)
    }

    @Test("OBJ-33 an object of another context isn't a member, and removing it has no effect")
    func membersOfAnotherContext() throws {
        team.addToHeroes(heroes[0])
        try context.save()
        let other = try context.sibling()
        let stranger = try #require(try other.own(heroes[0]))
        #expect(!team.heroes.contains(stranger))
        team.removeFromHeroes(stranger)
        #expect(team.heroes.count == 1)
        #expect(!context.hasChanges)
        #expect(!stranger.hasChanges)
    }

    @Test("To-many relationships are equal in any order")
    func theOrderDoesNotCount() {
        team.heroes = [heroes[0], heroes[1]]
        #expect(team.heroes == [heroes[1], heroes[0]])
        #expect(team.heroes != [heroes[0]])
        #expect(team.heroes == heroes[0].teams.first?.heroes)
    }

    @Test("`insert` and `remove` return what they have done")
    func changesSayWhatTheyDid() {
        #expect(team.heroes.insert(heroes[0]).inserted)
        #expect(!team.heroes.insert(heroes[0]).inserted)
        #expect(team.heroes.remove(heroes[0]) === heroes[0])
        #expect(team.heroes.remove(heroes[0]) == nil)
    }

    @Test("A to-many relationship has the operations of a set")
    func algebraOfSets() {
        team.heroes.objects = Array(heroes[0...2])
        #expect(team.heroes.union([heroes[3]]) == Set(heroes))
        #expect(team.heroes.subtracting([heroes[0]]) == [heroes[1], heroes[2]])
        #expect(team.heroes.intersection(heroes[2...3]) == [heroes[2]])
        #expect(team.heroes.isSubset(of: heroes))
        #expect(!team.heroes.isSuperset(of: heroes))
        #expect(team.heroes.isDisjoint(with: [heroes[3]]))
        #expect(team.heroes.objectIDs == heroes[0...2].map(\.objectID))
        team.heroes.formIntersection(heroes[1...3])
        team.heroes.removeAll { $0 === heroes[2] }
        #expect(team.heroes.objects == [heroes[1]])
    }

    @Test("A collection without an owner is copied")
    func aCollectionIsCopied() {
        let first: ToMany<Superhero> = [heroes[0]]
        let second = ToMany(first)
        second.insert(heroes[1])
        #expect(first.count == 1)
        #expect(second.count == 2)
    }
}
