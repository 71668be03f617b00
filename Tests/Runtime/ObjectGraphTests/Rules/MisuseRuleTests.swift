import ObjectGraph
import TestSupport
import Testing

#if compiler(>=6.2)
    /// Errors of a program end it with a message that names entity, key and object.
    struct MisuseRuleTests {
        @Test("CTX-18 an object from before a reset")
        func resetObjects() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext(.rules)
                let note = try savedNote(in: context)
                context.reset()
                _ = note.title
            }
            #expect(
                result?.fatalMessage
                    == "<Note Note/p1> belongs to a context that has been reset; fetch the object again")
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
            #expect(
                result?.fatalMessage
                    == "the fault of <Note Note/p1> cannot be fulfilled: the store no longer contains the object")
        }

        @Test("CTX-39 referring to an object without a context")
        func linkingWithoutAContext() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext(.rules)
                let entity = try #require(context.managedObjectModel.entitiesByName["Note"])
                RuleNotebook(context: context).notes.insert(RuleNote(entity: entity, insertInto: nil))
            }
            #expect(
                result?.fatalMessage
                    == "'Notebook.notes' cannot be set: <Note Note/t2> is not in a context; insert it first")
        }

        @Test("OBJ-20 and OBJ-21 an unknown key path")
        func unknownKeyPaths() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let note = RuleNote(context: try makeContext(.rules))
                note.title = "Old"
                _ = note.value(forKeyPath: "title.length")
            }
            #expect(
                result?.fatalMessage
                    == "'length' in the key path 'title.length' comes after a value that has no properties")
            let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = RuleNote(context: try makeContext(.rules)).value(forKeyPath: "notes.@count")
            }
            #expect(
                other?.fatalMessage
                    == "the key path 'notes.@count' of 'Note' cannot be followed: 'Note' has no property 'notes'")
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
            #expect(result?.fatalMessage == "<Note Note/t2> belongs to another context")
            let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let entity = try #require(ManagedObjectModel.awkward.entitiesByName["Boss"])
                try makeContext(.rules).insert(ManagedObject(entity: entity, insertInto: nil))
            }
            #expect(other?.fatalMessage == "<Boss Boss/t1> belongs to a model other than 'Rules'")
        }
    }
#endif
