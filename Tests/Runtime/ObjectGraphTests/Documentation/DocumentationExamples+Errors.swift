import Foundation
import ModelExpressions
import ObjectGraph
import Testing

extension DocumentationExamples {
    /// Errors, and what a program does about them.
    @Suite struct ErrorTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext
        private let hero: Hero

        /// A hero, saved.
        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
            hero = Hero(context: context)
            hero.name = "Batgirl"
            try context.save()
        }

        // MARK: - Saves

        @Test("The example of a merge conflict saves the change of a hero that another context has changed")
        func mergeConflicts() throws {
            let other = container.newContext()
            other.counterpart(of: hero).universe = 2
            try other.save()
            hero.name = "Oracle"
            // Example: MergeConflictError
            do {
                try context.save()
            } catch let conflict as MergeConflictError {
                for objectID in conflict.objectIDs {
                    context.refresh(context.object(with: objectID), mergeChanges: true)  // Keeps unsaved changes.
                }
                try context.save()
            }
            // End
            #expect(hero.universe == 2 && hero.name == "Oracle" && !context.hasChanges)
        }

        /// A member with an address, saved, and a new one with the same.
        private func twins() throws -> (context: ManagedObjectContext, stored: ManagedObject) {
            let email = Attribute(name: "email", type: .string, isOptional: true)
            let member = Entity(
                name: "Member", attributes: [email], uniquenessConstraints: [UniquenessConstraint(["email"])])
            let model = ManagedObjectModel(Model(name: "Club", entities: [member]))
            let context = try PersistentContainer(model: model, store: .inMemory).newContext()
            let stored = context.insertNewObject(forEntityName: "Member")
            stored.setValue("ann@club.org", forKey: "email")
            try context.save()
            context.insertNewObject(forEntityName: "Member").setValue("ann@club.org", forKey: "email")
            return (context, stored)
        }

        @Test("The example of a uniqueness conflict merges the new object with the stored one")
        func uniqueness() throws {
            let (context, _) = try twins()
            // Example: ConstraintConflictError
            do {
                try context.save()
            } catch let error as ConstraintConflictError {
                print(error)  // the value "ann@club.org" of 'email' must be unique, but is the same in …
                context.mergePolicy = .mergeByPropertyObjectTrump  // One object remains, with the new values.
                try context.save()
            }
            // End
            let members = try context.fetch(FetchRequest<ManagedObject>(entityName: "Member"))
            #expect(members.map { $0.value(forKey: "email") as? String } == ["ann@club.org"])
        }

        @Test("The example of one uniqueness conflict selects the stored object, and discards the new ones")
        func oneConflict() throws {
            let (context, stored) = try twins()
            let error = #expect(throws: ConstraintConflictError.self) { try context.save() }
            let conflict = try #require(error?.conflicts.first)
            // Example: ConstraintConflict
            if let objectID = conflict.databaseObjectID {
                for case let new? in conflict.conflictingObjectIDs.map(context.registeredObject) { context.delete(new) }
                let stored = try context.existingObject(with: objectID)
                print(conflict.constraint, "belongs to", stored.objectID)  // ["email"] belongs to Member/p1
            }
            // End
            try context.save()
            #expect(conflict.databaseObjectID == stored.objectID)
        }

        @Test("The example of an inconsistent graph compiles, and saves a consistent one")
        func inconsistency() throws {
            hero.name = "Oracle"
            // Example: GraphIntegrityError
            do {
                try context.save()
            } catch let error as GraphIntegrityError {
                print(error.objectID, error.propertyName, error.code == .inconsistentInverse ? "has one side" : "")
                context.rollback()
            }
            // End
            #expect(!context.hasChanges)
        }

        @Test("The examples of hooks end a save, check a value, and forget what an object no longer has")
        func hooks() throws {
            let team = Team(context: context)
            team.name = " Birds "
            try context.save()
            #expect(team.name == "Birds")
            team.heroes = ToMany((0...100).map { _ in Hero(context: context) })
            for hero in team.heroes { hero.universe = 1 }
            #expect(throws: ValidationError.self) { try context.save() }
            team.cachedTitle = "101 Birds"
            context.rollback()
            #expect(team.cachedTitle == nil)
        }

        @Test("The example of a relationship between stores compiles, and saves what stays in one store")
        func crossStoreRelationships() throws {
            hero.name = "Oracle"
            // Example: CrossStoreRelationshipError
            do {
                try context.save()
            } catch let error as CrossStoreRelationshipError {
                print(error)  // 'Note.author' points to an object in another store; use a fetched property instead
                context.rollback()
            }
            // End
            #expect(!context.hasChanges && hero.name == "Oracle")
        }

        @Test("The example of exhausted object numbers compiles, and saves in a store that has some left")
        func exhaustedObjectNumbers() throws {
            Hero(context: context).name = "Robin"
            // Example: ObjectNumbersExhaustedError
            do {
                try context.save()
            } catch let error as ObjectNumbersExhaustedError {
                print("Copy the objects of \(error.entityName) into a new store, which numbers them from 1")
                context.rollback()
            }
            // End
            #expect(try context.count(for: FetchRequest<Hero>()) == 2)
        }

        // MARK: - Reading

        @Test("The example of a missing object forgets its bookmark")
        func missingObjects() throws {
            var bookmarks = [hero.objectID]
            let heroID = hero.objectID
            context.delete(hero)
            try context.save()
            // Example: ObjectNotFoundError
            do {
                let hero = try context.existingObject(with: heroID)
                print("Continue with", hero)
            } catch is ObjectNotFoundError {
                bookmarks.removeAll { $0 == heroID }  // It was deleted in the meantime.
            }
            // End
            #expect(bookmarks.isEmpty)
        }

        @Test("The example of a query's error shows what a user has mistyped")
        func queries() throws {
            func search(_ condition: String) throws -> [Hero] {
                // Example: QueryError
                do {
                    return try context.fetch(FetchRequest<Hero>(predicate: .format(condition)))
                } catch let error as QueryError {
                    print(error)  // column 1: 'Hero' has no property 'nam'; did you mean 'name'?
                    return []
                }
                // End
            }
            #expect(try search("name == 'Batgirl'") == [hero])
            #expect(try search("nam == 'Batgirl'") == [])
        }

        @Test("The example of a fetch's error tells an unknown entity from other errors")
        func fetches() throws {
            func countObjects(of name: String) throws -> Int? {
                // Example: FetchError
                do {
                    return try context.count(for: FetchRequest<ManagedObject>(entityName: name))
                } catch let error as FetchError where error.code == .unknownEntity {
                    print(error)  // the model 'App' has no entity 'Heroe'; did you mean 'Hero'?
                    return nil
                }
                // End
            }
            #expect(try countObjects(of: "Hero") == 1)
            #expect(try countObjects(of: "Heroe") == nil)
        }

        @Test("The example of a translation's error says which part of a predicate a store cannot answer")
        func translation() throws {
            let predicate = #Predicate<Hero> { $0.cachedName == "Batgirl" }
            // Example: PredicateTranslationError
            do {
                let tree = try ModelPredicate(predicate, model: context.managedObjectModel)
                print("The store evaluates", tree)
            } catch {
                print("Foundation evaluates it for each object, because", error.description)
            }
            // End
            #expect(throws: PredicateTranslationError.self) {
                try ModelPredicate(predicate, model: context.managedObjectModel)
            }
        }

        @Test("The example of a query generation continues with the latest state if keeping one is costly")
        func generations() throws {
            // Example: QueryGenerationError
            do {
                try context.pinQueryGeneration()
            } catch QueryGenerationError.costly(let reasons) {
                print("The report may mix states, because one state would take", reasons)
            }
            // End
            #expect(context.isQueryGenerationPinned)
        }

        // MARK: - Requests

        @Test("The example of a batch request's error names the property that has to be changed in a context")
        func batches() throws {
            func update(_ key: String) throws -> BatchResult? {
                // Example: BatchError
                do {
                    return try context.execute(BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: [key: nil]))
                } catch let error as BatchError {
                    print(error)  // 'Hero' has no attribute 'teams'
                    return nil
                }
                // End
            }
            #expect(try update("teams") == nil)
        }

        @Test("The example of a deleted history starts over without the lost transactions")
        func expiredTokens() throws {
            let coordinator = container.persistentStoreCoordinator
            try coordinator.setTracksHistory(true)
            func saveAgain() throws {
                hero.universe += 1
                try context.save()
            }
            try saveAgain()
            var token = coordinator.currentPersistentHistoryToken
            try saveAgain()
            try saveAgain()
            _ = try context.execute(.deleteHistory(before: .distantFuture))
            let expired = token
            // Example: PersistentHistoryTokenExpiredError
            do {
                _ = try context.execute(.fetchHistory(after: token))
            } catch is PersistentHistoryTokenExpiredError {
                token = coordinator.currentPersistentHistoryToken
                context.refreshAllObjects()  // Any object may have changed.
            }
            // End
            #expect(token != expired)
        }

        // MARK: - Stores

        @Test("The example of an unknown configuration lists those that the model has")
        func configurations() throws {
            let model = ManagedObjectModel.app
            func open(_ name: String) throws -> PersistentContainer? {
                // Example: UnknownConfigurationError
                do {
                    return try PersistentContainer(model: model, stores: [(name, .inMemory)])
                } catch let error as UnknownConfigurationError {
                    print(error.name, "is none of", model.schema.configurations.map(\.name))
                    return nil
                }
                // End
            }
            #expect(try open("Heroes") != nil)
            #expect(try open("Heros") == nil)
        }

        @Test("The example of a coordinator's error ignores that a store has already been removed")
        func removedStores() throws {
            let coordinator = container.persistentStoreCoordinator
            let archive = try coordinator.addPersistentStore(with: .inMemory, configuration: "Notes")
            func close() throws {
                // Example: CoordinatorError
                do {
                    try coordinator.remove(archive)
                } catch let error as CoordinatorError where error.code == .storeNotAdded {
                    return  // Someone else has removed it.
                }
                // End
            }
            try close()
            #expect(throws: Never.self) { try close() }
        }

        @Test("The example of Core Data's codes reads them from any error of the runtime")
        func codes() throws {
            var code = 0
            let hero = hero
            context.delete(hero)
            try context.save()
            func log() {
                // Example: CoreDataError
                do {
                    _ = try context.existingObject(with: hero.objectID)
                } catch {
                    code = (error as NSError).code  // 133000 in NSCocoaErrorDomain, as Core Data's
                }
                // End
            }
            log()
            #expect(code == ObjectNotFoundError.code)
        }
    }
}

extension DocumentationExamples.Hero {
    /// A property that the model does not have.
    var cachedName: String { name }
}
