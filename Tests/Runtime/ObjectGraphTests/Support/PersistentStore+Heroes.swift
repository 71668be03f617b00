import ObjectGraph
import SampleModels

extension PersistentStore {
    /// Saves two heroes of a team, and returns a new context, which has read none of them.
    func contextAfterSavingHeroes() throws -> ManagedObjectContext {
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(self))
        let first = container.newContext()
        let team = Team(context: first)
        team.name = "Birds of Prey"
        for name in ["Barbara", "Dinah"] {
            let hero = Superhero(context: first)
            hero.name = name
            team.addToHeroes([hero])
        }
        try first.save()
        return container.newContext()
    }
}
