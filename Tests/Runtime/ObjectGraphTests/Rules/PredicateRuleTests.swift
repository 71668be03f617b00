import ObjectGraph
import Testing

/// Rules of section PRED: each predicate is asked of the objects in memory, and of the store.
struct PredicateRuleTests {
    private let people: VectorPeople

    init() throws {
        people = try VectorPeople()
        // Another one, not saved, about whom a fetch is asked too.
        people.context.insertNewObject(forEntityName: "Person").setValue("Bea", forKey: "name")
    }

    /// Whether a predicate is true of the person, in memory and in a fetch.
    private func isTrue(_ format: String) throws -> Bool {
        let predicate = try ModelPredicate.format(format)
        let inMemory = try predicate.evaluate(with: people.person)
        let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: predicate)
        #expect(try people.context.fetch(request).contains(people.person) == inMemory, "\(format)")
        return inMemory
    }

    @Test("PRED-3 nil is equal to nil, of attributes and of to-one relationships")
    func equalToNil() throws {
        #expect(try isTrue("email == nil") && isTrue("email == NULL") && !isTrue("email != nil"))
        #expect(try !isTrue("team == nil") && isTrue("team != nil") && isTrue("team.lead == nil"))
    }

    @Test(
        "PRED-4 no other comparison matches nil",
        arguments: ["<", "<=", ">", ">=", "BEGINSWITH", "CONTAINS", "LIKE", "MATCHES"])
    func otherComparisonsOfNil(_ sign: String) throws {
        #expect(try !isTrue("email \(sign) 'x'"))
    }

    @Test("PRED-5 nil is not equal to a value")
    func notEqualToNil() throws {
        #expect(try isTrue("email != 'x'") && !isTrue("email == 'x'"))
    }

    @Test("PRED-6 case and accents are significant unless c and d are specified")
    func caseAndAccents() throws {
        #expect(try !isTrue("nick == 'CAFÉ'") && !isTrue("nick == 'cafe'"))
        #expect(try isTrue("nick ==[c] 'CAFÉ'") && isTrue("nick ==[d] 'cafe'") && isTrue("nick ==[cd] 'CAFE'"))
    }

    @Test("PRED-7 without destinations, ANY is false, and ALL and NONE are true")
    func quantifiersOfNothing() throws {
        #expect(try !isTrue("ANY friends.age > 0") && isTrue("ALL friends.age > 0") && isTrue("NONE friends.age > 0"))
        #expect(try isTrue("ANY pets.age > 4") && !isTrue("ALL pets.age > 4") && !isTrue("NONE pets.age > 4"))
    }

    @Test("PRED-10 @count is the number of members")
    func counting() throws {
        #expect(try isTrue("pets.@count == 2") && !isTrue("pets.@count > 3") && isTrue("friends.@count == 0"))
    }

    @Test("PRED-11 and PRED-12 a subquery checks several conditions on one member")
    func subqueries() throws {
        #expect(try isTrue("ANY pets.kind == 'dog' AND ANY pets.age == 5"))
        #expect(try !isTrue("SUBQUERY(pets, $p, $p.kind == 'dog' AND $p.age == 5).@count > 0"))
        #expect(try isTrue("SUBQUERY(pets, $p, SUBQUERY(pets, $q, $q.age > $p.age).@count == 1).@count == 1"))
    }
}
