import Foundation
import ModelExpressions
import ObjectGraph
import SampleModels
import Testing

/// Rules BAT-1 to BAT-12.
struct BatchTests {
    let context: ManagedObjectContext
    let people: [ManagedObject]

    init() throws {
        context = try Office.context()
        people = (1...4).map { [context] in
            context.insert("Person", ["name": "P\($0)", "salary": Int32($0 * 10)])
        }
        try context.save()
    }

    @Test("BAT-1, BAT-2 and BAT-6 an update changes the store, and contexts when they merge it")
    func updating() throws {
        var request = BatchUpdateRequest(
            entityName: "Person", predicate: try .format("salary > 20"),
            propertiesToUpdate: ["city": "Oslo"])
        request.resultType = .objectIDs
        let result = try context.execute(request)
        let objectIDs = people[2...].map(\.objectID)
        #expect(result == .objectIDs(objectIDs))
        #expect(people[2].text("city") == nil)
        #expect(context.afresh { $0.twin(people[2]).text("city") } == "Oslo")
        context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
        #expect(people[2].text("city") == "Oslo")
        request.resultType = .count
        #expect(try context.execute(request) == .count(2))
        request.resultType = .statusOnly
        #expect(try context.execute(request) == .statusOnly)
    }

    @Test("BAT-12 new values can be expressions of the old ones")
    func expressions() throws {
        let request = BatchUpdateRequest(
            entityName: "Person",
            propertiesToUpdate: ["salary": try ModelExpression(format: "salary * 2"), "city": nil])
        _ = try context.execute(request)
        #expect(try context.afresh { try $0.objects("Person").map { $0.number("salary") } } == [20, 40, 60, 80])
    }

    private static let mail = ManagedObjectModel(
        Model(
            name: "Mail",
            entities: [
                Entity(
                    name: "Letter",
                    attributes: [
                        Attribute(name: "rank", type: .integer16),
                        Attribute(name: "isRead", type: .boolean),
                        Attribute(name: "subject", type: .string, isOptional: true),
                        Attribute(name: "sentAt", type: .date, isOptional: true),
                        Attribute(name: "sender", type: .composite, isOptional: true, compositeName: "Place"),
                        Attribute(name: "recipient", type: .composite, isOptional: true, compositeName: "Place"),
                    ])
            ],
            composites: [
                Composite(
                    name: "Place",
                    attributes: [
                        Attribute(name: "city", type: .string, isOptional: true),
                        Attribute(name: "floor", type: .integer16, isOptional: true),
                    ])
            ]))

    @Test("BAT-12 if the result of an expression does not fit its attribute, the request fails and writes nothing")
    func unfitResults() throws {
        let context = try makeContext(Self.mail)
        for rank in [1, Int16.max] {
            context.insert(
                "Letter", ["rank": rank, "isRead": false, "subject": "Rent", "sender": ["city": "Graz"]])
        }
        try context.save()
        for (key, format) in [
            ("rank", "rank + 1"), ("rank", "subject"), ("isRead", "rank + 1"), ("isRead", "subject"),
            ("subject", "rank"), ("sentAt", "rank"), ("recipient", "subject"), ("subject", "sender"),
        ] {
            let request = BatchUpdateRequest(
                entityName: "Letter", propertiesToUpdate: [key: try ModelExpression(format: format)])
            let error = #expect(throws: BatchError.self, "\(key) = \(format)") { try context.execute(request) }
            #expect(error?.description.hasPrefix("'Letter.\(key)': ") == true)
            try context.afresh { context in
                let letters = try context.objects("Letter")
                #expect(letters.map { $0.value(forKey: "rank") as? Int16 } == [1, .max])
                #expect(letters.map { $0.value(forKey: "isRead") as? Bool } == [false, false])
                #expect(letters.map { $0.text("subject") } == ["Rent", "Rent"])
                #expect(letters.allSatisfy { $0.value(forKey: "recipient") == nil })
            }
        }
    }

