import ObjectGraph
import Testing

#if compiler(>=6.2)
    /// Errors of a program end it with a message that names entity, key and object.
    struct MisuseRuleTests {
        /// What a process says that ends with an error.
        private func message(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test("CTX-18 an object from before a reset")
        func resetObjects() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext(.rules)
                let note = try savedNote(in: context)
                context.reset()
                _ = note.title
            }
            #expect(message(result).contains("belongs to a context that has been reset; fetch the object again"))
        }

        @Test("CTX-33 and FLT-14 a fault that can't be filled, in a context that makes this an error")
        func inaccessibleFaults() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext(.rules)
                let note = try savedNote(in: context)
                let objectID = note.objectID
                context.delete(note)
                try context.save()
                let other = try context.sibling()
                other.shouldDeleteInaccessibleFaults = false
                let fault = other.object(with: objectID)
                _ = fault.value(forKey: "title")
            }
            #expect(message(result).contains("cannot be fulfilled: the store no longer contains the object"))
        }

        @Test("CTX-39 referring to an object without a context")
        func linkingWithoutAContext() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext(.rules)
                let entity = try #require(context.managedObjectModel.entitiesByName["Note"])
                RuleNotebook(context: context).notes.insert(RuleNote(entity: entity, insertInto: nil))
            }
            #expect(message(result).contains("'Notebook.notes' cannot be set: <Note"))
            #expect(message(result).contains("is in no context; insert it first"))
        }

        @Test("OBJ-20 and OBJ-21 an unknown key path")
        func unknownKeyPaths() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let note = RuleNote(context: try makeContext(.rules))
                note.title = "Old"
                _ = note.value(forKeyPath: "title.length")
            }
            #expect(message(result).contains("'length' in the key path 'title.length'"))
            let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = RuleNote(context: try makeContext(.rules)).value(forKeyPath: "notes.@count")
            }
            #expect(message(other).contains("the key path 'notes.@count' of 'Note' cannot be followed"))
        }

        @Test("OBJ-4 inserting an object of another context, or of another model")
        func insertingTheWrongObject() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let note = RuleNote(context: try makeContext(.rules))
                let context = try makeContext(.rules)
                let keeper = ManagedObjectContext(parent: context)
                let own = RuleNote(context: keeper)
                context.insert(own)
                _ = note
            }
            #expect(message(result).contains("belongs to another context"))
            let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let entity = try #require(ManagedObjectModel.awkward.entitiesByName["Boss"])
                try makeContext(.rules).insert(ManagedObject(entity: entity, insertInto: nil))
            }
            #expect(message(other).contains("belongs to a model other than 'Rules'"))
        }
    }
#endif
