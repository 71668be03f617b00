import CoreData
import Foundation
import TestSupport
import Testing

/// A value of a class of the program's.
private final class Shade: NSObject {
    let level: UInt8

    init(_ level: UInt8) {
        self.level = level
    }
}

/// Its transformer, which a program registers.
private final class ShadeTransformer: ValueTransformer, @unchecked Sendable {
    override class func transformedValueClass() -> AnyClass { NSData.self }

    override func transformedValue(_ value: Any?) -> Any? { (value as? Shade).map { Data([$0.level]) } }

    override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data)?.first.map { Shade($0) } }
}

/// A transformer with a value of its own, which a program creates and registers.
private final class ScaledTransformer: ValueTransformer, @unchecked Sendable {
    let scale: UInt8

    init(scale: UInt8) {
        self.scale = scale
        super.init()
    }

    override func transformedValue(_ value: Any?) -> Any? { (value as? Shade).map { Data([$0.level * scale]) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data)?.first.map { Shade($0 / scale) } }
}

/// A transformer that nobody registers, because the model names its class.
final class NamedTransformer: ValueTransformer, @unchecked Sendable {
    private let mark: UInt8

    override init() {
        mark = 9
        super.init()
    }

    override func transformedValue(_ value: Any?) -> Any? { Data([mark]) }
    override func reverseTransformedValue(_ value: Any?) -> Any? { Shade((value as? Data)?.first ?? 0) }
}

/// Archives that may hold texts only.
private final class TextTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [NSString.self] }
}

/// A value that older apps have, which can be archived, but not securely.
final class Badge: NSObject, NSCoding {
    let color: String

    init(_ color: String) { self.color = color }

    init?(coder: NSCoder) {
        guard let color = coder.decodeObject(forKey: "color") as? String else { return nil }
        self.color = color
    }

    func encode(with coder: NSCoder) { coder.encode(NSString(string: color), forKey: "color") }
}

/// A value that can be archived securely.
final class Medal: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let rank: Int

    init(_ rank: Int) { self.rank = rank }

    init?(coder: NSCoder) { rank = coder.decodeInteger(forKey: "rank") }

    func encode(with coder: NSCoder) { coder.encode(rank, forKey: "rank") }
}

/// A value whose class has no name that archives can have.
private final class Secret: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    override init() {}

    init?(coder: NSCoder) {}

    func encode(with coder: NSCoder) {}
}

/// A transformer that names the class of its values, and no list of classes.
private final class MedalTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class func transformedValueClass() -> AnyClass { Medal.self }
}