    @Test("BAT-12 0 and 1 are values of a Boolean attribute, a composite is copied, and a result can be nil")
    func fittingResults() throws {
        let context = try makeContext(Self.mail)
        context.insert(
            "Letter",
            ["rank": Int16(0), "isRead": true, "subject": "Rent", "sender": ["city": "Graz", "floor": Int16(2)]])
        try context.save()
        func letter(_ values: [String: ModelExpression]) throws -> [String: Any] {
            _ = try context.execute(BatchUpdateRequest(entityName: "Letter", propertiesToUpdate: values))
            let keys = ["isRead", "subject", "recipient"]
            return try context.afresh { context in
                try #require(try context.objects("Letter").first).dictionaryWithValues(forKeys: keys)
            }
        }
        #expect(try letter(["isRead": try ModelExpression(format: "rank")])["isRead"] as? Bool == false)
        #expect(try letter(["isRead": .constant(.integer(1))])["isRead"] as? Bool == true)
        let recipient = try letter(["recipient": try ModelExpression(format: "sender")])["recipient"]
        #expect((recipient as? [String: Any])?["city"] as? String == "Graz")
        #expect((recipient as? [String: Any])?["floor"] as? Int16 == 2)
        #expect(try letter(["subject": .constant(.null)])["subject"] is NullValue)
    }

    @Test("BAT-3 a deletion calls no hooks and notifies no contexts")
    func deleting() throws {
        let request = BatchDeleteRequest(objectIDs: people.prefix(2).map(\.objectID))
        #expect(try context.execute(request) == .statusOnly)
        #expect(!people[0].isDeleted)
        #expect(people[0].text("name") == "P1")
        #expect(try context.objects("Person").count == 2)
    }

    @Test("A batch deletion with a limit follows the sort order, of both kinds of descriptors and predicates")
    func deletingTheFirst() throws {
        func left() throws -> [Int?] { try context.afresh { try $0.objects("Person").map { $0.number("salary") } } }
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.sortDescriptors = [ModelSortDescriptor(key: "salary", ascending: false)]
        request.fetchLimit = 1
        _ = try context.execute(BatchDeleteRequest(fetchRequest: request))
        #expect(try left() == [10, 20, 30])
        request.fetchOffset = 1
        request.predicate = try .format("salary < 30")
        _ = try context.execute(BatchDeleteRequest(fetchRequest: request))
        #expect(try left() == [20, 30])
        let runs = try makeContext(.fetching)
        for speed in 1...5 { Run(context: runs).speed = Double(speed) }
        try runs.save()
        var fastest = FetchRequest<Run>(predicate: #Predicate { $0.speed < 5 })
        fastest.sortDescriptors = [SortDescriptor(\.speed, order: .reverse)]
        fastest.fetchLimit = 2
        _ = try runs.execute(BatchDeleteRequest(fetchRequest: fastest))
        #expect(try runs.fetch(Run.fetchRequest()).map(\.speed) == [1, 2, 5])
        fastest.predicate = #Predicate { ($0.title ?? "").contains(/[ac]/) }
        let error = #expect(throws: BatchError.self) { try runs.execute(BatchDeleteRequest(fetchRequest: fastest)) }
        #expect(error?.description.hasPrefix("a batch request works only on stored values: ") == true)
        fastest.predicate = try .format("sped < 1")
        #expect(throws: QueryError.self) { try runs.execute(BatchDeleteRequest(fetchRequest: fastest)) }
    }

    @Test("A batch update also accepts a Swift predicate")
    func updatingBySwiftPredicate() throws {
        let context = try makeContext(.fetching)
        for speed in 1...3 { Run(context: context).speed = Double(speed) }
        try context.save()
        var request = BatchUpdateRequest(
            entityName: "Run", predicate: #Predicate<Run> { $0.speed > 1 }, propertiesToUpdate: ["title": "fast"])
        request.resultType = .count
        #expect(try context.execute(request) == .count(2))
        request.predicate = try .format("speed > %d", 2)
        #expect(try context.execute(request) == .count(1))
    }

    @Test("A batch insertion computes derived attributes")
    func derivedAttributes() throws {
        _ = try context.execute(BatchInsertRequest(entityName: "Notebook", objects: [["title": "Ärger"]]))
        try context.afresh { context in
            let notebook = try #require(try context.objects("Notebook").first)
            #expect(notebook.number("noteCount") == 0 && notebook.number("weight") == 0)
            #expect(notebook.text("sortTitle") == "arger")
            #expect(notebook.value(forKey: "savedAt") is Date)
        }
    }

    @Test("BAT-4 deletions nullify and cascade, and leave no required relationship empty")
    func deleteRules() throws {
        let notebook = context.insert("Notebook")
        context.insert("Note", ["notebook": notebook])
        let desk = context.insert("Desk")
        context.insert("Chair", ["desk": desk])
        try context.save()
        _ = try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Notebook")))
        #expect(try context.afresh { try $0.objects("Note").isEmpty })
        let request = BatchDeleteRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Desk"))
        #expect(throws: ValidationErrors.self) { try context.execute(request) }
        #expect(try context.afresh { try $0.objects("Desk").count } == 1)
    }

    @Test("BAT-5 an insertion fills in defaults and takes no relationships")
    func inserting() throws {
        var number = 0
        var request = BatchInsertRequest(entityName: "Person") { values in
            number += 1
            values["name"] = "New \(number)"
            return number > 3
        }
        request.resultType = .count
        #expect(try context.execute(request) == .count(3))
        #expect(try context.afresh { try $0.objects("Person").count } == 7)
        let linking = BatchInsertRequest(entityName: "Note", objects: [["notebook": people[0]]])
        #expect(throws: BatchError.self) { try context.execute(linking) }
        #expect(throws: BatchError.self) {
            try context.execute(BatchInsertRequest(entityName: "Nobody", objects: [[:]]))
        }
        #expect(throws: BatchError.self) {
            try context.execute(BatchInsertRequest(entityName: "Person", objects: [["salary": "much"]]))
        }
    }

