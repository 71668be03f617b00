import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Every attribute type, optional and required, as a scalar and not, with a default and without.
struct AttributeTests {
    @Test("Optional attributes are `nil` until they are set")
    func optionalValuesAreNilUntilTheyAreSet() throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        #expect(object.integer16 == nil)
        #expect(object.integer32 == nil)
        #expect(object.integer64 == nil)
        #expect(object.double == nil)
        #expect(object.float == nil)
        #expect(object.boolean == nil)
        #expect(object.binary == nil)
        #expect(object.date == nil)
        #expect(object.decimal == nil)
        #expect(object.string == nil)
        #expect(object.uri == nil)
        #expect(object.uuid == nil)
    }

    @Test("MOD-30 optional scalars without a value")
    func optionalScalars() throws {
        let object = OptionalScalars(context: try makeContext(.allTypes))
        #expect(object.value(forKey: "integer32") == nil)
        #expect(object.integer32 == nil)
        object.integer32 = 7
        #expect(object.integer32 == 7)
        object.integer32 = nil
        #expect(object.value(forKey: "integer32") == nil)
    }

    @Test("OBJ-11 NaN in the place of NaN, and negative zero in that of zero, aren't changes to save")
    func equalNumbers() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalValues(context: context)
        func set(_ number: Double) {
            object.setValue(number, forKey: "double")
            object.setValue(Float(number), forKey: "float")
            object.setValue(Date(timeIntervalSinceReferenceDate: number), forKey: "date")
        }
        set(.nan)
        object.setValue(Decimal.nan, forKey: "decimal")
        try context.save()
        let coordinator = context.persistentStoreCoordinator
        var generation = coordinator.committedState.generation
        set(-.nan)
        object.setValue(Decimal.nan, forKey: "decimal")
        #expect(!object.hasPersistentChangedValues && object.changedValues().isEmpty)
        try context.save()
        #expect(coordinator.committedState.generation == generation)
        set(0)
        #expect(Set(object.changedValues().keys) == ["double", "float", "date"])
        try context.save()
        generation = coordinator.committedState.generation
        set(-0.0)
        #expect(!object.hasPersistentChangedValues && object.changedValues().isEmpty)
        try context.save()
        #expect(coordinator.committedState.generation == generation)
        #expect((object.value(forKey: "double") as? Double)?.sign == .plus)
    }

    @Test("VAL-4 defaults of every type", arguments: ["OptionalDefaultValues", "RequiredDefaultValues"])
    func defaults(_ entityName: String) throws {
        let context = try makeContext(.allTypes)
        let object = context.insertNewObject(forEntityName: entityName)
        #expect(object.value(forKey: "integer16") as? Int16 == -16)
        #expect(object.value(forKey: "integer32") as? Int32 == 320_000)
        #expect(object.value(forKey: "integer64") as? Int64 == .min)
        #expect(object.value(forKey: "double") as? Double == 0.1)
        #expect(object.value(forKey: "float") as? Float == -1.5)
        #expect(object.value(forKey: "boolean") as? Bool == true)
        #expect(object.value(forKey: "date") as? Date == Date(timeIntervalSince1970: 0))
        #expect(object.value(forKey: "decimal") as? Decimal == Decimal(string: "12.5"))
        #expect(object.value(forKey: "string") as? String == "a \"quoted\" \\ text & more")
        #expect(object.value(forKey: "uri") as? URL == URL(string: "https://example.com/a?b=c#d"))
        #expect(object.value(forKey: "uuid") as? UUID == UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        if entityName == "OptionalDefaultValues" { try context.save() }
    }

    @Test("Optional scalars with default values have accessors that are not optional")
    func scalarsWithDefaultsAreNotOptional() throws {
        let context = try makeContext(.allTypes)
        let optional = OptionalDefaultScalars(context: context)
        let required = RequiredDefaultScalars(context: context)
        let number: Int32 = optional.integer32
        #expect(number == 320_000)
        #expect(required.integer64 == .min)
        #expect(optional.boolean)
        #expect(required.float == -1.5)
    }

    @Test("MOD-30 nil stored in an optional scalar with a default reads as zero")
    func nilOfADefaultedScalar() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalDefaultScalars(context: context)
        object.setValue(nil, forKey: "integer32")
        object.setValue(nil, forKey: "boolean")
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.all(OptionalDefaultScalars.self).first)
        #expect(reread.integer32 == 0)
        #expect(!reread.boolean)
        #expect(reread.value(forKey: "integer32") == nil)
    }

    @Test("Required attributes read as empty values until they are set")
    func requiredValuesReadAsEmptyUntilTheyAreSet() throws {
        let object = RequiredValues(context: try makeContext(.allTypes))
        #expect(object.integer16 == 0)
        #expect(object.string == "")
        #expect(object.binary == Data())
        #expect(object.date == Date(timeIntervalSinceReferenceDate: 0))
        #expect(object.decimal == 0)
        #expect(object.uuid.uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(object.value(forKey: "string") == nil)
        #expect(object.value(forKey: "uri") == nil)
    }

    @Test("Values of every attribute type are the same after a save")
    func valuesOfEveryTypeComeBack() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalValues(context: context)
        let uuid = UUID()
        object.integer16 = .min
        object.integer32 = .max
        object.integer64 = .min
        object.double = -0.0
        object.float = .leastNonzeroMagnitude
        object.boolean = false
        object.binary = Data()
        object.date = .distantPast
        object.decimal = Decimal(string: "12345678901234567890123456789012345678")
        object.string = ""
        object.uri = URL(string: "relative/path?x")
        object.uuid = uuid
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.all(OptionalValues.self).first)
        #expect(reread.integer16 == .min)
        #expect(reread.integer32 == .max)
        #expect(reread.integer64 == .min)
        // No store keeps the sign of zero, as SQLite's files cannot.
        #expect(reread.double == 0 && reread.double?.sign == .plus)
        #expect(reread.float == .leastNonzeroMagnitude)
        #expect(reread.boolean == false)
        #expect(reread.binary == Data())
        #expect(reread.date == .distantPast)
        #expect(reread.decimal == Decimal(string: "12345678901234567890123456789012345678"))
        #expect(reread.string == "")
        #expect(reread.uri == URL(string: "relative/path?x"))
        #expect(reread.uuid == uuid)
    }

    @Test("A value that was set to `nil` is `nil` after a save")
    func nilReplacesAValue() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalValues(context: context)
        object.string = "there"
        object.date = .now
        try context.save()
        object.string = nil
        object.date = nil
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.all(OptionalValues.self).first)
        #expect(reread.string == nil)
        #expect(reread.date == nil)
    }

    @Test("An attribute can be named `id`")
    func anAttributeMayBeCalledID() throws {
        let context = try makeContext(.allTypes)
        let object = Identified(context: context)
        let uuid = UUID()
        object.id = uuid
        try context.save()
        var request = Identified.fetchRequest()
        request.predicate = #Predicate { $0.id == uuid }
        #expect(try context.fetch(request) == [object])
    }

    @Test("A relative URL is kept with its base URL")
    func aRelativeURLIsKeptWithItsBase() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalValues(context: context)
        object.uri = URL(string: "page", relativeTo: URL(string: "https://example.com/folder/"))
        #expect(object.uri?.absoluteString == "https://example.com/folder/page")
        #expect(object.uri == URL(string: "https://example.com/folder/page"))
    }
}
