#if compiler(>=6.2)
    import CoreData
    import CoreDataSampleModels
    import Foundation
    import Testing

    @MainActor
    @Suite("Typed notifications")
    struct MessageTests {
        @Test("Observers of a main-queue context get its messages at once, with the objects")
        func messagesOfTheMainQueue() throws {
            let context = makeContainer().viewContext
            var log: [String] = []
            let center = NotificationCenter.default
            let tokens = [
                center.addObserver(of: context, for: .objectsDidChange) { message in
                    log.append(
                        "change \(message.inserted.count) \(message.updated.count) \(message.context === context)")
                },
                center.addObserver(of: context, for: .willSave) { _ in log.append("will save") },
                center.addObserver(of: context, for: .didSave) { message in
                    log.append(
                        "did save \((message.inserted.first as? Superhero)?.name ?? "") \(message.deleted.count)")
                },
                center.addObserver(of: context, for: NSManagedObjectContext.DidSaveObjectIDsMessage.self) { message in
                    log.append("did save \(message.insertedIDs.count) of \(message.context.name ?? "")")
                },
            ]
            context.name = "main"
            let hero = Superhero(context: context)
            hero.name = "Robin"
            try context.save()
            #expect(log.contains("change 1 0 true"))
            #expect(log.suffix(2) == ["did save Robin 0", "did save 1 of main"] && log.contains("will save"))
            withExtendedLifetime(tokens) {}
        }

        @Test("Observers of a private-queue context get the IDs that it saved and merged")
        func messagesOfPrivateQueues() async throws {
            let container = makeContainer()
            let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
            let center = NotificationCenter.default
            let (saved, received) = AsyncStream.makeStream(of: Int.self)
            let token = center.addObserver(of: writer, for: .didSaveObjectIDsAsync) { message in
                received.yield(message.insertedIDs.count)
            }
            let (merged, receivedMerge) = AsyncStream.makeStream(of: Int.self)
            let mergeToken = center.addObserver(of: reader, for: .didMergeChangesAsync) { message in
                receivedMerge.yield(message.insertedIDs.count + message.refreshedIDs.count)
            }
            try await writer.perform {
                for _ in 0..<3 { _ = Superhero(context: writer) }
                try writer.save()
            }
            var savedCounts = saved.makeAsyncIterator()
            let savedCount = await savedCounts.next()
            #expect(savedCount == 3)
            let objectIDs = try await writer.perform {
                let request = NSFetchRequest<NSManagedObjectID>(entityName: "Superhero")
                request.resultType = .managedObjectIDResultType
                return try writer.fetch(request)
            }
            let changes = [NSInsertedObjectIDsKey: Set(objectIDs)]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [reader])
            var mergedCounts = merged.makeAsyncIterator()
            let mergedCount = await mergedCounts.next()
            #expect(mergedCount == 3)
            withExtendedLifetime((token, mergeToken)) {}
        }

        @Test("A message and its notification say the same")
        func convertingMessages() throws {
            let context = makeContainer().viewContext
            let hero = Superhero(context: context)
            let notification = Notification(
                name: .NSManagedObjectContextDidSave, object: context, userInfo: [NSDeletedObjectsKey: Set([hero])])
            let message = try #require(NSManagedObjectContext.DidSaveMessage.makeMessage(notification))
            #expect(message.deleted == [hero] && message.inserted.isEmpty)
            let again = NSManagedObjectContext.DidSaveMessage.makeNotification(message)
            #expect(again.object as AnyObject === context && again.name == .NSManagedObjectContextDidSave)
            #expect(NSManagedObjectContext.WillSaveMessage.makeMessage(notification) == nil)
        }

        @Test("A coordinator tells which stores were added")
        func messagesOfCoordinators() throws {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeContainer().managedObjectModel)
            var added: [String] = []
            let token = NotificationCenter.default.addObserver(of: coordinator, for: .storesDidChange) { message in
                added += message.addedStores.map(\.type)
            }
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
            #expect(added == [NSInMemoryStoreType])
            withExtendedLifetime(token) {}
        }
    }
#endif