    @Test(
        "BAT-7 a violated constraint updates, skips, or fails, depending on the policy",
        arguments: [(MergePolicy.MergeType.mergeByPropertyObjectTrump, "new"), (.mergeByPropertyStoreTrump, "old")])
    func upserting(type: MergePolicy.MergeType, owner: String) throws {
        context.insert("Badge", ["code": Int32(1), "owner": "old"])
        try context.save()
        let request = BatchInsertRequest(
            entityName: "Badge", objects: [["code": Int32(1), "owner": "new"], ["code": Int32(2), "owner": "new"]])
        #expect(throws: ConstraintConflictError.self) { try context.execute(request) }
        let again = BatchInsertRequest(
            entityName: "Badge", objects: [["code": Int32(1), "owner": "new"], ["code": Int32(2), "owner": "new"]])
        context.mergePolicy = MergePolicy(type)
        _ = try context.execute(again)
        #expect(try context.afresh { try $0.objects("Badge").map { $0.text("owner") } } == [owner, "new"])
    }

    @Test("BAT-8 pending changes have no effect")
    func pendingChanges() throws {
        people[0].setValue(Int32(1000), forKey: "salary")
        context.insert("Person", ["salary": Int32(1000)])
        var request = BatchUpdateRequest(
            entityName: "Person", predicate: try .format("salary > 500"),
            propertiesToUpdate: ["city": "Oslo"])
        request.resultType = .count
        #expect(try context.execute(request) == .count(0))
        #expect(context.insertedObjects.count == 1)
    }

    @Test("BAT-9 of the model's validation, only required relationships are checked")
    func noValidation() throws {
        let error = #expect(throws: ValidationErrors.self) {
            try context.execute(BatchInsertRequest(entityName: "Chair", objects: [[:]]))
        }
        #expect(error?.errors.map(\.key) == ["desk"])
        #expect(try context.afresh { try $0.objects("Chair").count } == 0)
    }

    @Test("BAT-11 descendants are changed too, unless they are left out", arguments: [true, false])
    func subentities(included: Bool) throws {
        context.insert("Badge")
        context.insert("GoldBadge")
        try context.save()
        var request = BatchUpdateRequest(entityName: "Badge", propertiesToUpdate: ["zone": "Z"])
        request.includesSubentities = included
        request.resultType = .count
        #expect(try context.execute(request) == .count(included ? 2 : 1))
    }
}
