import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules ID-1 to ID-12 and OBJ-32: identities, and the one instance that each has in a context.
struct IdentityTests {
    let context: ManagedObjectContext

    init() throws {
        context = try makeContext()
    }

    @Test("ID-1 and ID-2 a save makes a temporary identity permanent")
    func becomingPermanent() throws {
        let hero = Superhero(context: context)
        let temporary = hero.objectID
        #expect(temporary.isTemporaryID)
        #expect(temporary.storeIdentifier == nil)
        try context.save()
        #expect(!hero.objectID.isTemporaryID)
        #expect(hero.objectID != temporary)
        #expect(temporary.isTemporaryID)
        #expect(hero.objectID.storeIdentifier == context.persistentStore?.identifier)
        #expect(context.registeredObject(for: hero.objectID) === hero)
        #expect(context.registeredObject(for: temporary) == nil)
        let permanent = hero.objectID
        hero.name = "again"
        try context.save()
        #expect(hero.objectID == permanent)
    }

    @Test("ID-2 temporary identities of two contexts differ")
    func temporaryIdentities() throws {
        let other = try context.sibling()
        let (hero, stranger) = (Superhero(context: context), Superhero(context: other))
        #expect(hero.objectID != stranger.objectID)
        #expect(throws: ObjectNotFoundError.self) { try other.existingObject(with: hero.objectID) }
    }

    @Test("ID-3 and OBJ-33 the same identity in two contexts")
    func twoContexts() throws {
        let hero = Superhero(context: context)
        try context.save()
        let other = try context.sibling()
        let twin = try #require(try other.own(hero))
        #expect(twin !== hero)
        #expect(twin != hero)
        #expect(twin.objectID == hero.objectID)
        #expect(Set([twin.objectID, hero.objectID]).count == 1)
    }

    @Test("OBJ-32 one instance for each identity, no matter how it is accessed")
    func oneInstance() throws {
        let hero = Superhero(context: context)
        let team = Team(context: context)
        team.addToHeroes(hero)
        try context.save()
        #expect(try context.all(Superhero.self).first === hero)
        #expect(context.object(with: hero.objectID) === hero)
        #expect(try context.existingObject(with: hero.objectID) === hero)
        #expect(team.heroes.first === hero)
        let other = try context.sibling()
        let fetched = try #require(try other.all(Superhero.self).first)
        #expect(try other.all(Team.self).first?.heroes.first === fetched)
        #expect(other.object(with: hero.objectID) === fetched)
    }

    @Test("ID-4 the URI of a permanent identity")
    func permanentURI() throws {
        let hero = Superhero(context: context)
        try context.save()
        let uri = hero.objectID.uriRepresentation()
        let store = try #require(context.persistentStore)
        #expect(uri.absoluteString == "x-coredata://\(store.identifier.uuidString)/Superhero/p1")
        #expect(ObjectID(uriRepresentation: uri) == hero.objectID)
    }

    @Test("ID-5 the URI of a temporary identity finds no object")
    func temporaryURI() {
        let uri = Superhero(context: context).objectID.uriRepresentation()
        #expect(uri.absoluteString.hasPrefix("x-coredata:///Superhero/t"))
        #expect(ObjectID(uriRepresentation: uri) == nil)
    }

    @Test("An entity name with characters beyond ASCII survives the conversion to a URI and back")
    func entityNamesBeyondASCIIHaveURIs() throws {
        let objectID = ObjectID(storeIdentifier: UUID(), entityName: "Größe_名前", number: .max)
        #expect(ObjectID(uriRepresentation: objectID.uriRepresentation()) == objectID)
    }

    @Test(
        "A URI of another form is no identity",
        arguments: [
            "https://example.com/Superhero/p1", "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/1",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero", "x-coredata://nowhere/Superhero/p1",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/a/Superhero/p1", "x-coredata:p1", "p1",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/p-1",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/p+1",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/p0",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/p01",
            "x-coredata://6F9619FF-8B86-D011-B42D-00C04FC964FF/Superhero/p99999999999999999999",
        ])
    func otherURIs(_ text: String) throws {
        #expect(ObjectID(uriRepresentation: try #require(URL(string: text))) == nil)
    }

    @Test("ID-6 an identity of another store finds no object")
    func anotherStore() throws {
        let hero = Superhero(context: context)
        hero.name = "here"
        try context.save()
        let foreign = ObjectID(storeIdentifier: UUID(), entityName: "Superhero", number: hero.objectID.number)
        #expect(throws: ObjectNotFoundError.self) { try context.existingObject(with: foreign) }
        #expect(try !context.persistentStoreCoordinator.committedState.contains(foreign))
    }

    @Test("ID-9 an identity of no object")
    func missingObject() throws {
        let store = try #require(context.persistentStore?.identifier)
        for entityName in ["Superhero", "Villain"] {
            let objectID = ObjectID(storeIdentifier: store, entityName: entityName, number: 77)
            #expect(throws: ObjectNotFoundError(objectID: objectID)) { try context.existingObject(with: objectID) }
        }
    }

    @Test("ID-9 an object that another context has saved since exists")
    func savedSince() throws {
        let other = try context.sibling()
        let hero = Superhero(context: other)
        hero.name = "newcomer"
        try other.save()
        #expect(try context.own(hero)?.name == "newcomer")
    }

    @Test("ID-8 and CTX-12 reading an object that another context has saved since")
    func faultSavedSince() throws {
        let other = try context.sibling()
        let hero = Superhero(context: other)
        hero.name = "newcomer"
        try other.save()
        #expect(context.registeredObject(for: hero.objectID) == nil)
        let fault = try #require(context.object(with: hero.objectID) as? Superhero)
        #expect(context.registeredObject(for: hero.objectID) === fault)
        #expect(fault.name == "newcomer")
    }

    @Test("ID-12 identities of deleted objects are not used again")
    func identitiesAreNotReused() throws {
        let hero = Superhero(context: context)
        try context.save()
        let gone = hero.objectID
        context.delete(hero)
        try context.save()
        let next = Superhero(context: context)
        try context.save()
        #expect(next.objectID != gone)
        #expect(next.objectID.number > gone.number)
    }

    @Test("ID-11 an identity names the object's own entity")
    func descendants() throws {
        let context = try makeContext(.inheritance)
        let (car, truck) = (RaceCar(context: context), Truck(context: context))
        try context.save()
        #expect(car.objectID.entityName == "RaceCar")
        #expect(car.objectID.number != truck.objectID.number)
    }

    @Test("Identities of new objects sort in the order of insertion, also after a save")
    func identitiesComeInTheOrderOfTheirMaking() throws {
        let heroes = (0..<12).map { _ in Superhero(context: context) }
        #expect(heroes.map(\.objectID).sorted() == heroes.map(\.objectID))
        try context.save()
        #expect(heroes.map(\.objectID).sorted() == heroes.map(\.objectID))
    }
}
