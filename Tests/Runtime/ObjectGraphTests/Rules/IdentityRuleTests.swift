import Foundation
import ObjectGraph
import Testing

/// Rules ID-7 to ID-14: identities before a save, and from one context to another.
struct IdentityRuleTests {
    @Test("ID-7 permanent identities without a save, which the save keeps")
    func obtainingIdentities() throws {
        let context = try makeContext(.rules)
        let notebook = RuleNotebook(context: context)
        let note = RuleNote(context: context)
        note.notebook = notebook
        try context.obtainPermanentIDs(for: [note, notebook])
        let objectID = note.objectID
        #expect(!objectID.isTemporaryID)
        #expect(note.isInserted && context.hasChanges)
        #expect(context.registeredObject(for: objectID) === note)
        #expect(note.notebook === notebook && notebook.notes.contains(note))
        #expect(try context.sibling().fetch(FetchRequest<RuleNote>()).isEmpty)
        try context.save()
        #expect(note.objectID == objectID)
        #expect(try context.reread(note) { $0.notebook?.objectID } == notebook.objectID)
    }

    @Test("ID-7 and CHD-9 a child obtains the permanent identities of what its parent has not saved yet")
    func obtainingIdentitiesOfParents() throws {
        let context = try makeContext(.rules)
        let child = ManagedObjectContext(parent: context)
        let saved = RuleNote(context: child)
        try child.save()
        let new = RuleNote(context: child)
        try child.obtainPermanentIDs(for: [saved, new])
        let objectIDs = [saved, new].map(\.objectID)
        #expect(objectIDs.allSatisfy { !$0.isTemporaryID } && Set(objectIDs).count == 2)
        #expect(context.insertedObjects.map(\.objectID) == [objectIDs[0]])
        try child.save()
        try context.save()
        #expect([saved, new].map(\.objectID) == objectIDs)
        #expect(Set(try context.sibling().fetchObjectIDs(FetchRequest<RuleNote>())) == Set(objectIDs))
        // Through a context that has let go of its own instance.
        let grandchild = ManagedObjectContext(parent: child)
        let last = RuleNote(context: grandchild)
        try grandchild.save()
        try child.save()
        try grandchild.obtainPermanentIDs(for: [last])
        #expect(!last.objectID.isTemporaryID)
        #expect(context.insertedObjects.map(\.objectID) == [last.objectID])
    }

    @Test("ID-10 only an object that the context knows is registered")
    func registeredObjects() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        let other = try context.sibling()
        #expect(other.registeredObject(for: note.objectID) == nil)
        let own = other.object(with: note.objectID)
        #expect(other.registeredObject(for: note.objectID) === own)
        #expect(own.isFault)
    }

    @Test("ID-13 the last component of a URI is p and a number")
    func referencesInURIs() throws {
        let note = try savedNote(in: makeContext(.rules))
        let uri = note.objectID.uriRepresentation()
        #expect(uri.lastPathComponent == "p\(note.objectID.number)")
    }

    @Test("ID-14 a child context has its own instance for its parent's object")
    func identitiesInChildren() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        let new = RuleNote(context: context)
        let child = ManagedObjectContext(parent: context)
        for object in [note, new] {
            let own = child.object(with: object.objectID)
            #expect(own !== object)
            #expect(own.objectID == object.objectID)
            #expect(own.managedObjectContext === child)
        }
    }
}
