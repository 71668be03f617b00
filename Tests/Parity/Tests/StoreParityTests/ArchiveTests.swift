import CoreData
import Foundation
import Testing

/// The store with values of every type, ordered and many-to-many relationships, large values, and derived attributes:
/// `Stores/archive.py` says what is in it. After these tests, `make parity` compares what this project reads in the
/// store with `Stores/changed.jsonl`.
@Suite(.serialized) struct ArchiveTests {
    @Test("Core Data reads everything that this project has written")
    func reading() throws {
        let stack = try Stack("Archive", model: "Archive")
        try stack.context.performAndWait {
            let documents = try stack.objects("Document", by: "title")
            #expect(documents.map { $0.value(forKey: "title") as? String } == ["", "Straße", "Wâves"])
            #expect(documents.map(\.entity.name) == ["Document", "Letter", "Document"])
            let (empty, letter, waves) = (documents[0], documents[1], documents[2])
            #expect(waves.value(forKey: "big") as? Int64 == .max && letter.value(forKey: "big") as? Int64 == .min)
            #expect(waves.value(forKey: "small") as? Int16 == .min && letter.value(forKey: "small") as? Int16 == .max)
            #expect(waves.value(forKey: "rank") as? Int32 == 42)
            #expect(waves.value(forKey: "ratio") as? Double == 0.1 && waves.value(forKey: "share") as? Float == 0.25)
            #expect(waves.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
            #expect(waves.value(forKey: "isKept") as? Bool == true && empty.value(forKey: "isKept") as? Bool == false)
            #expect((waves.value(forKey: "created") as? Date)?.timeIntervalSince1970 == 1_709_209_815.25)
            #expect(
                (waves.value(forKey: "identifier") as? UUID)?.uuidString == "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
            #expect((waves.value(forKey: "source") as? URL)?.absoluteString == "https://example.org/a?b=c#d")
            #expect(waves.value(forKey: "bytes") as? Data == Data([0, 1, 255]))
            let scan = waves.value(forKey: "scan") as? Data
            #expect(scan == Data((0..<300_000).map { UInt8($0 * 31 % 251) }))
            #expect(empty.value(forKey: "scan") == nil && empty.value(forKey: "place") == nil)
            let place = waves.value(forKey: "place") as? [String: Any]
            #expect(place?["name"] as? String == "Reef" && place?["latitude"] as? Double == 21.5)
            #expect(letter.value(forKey: "sender") as? String == "Ada")
        }
        try stack.close()
    }

    @Test("Core Data follows relationships, in their order, and reads derived attributes")
    func followingRelationships() throws {
        let stack = try Stack("Archive", model: "Archive")
        try stack.context.performAndWait {
            let documents = try stack.objects("Document", by: "title")
            let (empty, letter, waves) = (documents[0], documents[1], documents[2])
            #expect(waves.ordered("pages", "number") as [Int32] == [30, 10, 20])
            #expect(waves.ordered("references", "title") as [String] == ["Straße", ""])
            #expect(empty.ordered("references", "title") as [String] == ["Wâves"])
            #expect(letter.texts("referrers", "title") == ["Wâves"])
            #expect(waves.texts("tags", "name") == ["blue", "grün"] && empty.texts("tags", "name") == ["grün"])
            let green = try #require(try stack.objects("Tag", by: "name", "name == 'grün'").first)
            #expect(green.texts("documents", "title") == ["", "Wâves"])
            #expect(waves.value(forKey: "searchTitle") as? String == "waves")
            #expect(waves.value(forKey: "pageCount") as? Int == 3 && letter.value(forKey: "pageCount") as? Int == 0)
            #expect(try stack.objects("Document", by: "title", "pageCount == 3 AND ANY tags.name == 'blue'") == [waves])
            #expect(try stack.objects("Document", by: "title", "place.name == 'Reef'") == [waves])
        }
        try stack.close()
    }

    @Test("Core Data changes the store and saves")
    func changing() throws {
        let stack = try Stack("Archive", model: "Archive")
        let context = stack.context
        try context.performAndWait {
            let documents = try stack.objects("Document", by: "title")
            let (empty, letter, waves) = (documents[0], documents[1], documents[2])
            waves.setValuesForKeys([
                "title": "Über Wellen", "price": NSDecimalNumber(string: "99.99"), "small": 7, "isKept": false,
                "scan": Data(repeating: 7, count: 300_001), "place": ["name": "Bay", "latitude": -3.5],
                "marks": NSArray(array: ["a", "b"]),
            ])
            waves.setValue(nil, forKey: "bytes")
            let pages = waves.mutableOrderedSetValue(forKey: "pages")
            let page = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
            page.setValue(40, forKey: "number")
            pages.insert(page, at: 1)
            // The page with the number 10.
            context.delete(try #require(pages.object(at: 2) as? NSManagedObject))
            let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
            tag.setValue("red", forKey: "name")
            waves.mutableSetValue(forKey: "tags").add(tag)
            context.delete(empty)
            let new = NSEntityDescription.insertNewObject(forEntityName: "Letter", into: context)
            new.setValuesForKeys(["title": "Ångström", "sender": "Grace", "rank": -1])
            let references = waves.mutableOrderedSetValue(forKey: "references")
            references.insert(new, at: 0)
            new.mutableOrderedSetValue(forKey: "references").add(letter)
            context.processPendingChanges()
            try context.save()
            #expect(waves.value(forKey: "searchTitle") as? String == "uber wellen")
            #expect(waves.value(forKey: "pageCount") as? Int == 3)
        }
        try stack.close()
    }
}