@MainActor
@Suite struct TransformableTests {
    private func attribute(_ name: String, _ transformer: NSValueTransformerName?) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = .transformable
        attribute.valueTransformerName = transformer?.rawValue
        return attribute
    }

    private func model() -> NSManagedObjectModel {
        ValueTransformer.setValueTransformer(ShadeTransformer(), forName: NSValueTransformerName("ShadeTransformer"))
        ValueTransformer.setValueTransformer(TextTransformer(), forName: NSValueTransformerName("TextTransformer"))
        let (model, note) = (NSManagedObjectModel(), NSEntityDescription())
        note.name = "Note"
        note.properties = [
            attribute("plain", nil), attribute("tags", .secureUnarchiveFromDataTransformerName),
            attribute("shade", NSValueTransformerName("ShadeTransformer")),
            attribute("text", NSValueTransformerName("TextTransformer")),
            attribute("raw", NSValueTransformerName("NobodyHasRegisteredThis")),
        ]
        model.entities = [note]
        return model
    }

    private func context(_ url: URL) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("Transformable values are saved with their transformers, and read again")
    func valuesAreStoredAsTheirTransformersSay() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.sqlite")
        do {
            let context = try context(url)
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(["a": 1], forKey: "plain")
            note.setValue(["b", "c"], forKey: "tags")
            note.setValue(Shade(7), forKey: "shade")
            note.setValue("text", forKey: "text")
            note.setValue(Data([1, 2]), forKey: "raw")
            #expect(note.value(forKey: "tags") as? [String] == ["b", "c"])
            try context.save()
        }
        let context = try context(url)
        let note = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first)
        #expect((note.value(forKey: "plain") as? [String: Any])?["a"] as? Int == 1)
        #expect(note.value(forKey: "tags") as? [String] == ["b", "c"])
        #expect((note.value(forKey: "shade") as? Shade)?.level == 7)
        #expect(note.primitiveValue(forKey: "text") as? String == "text")
        #expect(note.value(forKey: "raw") as? Data == Data([1, 2]))
        note.setValue(nil, forKey: "tags")
        #expect(note.value(forKey: "tags") == nil)
        #expect(note.committedValues(forKeys: ["tags"])["tags"] as? [String] == ["b", "c"])
        let rows = NSFetchRequest<NSDictionary>(entityName: "Note")
        rows.resultType = .dictionaryResultType
        rows.propertiesToFetch = ["tags"]
        #expect(try context.fetch(rows).first?["tags"] as? [String] == ["b", "c"])
        let one = NSExpressionDescription()
        one.name = "one"
        one.expression = NSExpression(forConstantValue: 1)
        rows.propertiesToFetch = ["tags", "shade", one]
        let row = try #require(try context.fetch(rows).first)
        #expect(row["tags"] as? [String] == ["b", "c"])
        #expect((row["shade"] as? Shade)?.level == 7)
        rows.propertiesToFetch = ["tags"]
        rows.propertiesToGroupBy = ["tags"]
        #expect(try context.fetch(rows).map { $0["tags"] as? [String] } == [["b", "c"]])
    }

    @Test("Without a transformer, objects of any class that can be archived are kept")
    func archivedObjects() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.sqlite")
        do {
            let context = try context(url)
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue([Badge("gold"), Badge("red")], forKey: "plain")
            #expect((note.value(forKey: "plain") as? [Badge])?.map(\.color) == ["gold", "red"])
            note.setValue(Badge("gold"), forKey: "plain")
            #expect((note.value(forKey: "plain") as? Badge)?.color == "gold")
            try context.save()
        }
        let context = try context(url)
        let note = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first)
        #expect((note.value(forKey: "plain") as? Badge)?.color == "gold")
        note.setValue(Medal(2), forKey: "plain")
        #expect((note.value(forKey: "plain") as? Medal)?.rank == 2)
    }

    @Test("A secure transformer reads objects of the class that it names as that of its values")
    func namedClass() throws {
        let medal = try #require(MedalTransformer().reverseTransformedValue(Medal(3)))
        #expect((MedalTransformer().transformedValue(medal) as? Medal)?.rank == 3)
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(medal) == nil)
        let text = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue("text")
        #expect(text != nil && MedalTransformer().transformedValue(text) == nil)
    }

    @Test("A value that couldn't be read again has no archive, so that it isn't lost when it is saved")
    func valuesThatAreNotReadAgain() throws {
        let standard = NSSecureUnarchiveFromDataTransformer()
        #expect(standard.reverseTransformedValue(Medal(1)) == nil)
        #expect(standard.reverseTransformedValue(["medals": [Medal(1)]]) == nil)
        #expect(TextTransformer().reverseTransformedValue(3) == nil)
        #expect(TextTransformer().reverseTransformedValue("text") != nil)
        let (model, note) = (NSManagedObjectModel(), NSEntityDescription())
        note.name = "Note"
        note.properties = [attribute("tags", .secureUnarchiveFromDataTransformerName)]
        model.entities = [note]
        let object = NSManagedObject(entity: note, insertInto: nil)
        let error = try #require(throws: NSError.self) { try validate(Medal(1), forKey: "tags", of: object) }
        #expect(error.code == NSManagedObjectValidationError)
    }

    @Test("A value that can't be archived has no archive, alone or in a collection")
    func otherValues() {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        #expect(transformer.reverseTransformedValue(Badge("gold")) == nil)
        #expect(transformer.reverseTransformedValue(["badges": [Badge("gold")]]) == nil)
        #expect(transformer.reverseTransformedValue([Shade(1)]) == nil)
        #if !canImport(ObjectiveC)
            // Objective-C's runtime has a name for every class.
            #expect(transformer.reverseTransformedValue(Secret()) == nil)
        #endif
        let keyed = ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName)
        #expect(keyed?.reverseTransformedValue([Shade(1)]) == nil)
        #expect(keyed?.transformedValue(Data([1, 2, 3])) == nil && keyed?.transformedValue(Data()) == nil)
    }

    @Test("Secure transformers read no archives of other classes, and no invalid data")
    func archivesOfOtherClassesAreNotRead() throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: NSNumber(value: 3), requiringSecureCoding: true)
        #expect(TextTransformer().transformedValue(archive) == nil)
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(archive) as? Int == 3)
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(Data([1])) == nil)
    }

    @Test("Transformers are found by the names under which they are registered")
    func transformersAreFoundByTheirNames() {
        let name = NSValueTransformerName("Own")
        #expect(ValueTransformer(forName: name) == nil)
        let transformer = ShadeTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: name)
        #expect(ValueTransformer(forName: name) === transformer)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
    }

    @Test("A transformer has an initializer of its own, or is made of the class that the model names")
    func transformersOfEveryInitializer() throws {
        let scaled = NSValueTransformerName("ScaledTransformer")
        ValueTransformer.setValueTransformer(ScaledTransformer(scale: 3), forName: scaled)
        let transformer = try #require(ValueTransformer(forName: scaled))
        #expect(transformer.transformedValue(Shade(4)) as? Data == Data([12]))
        let named = try #require(
            ValueTransformer(forName: NSValueTransformerName(NSStringFromClass(NamedTransformer.self))))
        #expect(named is NamedTransformer && named.transformedValue(Shade(4)) as? Data == Data([9]))
    }
}
