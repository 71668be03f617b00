import ObjectGraph
import SampleModels
import Testing

/// Two contexts on one store: isolation, states that are held on to, and conflicts.
struct TwoContextTests {
    let first: ManagedObjectContext
    let second: ManagedObjectContext
    let hero: Superhero
    let twin: Superhero

    init() throws {
        first = try makeContext()
        hero = Superhero(context: first)
        hero.name = "first"
        try first.save()
        second = try first.sibling()
        twin = try #require(try second.all(Superhero.self).first)
    }

    @Test("FLT-12 and FLT-13 changes are seen after the save and a refresh, not before")
    func isolation() throws {
        hero.name = "changed"
        #expect(twin.name == "first")
        try first.save()
        #expect(twin.name == "first")
        #expect(try second.all(Superhero.self).map(\.name) == ["first"])
        second.refresh(twin, mergeChanges: false)
        #expect(twin.name == "changed")
    }

    @Test(
        "STO-24 a reader keeps the whole state it began with",
        .enabled(
            if: TestedStoreDescription.hasLastingViews,
            "views of this store keep their state only briefly; unset MODELGEN_TEST_STORE"))
    func pinnedReads() throws {
        let team = Team(context: first)
        team.addToHeroes(hero)
        try first.save()
        let twinTeam = try #require(try second.all(Team.self).first)
        first.delete(hero)
        team.name = "empty"
        _ = Superhero(context: first)
        try first.save()
        #expect(twinTeam.name == nil)
        #expect(twinTeam.heroes.objects == [twin])
        #expect(twin.name == "first")
        #expect(try second.count(for: Superhero.fetchRequest()) == 1)
        second.refreshAllObjects()
        #expect(twinTeam.name == "empty")
        #expect(twinTeam.heroes.isEmpty)
    }

    @Test("CTX-34 if both change an object, the later save is refused and keeps its changes")
    func conflictingUpdates() throws {
        hero.name = "mine"
        twin.name = "theirs"
        try second.save()
        #expect(throws: MergeConflictError(objectIDs: [hero.objectID])) { try first.save() }
        #expect(hero.name == "mine")
        #expect(first.updatedObjects == [hero])
        #expect(try first.reread(hero) { $0.name } == "theirs")
        first.rollback()
        first.refresh(hero, mergeChanges: false)
        #expect(hero.name == "theirs")
        hero.name = "agreed"
        try first.save()
        #expect(try first.reread(hero) { $0.name } == "agreed")
    }

    @Test("A fetch between the two saves does not hide a conflict")
    func fetchingDoesNotHideAConflict() throws {
        hero.name = "mine"
        twin.name = "theirs"
        try second.save()
        #expect(try first.all(Superhero.self).first?.name == "mine")
        #expect(throws: MergeConflictError.self) { try first.save() }
    }

    @Test("Updating an object that another context has deleted is a conflict")
    func updatingWhatAnotherHasDeleted() throws {
        hero.name = "mine"
        second.delete(twin)
        try second.save()
        #expect(throws: MergeConflictError.self) { try first.save() }
        #expect(try first.all(Superhero.self).isEmpty)
        #expect(throws: MergeConflictError.self) { try first.save() }
        first.rollback()
        #expect(!first.hasChanges)
        try first.save()
    }

    @Test("Deleting an object that another context has changed is a conflict")
    func deletingWhatAnotherHasChanged() throws {
        first.delete(hero)
        twin.name = "theirs"
        try second.save()
        #expect(throws: MergeConflictError.self) { try first.save() }
        #expect(hero.isDeleted)
        first.rollback()
        #expect(!hero.isDeleted)
    }

    @Test("Deleting an object that another context has deleted is a conflict")
    func deletingTwiceInTwoContexts() throws {
        first.delete(hero)
        second.delete(twin)
        try second.save()
        #expect(throws: MergeConflictError.self) { try first.save() }
    }

    @Test("A new relationship to an object that another context has deleted is a conflict")
    func leadingToWhatAnotherHasDeleted() throws {
        second.delete(twin)
        try second.save()
        let team = Team(context: first)
        team.addToHeroes(hero)
        #expect(throws: MergeConflictError.self) { try first.save() }
        #expect(try first.sibling().all(Team.self).isEmpty)
    }

    @Test("CTX-33 an object that another context has deleted")
    func readingWhatAnotherHasDeleted() throws {
        second.delete(twin)
        try second.save()
        #expect(hero.name == "first")
        #expect(try first.all(Superhero.self).isEmpty)
        first.refresh(hero, mergeChanges: false)
        #expect(hero.name == nil)
        #expect(hero.teams.isEmpty)
        #expect(hero.isDeleted)
    }

    @Test("Deleting an object that another context has deleted discards its changes, which no save can write")
    func deletingWhatAnotherHasDeleted() throws {
        second.delete(twin)
        try second.save()
        first.refresh(hero, mergeChanges: false)
        #expect(hero.name == nil)
        hero.name = "mine"
        #expect(throws: (any Error).self) { try first.save() }
        first.delete(hero)
        #expect(!first.hasChanges)
        #expect(hero.name == nil && hero.isDeleted)
        try first.save()
    }

    @Test("CON-8 contexts that change different objects both save")
    func differentObjects() throws {
        let other = Superhero(context: first)
        try first.save()
        let second = try first.sibling()
        hero.name = "one"
        try #require(try second.own(other)).name = "two"
        try second.save()
        try first.save()
        let third = try second.sibling()
        #expect(try third.all(Superhero.self).map(\.name) == ["one", "two"])
    }

    @Test("CTX-10 a refused save writes none of its objects")
    func allOrNothing() throws {
        hero.name = "mine"
        for _ in 0..<9 { _ = Superhero(context: first) }
        twin.name = "theirs"
        try second.save()
        #expect(throws: MergeConflictError.self) { try first.save() }
        #expect(try second.all(Superhero.self).count == 1)
        #expect(first.insertedObjects.count == 9)
        #expect(first.insertedObjects.allSatisfy { $0.objectID.isTemporaryID })
    }
}
