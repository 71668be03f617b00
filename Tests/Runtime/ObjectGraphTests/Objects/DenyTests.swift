import ObjectGraph
import SampleModels
import Testing

/// Rules DEL-7 to DEL-10 and DEL-13 to DEL-15: deletions that the save refuses, and how they are mended.
struct DenyTests {
    let context: ManagedObjectContext
    let company: Company
    let departments: [Department]

    init() throws {
        let context = try makeContext(.deleteRules)
        company = Company(context: context)
        departments = [Department(context: context), Department(context: context)]
        company.addToDepartments(departments)
        try context.save()
        self.context = context
    }

    private func refusal(of context: ManagedObjectContext) -> [ValidationError]? {
        validationErrors { try context.save() }
    }

    @Test("DEL-7 the save is refused with the relationship's name, and nothing is written")
    func denied() throws {
        context.delete(company)
        #expect(company.isDeleted)
        let errors = try #require(refusal(of: context))
        #expect(errors.map(\.code) == [.relationshipDeniedDelete])
        #expect(errors.map(\.key) == ["departments"])
        #expect(errors.map(\.objectID) == [company.objectID])
        #expect(try context.sibling().all(Company.self).count == 1)
        #expect(context.deletedObjects == [company])
    }

    @Test("DEL-8 moving the destinations away before the deletion")
    func movingAwayBefore() throws {
        let other = Company(context: context)
        departments.forEach { $0.company = other }
        context.delete(company)
        try context.save()
        #expect(other.departments.count == 2)
    }

    @Test("DEL-8 moving the destinations away after the deletion was refused", arguments: [0, 1, 2, 3])
    func movingAwayAfter(way: Int) throws {
        context.delete(company)
        _ = refusal(of: context)
        let other = Company(context: context)
        switch way {
        case 0: departments.forEach { $0.company = other }
        case 1: departments.forEach { $0.company = nil }
        case 2: other.addToDepartments(departments)
        default: company.departments = []
        }
        try context.save()
        let fresh = try context.sibling()
        let reread = try fresh.all(Department.self)
        #expect(reread.map { $0.company?.objectID } == departments.map { $0.company?.objectID })
        #expect(departments[0].company === (way % 2 == 0 ? other : nil))
        let state = context.persistentStoreCoordinator.committedState
        let destinations = try state.destinationIDs(of: departments[0].objectID)
        #expect(destinations?[0] == (way % 2 == 0 ? [other.objectID] : []))
    }

    @Test("DEL-9 and DEL-10 destinations that are also deleted don't prevent a deletion", arguments: [true, false])
    func deletingTogether(companyFirst: Bool) throws {
        let objects: [ManagedObject] = companyFirst ? [company] + departments : departments + [company]
        objects.forEach(context.delete)
        try context.save()
        #expect(try context.sibling().all(Department.self).isEmpty)
    }

    @Test("DEL-22 rolling back a refused deletion")
    func rollingBack() throws {
        context.delete(company)
        _ = refusal(of: context)
        context.rollback()
        #expect(!company.isDeleted)
        #expect(company.departments.count == 2)
        #expect(departments[0].company === company)
        #expect(!context.hasChanges)
    }

    @Test("DEL-15 a cascade to an object that can't be deleted is refused as a whole")
    func cascadeIntoDeny() throws {
        let holding = Holding(context: context)
        let plants = [Plant(context: context), Plant(context: context)]
        let permit = Permit(context: context)
        holding.addToPlants(plants)
        permit.plant = plants[1]
        try context.save()
        context.delete(holding)
        #expect(context.deletedObjects == [holding, plants[0], plants[1]])
        let errors = try #require(refusal(of: context))
        #expect(errors.map(\.objectID) == [plants[1].objectID])
        #expect(try context.sibling().all(Plant.self).count == 2)
        context.delete(permit)
        try context.save()
        #expect(try context.sibling().all(Holding.self).isEmpty)
    }

    @Test("DEL-13 and DEL-14 nullifying a required to-one is refused until it has another destination")
    func nullifyingARequiredToOne() throws {
        let context = try makeContext(.awkward)
        let bosses = (0..<2).map { _ in context.insertNewObject(forEntityName: "Boss") }
        let workers = (0..<2).map { _ in context.insertNewObject(forEntityName: "Worker") }
        bosses[0].setValue(workers, forKey: "workers")
        try context.save()
        context.delete(bosses[0])
        let errors = try #require(refusal(of: context))
        #expect(errors.map(\.code) == [.missingMandatoryProperty, .missingMandatoryProperty])
        #expect(Set(errors.map(\.objectID)) == Set(workers.map(\.objectID)))
        #expect(errors.allSatisfy { $0.key == "boss" })
        workers.forEach { $0.setValue(bosses[1], forKey: "boss") }
        try context.save()
        #expect(bosses[1].value(forKey: "workers") as? Set<ManagedObject> == Set(workers))
    }
}
