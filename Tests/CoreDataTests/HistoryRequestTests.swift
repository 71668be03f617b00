import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct HistoryRequestTests {
    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private var context: NSManagedObjectContext { container.viewContext }

    init() throws {
        folder = try TemporaryFolder()
        container = newContainer()
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "Heroes.sqlite"))
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        for (author, name) in [("app", "Aquaman"), ("import", "Batman"), ("import", "Hulk")] {
            context.transactionAuthor = author
            Superhero(context: context).name = name
            try context.save()
        }
        context.transactionAuthor = "app"
        for hero in try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>) where hero.name == "Hulk" {
            context.delete(hero)
        }
        try context.save()
    }

    private func transactions(_ request: NSPersistentHistoryChangeRequest) throws -> [NSPersistentHistoryTransaction] {
        let result = try context.execute(request) as? NSPersistentHistoryResult
        return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }

    @Test("A fetch request selects transactions by their author")
    func fetchedTransactionsHIS4() throws {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: "author != %@", "app")
        let others = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        #expect(try transactions(others).map(\.author) == ["import", "import"])
        fetch.predicate = NSPredicate(format: "%K = %@", "author", "app")
        let own = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        own.fetchRequest = fetch
        #expect(try transactions(own).map(\.author) == ["app", "app"])
        #expect(own.token == nil)
        let after = NSPersistentHistoryChangeRequest.fetchHistory(after: try transactions(own)[0])
        after.fetchRequest = fetch
        #expect(try transactions(after).map { $0.changes?.map(\.changeType) } == [[.delete]])
        #expect(after.token != nil)
        fetch.fetchLimit = 1
        #expect(try transactions(own).count == 1)
    }

    @Test("A fetch request orders transactions before its offset and limit select some of them")
    func orderedTransactions() throws {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        let numbers = try transactions(request).map(\.transactionNumber)
        #expect(numbers == numbers.sorted() && numbers.count == 4)
        fetch.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
        #expect(try transactions(request).map(\.transactionNumber) == numbers.reversed())
        fetch.sortDescriptors = [
            NSSortDescriptor(key: "author", ascending: false), NSSortDescriptor(key: "timestamp", ascending: true),
        ]
        #expect(try transactions(request).map(\.transactionNumber) == [numbers[1], numbers[2], numbers[0], numbers[3]])
        fetch.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
        fetch.fetchLimit = 1
        #expect(try transactions(request).map(\.transactionNumber) == [numbers[3]])
    }

    @Test("A fetch request orders changes, also within their transactions, before its limit selects some of them")
    func orderedChanges() throws {
        for name in ["Robin", "Joker"] { Superhero(context: context).name = name }
        try context.save()
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        func changes() throws -> [NSPersistentHistoryChange] {
            request.resultType = .changesOnly
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return try #require(result?.result as? [NSPersistentHistoryChange])
        }
        let inserted = try changes().filter { $0.changeType == .insert }.map(\.changedObjectID)
        #expect(inserted.count == 5 && Set(inserted).count == 5)
        fetch.sortDescriptors = [
            NSSortDescriptor(key: "changeType", ascending: false),
            NSSortDescriptor(key: "changedObjectID", ascending: false),
        ]
        #expect(try changes().map(\.changeType) == [.delete] + Array(repeating: .insert, count: 5))
        #expect(try changes().dropFirst().map(\.changedObjectID) == inserted.reversed())
        request.resultType = .objectIDs
        let objectIDs = (try context.execute(request) as? NSPersistentHistoryResult)?.result as? [NSManagedObjectID]
        #expect(objectIDs == [inserted[2], inserted[4], inserted[3], inserted[1], inserted[0]])
        request.resultType = .transactionsAndChanges
        #expect(try transactions(request).last?.changes?.map(\.changedObjectID) == [inserted[4], inserted[3]])
        let numbers = try transactions(request).map(\.transactionNumber)
        #expect(numbers == numbers.sorted() && numbers.count == 5)
        fetch.fetchLimit = 1
        #expect(try changes().map(\.changeType) == [.delete])
        request.resultType = .transactionsAndChanges
        #expect(try transactions(request).map(\.transactionNumber) == [numbers[3]])
    }

    @Test("A history request with an order by anything but an attribute of the history fails, and names the attributes")
    func otherOrders() throws {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.sortDescriptors = [NSSortDescriptor(key: "timeStamp", ascending: false)]
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        let error = try #require(throws: NSError.self) { try context.execute(request) }
        #expect(error.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(error.localizedDescription.contains("'timeStamp'") && error.localizedDescription.contains("timestamp"))
        fetch.sortDescriptors = [NSSortDescriptor(key: "token", ascending: false)]
        #expect(try transactions(request).map(\.author) == ["app", "import", "import", "app"])
        #expect(try transactions(request).first?.changes?.map(\.changeType) == [.delete])
    }

    @Test("A token is the same after it was archived securely, and other archives have none")
    func archivedTokens() throws {
        let coordinator = container.persistentStoreCoordinator
        let all = try transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?))
        for token in [all[1].token, try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            let saved = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
            #expect(saved == token && saved?.hash == token.hash)
            #expect(try transactions(.fetchHistory(after: saved)).count == (token == all[1].token ? all.count - 2 : 0))
        }
        let other = try NSKeyedArchiver.archivedData(withRootObject: NSString("token"), requiringSecureCoding: true)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: other)) == nil)
    }

    @Test("A deletion that a fetch request would limit is refused, and deletes nothing")
    func limitedDeletions() throws {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: "author == %@", "app")
        let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
        deletion.fetchRequest = fetch
        #expect {
            try context.execute(deletion)
        } throws: { error in
            (error as NSError).code == NSPersistentStoreUnsupportedRequestTypeError
        }
        let all = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        #expect(try transactions(all).map(\.author) == ["app", "import", "import", "app"])
    }

    @Test("Deleting the history before no position deletes nothing")
    func deletionsWithoutPosition() throws {
        let (token, transaction): (NSPersistentHistoryToken?, NSPersistentHistoryTransaction?) = (nil, nil)
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: token))
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: transaction))
        #expect(try transactions(.fetchHistory(after: token)).count == 4)
    }

    @Test("A fetch request selects changes by their entity")
    func changesOfEntities() throws {
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        #expect(fetch.entity?.attributesByName["changedEntity"] != nil)
        for (name, count) in [("Superhero", 4), ("Team", 0)] {
            let entity = try #require(NSEntityDescription.entity(forEntityName: name, in: context))
            fetch.predicate = NSPredicate(format: "changedEntity == %@", entity)
            let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
            #expect(try transactions(request).flatMap { $0.changes ?? [] }.count == count)
        }
    }

    @Test("A fetch request selects changes by their type and object")
    func fetchedChangesHIS4() throws {
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.predicate = NSPredicate(
            format: "changeType == %d", NSPersistentHistoryChangeType.insert.rawValue)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        request.resultType = .count
        #expect((try context.execute(request) as? NSPersistentHistoryResult)?.result as? Int == 3)
        let hero = try #require(
            try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>).first { $0.name == "Batman" })
        fetch.predicate = NSPredicate(format: "changedObjectID == %@", hero.objectID)
        request.resultType = .transactionsAndChanges
        #expect(try transactions(request).map { $0.changes?.map(\.changedObjectID) } == [[hero.objectID]])
    }

    @Test("A history request with a fetch request for objects fails")
    func aRequestForObjectsIsNoneOfTheHistory() throws {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(
            withFetch: Superhero.fetchRequest() as NSFetchRequest<any NSFetchRequestResult>)
        let error = try #require(throws: NSError.self) { try context.execute(request) }
        #expect(error.code == NSPersistentStoreUnsupportedRequestTypeError)
    }

    @Test("A tombstone contains the attributes that the model preserves")
    func aDeletionKeepsWhatTheModelSaysDRV10() throws {
        let (model, note) = (NSManagedObjectModel(), NSEntityDescription())
        note.name = "Note"
        note.properties = ["code", "text"].map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.type = name == "code" ? .integer32 : .string
            attribute.preservesValueInHistoryOnDeletion = name == "code"
            return attribute
        }
        model.entities = [note]
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "Notes.sqlite"))
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        let object = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        object.setValuesForKeys(["code": 7, "text": "seven"])
        try context.save()
        context.delete(object)
        try context.save()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        request.resultType = .changesOnly
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let changes = try #require(result?.result as? [NSPersistentHistoryChange])
        #expect(changes.map { $0.tombstone?["code"] as? NSNumber } == [nil, 7])
        #expect(changes.last?.tombstone?.count == 1)
    }
}
