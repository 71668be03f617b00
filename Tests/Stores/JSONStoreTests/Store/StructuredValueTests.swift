import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

@Suite struct StructuredValueTests {
    private let model = ManagedObjectModel.values
        .registering(PaintTransformer(prefix: "type:"))
        .registering(PaintTransformer(prefix: "name:"), forName: "PaintTransformer")
    private let opened = Date(timeIntervalSinceReferenceDate: 0.125)

    /// A landmark that can be saved.
    @discardableResult
    private func landmark(in context: ManagedObjectContext) -> Landmark {
        let landmark = Landmark(context: context)
        landmark.area = Area(opened: opened)
        landmark.settings = LandmarkSettings(zoom: 1, layers: [:])
        return landmark
    }

    @Test("Codable values are readable JSON in the file, and are decoded again")
    func codableValues() throws {
        let file = try StoreFile(model)
        let names = ["a \"quoted\" name": opened, "é🦸/": Date(timeIntervalSinceReferenceDate: 1.0 / 3)]
        try file.session { context in
            let landmark = landmark(in: context)
            landmark.tags = [1, .max, .min]
            landmark.names = names
            landmark.rating = .good
            landmark.settings = LandmarkSettings(zoom: .infinity, layers: ["b": true, "a": false])
            try context.save()
        }
        #expect(try file.text.contains(#""tags": {"json": [1,9223372036854775807,-9223372036854775808]}"#))
        #expect(try file.text.contains(#""rating": {"json": "good"}"#))
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.tags == [1, .max, .min])
            #expect(landmark.names == names)
            #expect(landmark.rating == .good)
            #expect(landmark.settings == LandmarkSettings(zoom: .infinity, layers: ["b": true, "a": false]))
            #expect(
                landmark.value(forKey: "settings") as? Data
                    == Data(#"{"layers":{"a":false,"b":true},"zoom":"inf"}"#.utf8))
            landmark.tags = nil
            try context.save()
        }
        #expect(try !file.text.contains("\"tags\":"))
    }

    @Test("Members of composite attributes are read as their enums")
    func membersOfCompositesReadAsTheirEnums() throws {
        #expect(Area(opened: opened).surface == .grass)
        #expect(Area(opened: opened).bestSeason == nil)
        let file = try StoreFile(model)
        try file.session { context in
            landmark(in: context).area = Area(opened: opened, bestSeason: .winter, surface: .rock)
            try context.save()
        }
        #expect(try file.text.contains(#""season": "winter", "surface": 2"#))
        try Data(file.text.replacing("\"surface\": 2", with: "\"surface\": 7").utf8).write(to: file.url)
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.area.bestSeason == .winter)
            #expect(landmark.area.surface == .grass)
            #expect(landmark.area.surfaceRawValue == 7)
            landmark.area.bestSeason = nil
            try context.save()
        }
        let area = #"{"hectares": 1.5, "isOpen": true, "opened": "2001-01-01T00:00:00.125Z", "surface": 7}"#
        #expect(
            try file.objectsText == #"""
                 "entities": {
                  "Landmark": [
                   {"id": 1, "area": \#(area), "settings": "eyJsYXllcnMiOnt9LCJ6b29tIjoxfQ=="}
                  ]}}

                """#)
    }

    @Test("A value that cannot be decoded reads as `nil`, and is kept")
    func undecodableValues() throws {
        let file = try StoreFile(model)
        try file.session { context in
            landmark(in: context).rating = .good
            try context.save()
        }
        let edited = try file.text.replacing("\"good\"", with: "{\"stars\":  [5, 1e400]}")
        try Data(edited.utf8).write(to: file.url)
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.rating == nil)
            landmark.tags = []
            try context.save()
        }
        let area = #"{"hectares": 1.5, "isOpen": true, "opened": "2001-01-01T00:00:00.125Z", "surface": 1}"#
        let rest = #""settings": "eyJsYXllcnMiOnt9LCJ6b29tIjoxfQ==", "tags": {"json": []}"#
        #expect(
            try file.objectsText == #"""
                 "entities": {
                  "Landmark": [
                   {"id": 1, "area": \#(area), "rating": {"json": {"stars":  [5, 1e400]}}, \#(rest)}
                  ]}}

                """#)
    }

    private static func nested(_ count: Int) -> String {
        String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }

    @Test(
        "A save refuses JSON text that the store could not read again",
        arguments: ["text", "", "1 2", "[1]]", "{\"a\"}", nested(124)])
    func unreadableText(_ text: String) throws {
        let file = try StoreFile(model)
        try file.session { context in
            let landmark = landmark(in: context)
            try context.save()
            landmark.setStoredValue(.string(text), forKey: "rating")
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .unusableValue)
            landmark.rating = .good
            try context.save()
        }
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.rating == .good)
        }
    }

    @Test("JSON text is nested as deeply in the file and the journal as readers accept")
    func deepText() throws {
        let file = try StoreFile(model)
        let text = Self.nested(123)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            for _ in 0..<2 {
                landmark(in: context).setStoredValue(.string(text), forKey: "rating")
                try context.save()
            }
        }
        #expect(try file.journalText.contains(text))
        try file.session { context in
            let landmarks = try context.all(Landmark.self)
            #expect(landmarks.count == 2)
            for landmark in landmarks { #expect(landmark.storedValue(forKey: "rating") == .string(text)) }
        }
    }

    @Test("A repair rejects an object with a value that is nested too deeply")
    func repairOfDeepText() throws {
        let file = try StoreFile(model)
        try file.session { context in
            landmark(in: context).rating = .good
            landmark(in: context)
            try context.save()
        }
        try file.write(file.text.replacing("{\"json\": \"good\"}", with: "{\"json\": \(Self.nested(124))}"))
        try file.expectRefusal(.malformed)
        let report = try JSONStore.repair(file.url, model: model)
        #expect(report.rejectedParts.count == 1)
        #expect(report.objectCount == 1)
        #expect(try file.session { try $0.all(Landmark.self).count } == 1)
    }

    @Test("Values of other types are transformed by the transformer of their name or type")
    func transformers() throws {
        let file = try StoreFile(model)
        try file.session { context in
            let landmark = landmark(in: context)
            landmark.paint = Paint(name: "red")
            landmark.shade = Paint(name: "blue")
            #expect(landmark.anything == nil)
            try context.save()
        }
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.value(forKey: "paint") as? Data == Data("name:red".utf8))
            #expect(landmark.value(forKey: "shade") as? Data == Data("type:blue".utf8))
            #expect(landmark.paint?.name == "red")
            #expect(landmark.shade?.name == "blue")
            landmark.setValue(Data("other".utf8), forKey: "paint")
            #expect(landmark.paint == nil)
            #expect(landmark.value(forKey: "paint") as? Data == Data("other".utf8))
            landmark.paint = nil
            #expect(landmark.value(forKey: "paint") == nil)
        }
    }

    #if compiler(>=6.2)
        @Test("A type without a transformer stops the program")
        func missingTransformers() async {
            await #expect(processExitsWith: .failure) {
                let container = try PersistentContainer(model: .values, store: .inMemory)
                let context = container.newContext()
                Landmark(context: context).paint = Paint(name: "red")
            }
        }
    #endif

    @Test("Composite values are objects in the file, and read back exactly")
    func composites() throws {
        let file = try StoreFile(model)
        var place = Place(
            link: URL(string: "https://example.com/a"), name: "Pier", nothing: Nothing(), self_: Data([1]))
        place.home.visitors = .max
        try file.session { context in
            landmark(in: context).place = place
            try context.save()
        }
        #expect(
            try file.text.contains(
                #""area": {"hectares": 1.5, "isOpen": true, "opened": "2001-01-01T00:00:00.125Z", "surface": 1}"#))
        #expect(try file.text.contains(#""home": {"hectares": 1.5, "isOpen": true, "opened": "#))
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.area == Area(opened: opened))
            #expect(landmark.place == place)
            #expect(landmark.place?.fee == Decimal(string: "2.50"))
            #expect(landmark.place?.code.uuidString == "6F9619FF-8B86-D011-B42D-00C04FC964FF")
            landmark.place?.home.hectares = 7
            landmark.place?.nothing = nil
            try context.save()
        }
        try file.session { context in
            let landmark = try #require(try context.all(Landmark.self).first)
            #expect(landmark.place?.home.hectares == 7)
            #expect(landmark.place?.nothing == nil)
        }
    }

    @Test("Composite values are dictionaries in string-keyed access")
    func stringKeyedAccessSpeaksOfDictionaries() throws {
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let landmark = Landmark(context: context)
        landmark.setValue(
            ["name": "Pier", "fee": 3, "home": ["hectares": 2, "isOpen": false]] as [String: Any], forKey: "place")
        #expect(landmark.place?.name == "Pier")
        #expect(landmark.place?.home == Area(hectares: 2, isOpen: false, surface: .water))
        let value = try #require(landmark.value(forKey: "place") as? [String: Any])
        #expect(Set(value.keys) == ["name", "fee", "home"])
        #expect((value["home"] as? [String: Any])?["hectares"] as? Double == 2)
        landmark.setValue(nil, forKey: "place")
        #expect(landmark.place == nil)
    }

    @Test("Members of a composite are validated by the rules of the model")
    func membersKeepTheRulesOfTheModel() throws {
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let landmark = landmark(in: context)
        landmark.area.hectares = -1
        landmark.setValue(["name": "A name that is too long"] as [String: Any], forKey: "place")
        let errors = #expect(throws: ValidationErrors.self) { try context.save() }
        #expect(
            errors?.errors.map { "\($0.key) \($0.code.rawValue)" }.sorted() == [
                "area.hectares \(ValidationError.Code.numberTooSmall.rawValue)", "place.code 1570", "place.fee 1570",
                "place.home 1570", "place.name \(ValidationError.Code.stringTooLong.rawValue)",
            ])
    }

    @Test(
        "A damaged structured value is refused with its line",
        arguments: [
            (#""hectares""#, #""acres""#), (#""isOpen": true"#, #""isOpen": 1"#), (#""isOpen""#, #""hectares""#),
            (#""area": {"#, #""area": [{"#), (#"{"json": [7]}"#, #"{"json": [7], "b": 1}"#), (#"{"json": [7]}"#, "{}"),
            (#"{"json": [7]}"#, "[7]"),
        ])
    func damagedValuesAreRefusedWithTheirPlace(text: String, damage: String) throws {
        let file = try StoreFile(model)
        try file.session { context in
            landmark(in: context).tags = [7]
            try context.save()
        }
        let before = try file.text
        try Data(before.replacing(text, with: damage).utf8).write(to: file.url)
        #expect(try file.text != before)
        let error = try file.expectRefusal(.malformed)
        #expect(error?.line != nil)
    }
}
