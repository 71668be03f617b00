import CompiledModelWriting
import CompiledModels
import ModelSchema
import TestSupport
import Testing

/// Compiled models that this project writes.
@Suite struct WrittenModelTests {
    struct Example: Sendable {
        var type: AttributeType
        var text: String
        var compiled: String?

        init(_ type: AttributeType, _ text: String, _ compiled: String?) {
            (self.type, self.text, self.compiled) = (type, text, compiled)
        }
    }

    private static let thirtyNineNines = String(repeating: "9", count: 39)

    @Test(
        "The default of a compiled attribute is the one that objects get from the source",
        arguments: [
            Example(.decimal, "12.50", "12.50"), Example(.decimal, "+5", "5"), Example(.decimal, "-0", "0"),
            Example(.decimal, ".5", "0.5"), Example(.decimal, "5.", "5"), Example(.decimal, "-1.5e3", "-1500"),
            Example(.decimal, "1E-2", "0.01"), Example(.decimal, "0e9", "0"),
            Example(.decimal, "1e128", "1" + String(repeating: "0", count: 128)),
            Example(.decimal, thirtyNineNines, String(repeating: "9", count: 38) + "0"),
            Example(.integer32, "YES", "0"), Example(.integer32, "1.9", "1"),
            Example(.boolean, "true", "YES"), Example(.boolean, "2", "YES"), Example(.boolean, "0.0", "NO"),
        ])
    func aDefaultIsThatOfTheSource(_ example: Example) throws {
        let source = Attribute(name: "a", type: example.type, defaultValueString: example.text)
        let compiled = try #require(try Self.compiled(source))
        #expect(compiled.defaultValueString == example.compiled)
        switch (source.defaultValue, compiled.defaultValue) {
        case (.decimal?, .decimal?): break
        case (let sourceValue, let compiledValue): #expect(sourceValue == compiledValue)
        }
    }

    @Test(
        "A text that is not a decimal number is an error where it is the default of one",
        arguments: ["-", ".", "1.2.3", "1e", "e5", "1e2e3", "1,5", "0x10", "NaN", "1e200", "1e9999999999999999999"])
    func noDecimal(_ text: String) throws {
        #expect(try Self.compiled(Attribute(name: "a", type: .decimal, defaultValueString: text)) == nil)
    }

    @Test("An empty default is none except for a text", arguments: AttributeType.allCases)
    func emptyDefault(_ type: AttributeType) throws {
        let source = Attribute(name: "a", type: type, defaultValueString: "", defaultDateTimeInterval: "")
        // A composite needs its elements.
        guard type != .composite else { return }
        let compiled = try #require(try Self.compiled(source))
        #expect(compiled.defaultValueString == (type == .string ? "" : nil))
        #expect(compiled.defaultDateTimeInterval == nil)
    }

    @Test("An empty bound is none", arguments: [AttributeType.integer16, .double, .string, .date])
    func emptyBound(_ type: AttributeType) throws {
        var source = Attribute(name: "a", type: type)
        (source.minValueString, source.maxValueString) = ("", type == .date ? "" : "5")
        (source.minDateTimeInterval, source.maxDateTimeInterval) = ("", type == .date ? "5" : "")
        let compiled = try #require(try Self.compiled(source))
        #expect([compiled.minValueString, compiled.minDateTimeInterval] == [nil, nil])
        #expect([compiled.maxValueString, compiled.maxDateTimeInterval].compactMap(\.self) == ["5"])
    }

    @Test("A display name in Spotlight, whose form is not known, is left out with a warning")
    func displayName() throws {
        var writer = CompiledModelWriter()
        for (expression, count) in [("name", 1), ("", 0)] {
            var entity = Entity(name: "Item", attributes: [Attribute(name: "name", type: .string)])
            entity.representedClassName = "Item"
            entity.spotlightDisplayNameExpression = expression
            #expect(writer.archive(of: Model(name: "Shop", entities: [entity])) != nil)
            #expect(writer.findings.map(\.isError) == Array(repeating: false, count: count))
        }
    }

    /// The attribute after compiling a model with it and reading the result; nil if it cannot be compiled.
    private static func compiled(_ attribute: Attribute) throws -> Attribute? {
        var writer = CompiledModelWriter()
        let entity = Entity(name: "Item", attributes: [attribute])
        guard let archive = writer.archive(of: Model(name: "Shop", entities: [entity])) else { return nil }
        return try CompiledModel(archive: archive, name: "Shop").model.entities.first?.attributes.first
    }
}
