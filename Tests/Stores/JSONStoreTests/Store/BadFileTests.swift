import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Files that no store can be: an error with its place, and the file left as it is.
struct BadFileTests {
    private static func head(_ model: ManagedObjectModel) -> String {
        let hashes = model.entityVersionHashesByName.sorted { $0.key < $1.key }
            .map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
        return """
            {"format": "modelgen-store", "version": 1, "store": "00000000-0000-4000-8000-000000000001",
            "model": {"name": "\(model.name)", "hashes": {\(hashes)}},

            """
    }

    /// Writes a store whose third line is `body`, and expects an error at the mark `⟦` in it, which is taken out.
    private func expectError(
        _ body: String, _ model: ManagedObjectModel = .superheroes, says words: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = try StoreFile(model)
        try file.write(Self.head(model) + body.replacing("⟦", with: ""))
        let error = try #require(
            try file.expectRefusal(.malformed, sourceLocation: sourceLocation), sourceLocation: sourceLocation)
        let before = body.prefix { $0 != "⟦" }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(error.line == lines.count + 2, "\(error)", sourceLocation: sourceLocation)
        #expect(error.column == (lines.last?.count ?? 0) + 1, "\(error)", sourceLocation: sourceLocation)
        if let words { #expect(error.message == words, sourceLocation: sourceLocation) }
    }

    @Test("STO-28 references to objects that do not exist")
    func danglingReferences() throws {
        try expectError(
            #"""
            "entities": {"Superhero": [
             {"id": 1, "teams": ⟦[1, 2]}], "Team": [{"id": 1}]}}
            """#, says: "'teams' points to Team 2, which does not exist")
        try expectError(
            #""entities": {"ChainLink": [{"id": 1, "next": ⟦7}]}}"#, .deleteRules,
            says: "'next' points to ChainLink 7, which does not exist")
    }

    /// A file is given back from memory as it is read.
    @Test("An error far into a large file has the right line")
    func theLineOfAnErrorFarBehindInALargeFile() throws {
        let name = String(repeating: "n", count: 1_000)
        let objects = (1...12_000).map { #"  {"id": \#($0), "name": "\#(name)"},"# }.joined(separator: "\n")
        try expectError("\"entities\": {\"Superhero\": [\n\(objects)\n  {\"id\": 12001, \"name\": ⟦1}]}}")
        try expectError("\"entities\": {\"Superhero\": [\n\(objects)\n  ⟦{\"id\": 1}]}}", says: "duplicate number 1")
    }

    @Test("A reference to an object of another entity is an error")
    func referencesToAnotherEntity() throws {
        try expectError(
            #""entities": {"Car": [{"id": 1, "garage": 1}], "Garage": [{"id": 1}], "Truck": [{"id": 2, "tractor": ⟦1}]}}"#,
            .inheritance, says: "'tractor' points to Truck 1, which does not exist")
    }

    @Test("ID-12 duplicate numbers of objects")
    func duplicateNumbers() throws {
        try expectError(
            #"""
            "entities": {"Team": [
              {"id": 1},
              ⟦{"id": 1}]}}
            """#, says: "duplicate number 1")
        try expectError(
            #""entities": {"Car": [{"id": 3}], "Truck": [⟦{"id": 3}]}}"#, .inheritance,
            says: "duplicate number 3")
    }

    @Test(
        "An object without a positive number is an error",
        arguments: [#"{}"#, #"{"id": 0}"#, #"{"id": -4}"#, #"{"name": "x"}"#])
    func missingNumbers(_ object: String) throws {
        try expectError(
            #""entities": {"Team": [ ⟦\#(object)]}}"#, says: "an object of 'Team' has no 'id' greater than 0")
    }

    @Test(
        "A number of an object that is not an integer is an error",
        arguments: ["\"1\"", "1.0", "1e0", "null", "[1]", "9223372036854775808"])
    func wrongNumbers(_ number: String) throws {
        try expectError(#""entities": {"Team": [{"id": ⟦\#(number)}]}}"#)
    }

    @Test("STO-28 two objects that claim the same destination of a one-to-one")
    func ambiguousSource() throws {
        try expectError(
            #""entities": {"Badge": [{"id": 1, "employee": 1}, {"id": 2, "employee": ⟦1}], "Employee": [{"id": 1}]}}"#,
            .deleteRules,
            says: "'employee' points to Employee 1, as another object does, but 'badge' can point back to only one")
    }

    @Test("STO-28 two objects that claim the same part")
    func sidesThatDisagree() throws {
        try expectError(
            #""entities": {"Catalogue": [{"id": 1, "pages": ⟦[1]}], "CataloguePage": [{"id": 1}]}}"#,
            .deleteRules, says: "'pages' points to CataloguePage 1, whose 'catalogue' does not point back")
        try expectError(
            #""entities": {"Catalogue": [{"id": 1}], "CataloguePage": [{"id": 1, "catalogue": ⟦1}]}}"#,
            .deleteRules, says: "'catalogue' points to Catalogue 1, whose 'pages' does not point back")
        try expectError(
            #""entities": {"Catalogue": [{"id": 1, "pages": [1]}, {"id": 2, "pages": ⟦[1]}], "#
                + #""CataloguePage": [{"id": 1, "catalogue": 1}]}}"#,
            .deleteRules, says: "'pages' points to CataloguePage 1, whose 'catalogue' does not point back")
        try expectError(
            #""entities": {"Employee": [{"id": 1, "friends": ⟦[2]}, {"id": 2}]}}"#, .deleteRules,
            says: "'friends' points to Employee 2, whose 'friends' does not point back")
        try expectError(
            #""entities": {"Employee": [{"id": 1, "partner": ⟦2}, {"id": 2, "partner": 2}]}}"#, .deleteRules,
            says: "'partner' points to Employee 2, whose 'partner' does not point back")
    }

    @Test("An object listed twice in a relationship is an error")
    func destinationsNamedTwice() throws {
        try expectError(
            #""entities": {"Superhero": [{"id": 1, "teams": ⟦[1, 1]}], "Team": [{"id": 1}]}}"#,
            says: "'teams' contains an object twice")
    }

    @Test(
        "A value of the wrong type is an error",
        arguments: [
            ("name", "1"), ("name", "[]"), ("name", "true"), ("universe", "\"1\""), ("universe", "1.5"),
            ("universe", "2147483648"), ("universe", "true"), ("teams", "1"), ("teams", "null"), ("teams", "{}"),
        ])
    func valuesOfAnotherType(_ key: String, _ value: String) throws {
        try expectError(#""entities": {"Superhero": [{"id": 1, "\#(key)": ⟦\#(value)}]}}"#)
    }

    @Test(
        "A value outside the range or format of its type is an error",
        arguments: [
            ("boolean", "1"), ("integer16", "32768"), ("integer64", "9223372036854775808"), ("float", "1e39"),
            ("float", "-1e-50"), ("double", "1e309"), ("double", "1e-400"), ("decimal", "\"1e-400\""),
            ("decimal", "1"), ("decimal", "\"1,5\""), ("decimal", "\"\""),
            ("decimal", "\"1e999\""), ("uuid", "\"not one\""), ("uuid", "1"), ("date", "1"),
            ("uri", "\"http://example.com/a b\""), ("uri", "\"http://bücher.example/\""), ("uri", "\"50%\""),
            ("string", "1"),
            ("decimal", "\"123456789012345678901234567890123456789012345\""),
        ])
    func typedValues(_ key: String, _ value: String) throws {
        try expectError(#""entities": {"OptionalValues": [{"id": 1, "\#(key)": ⟦\#(value)}]}}"#, .allTypes)
    }

    @Test("A string that is not a date, number, or Base64 data is an error")
    func textsThatAreNoDateAndNoBase64() throws {
        // Inside a string, the place is that of the first wrong character.
        try expectError(
            #""entities": {"OptionalValues": [{"id": 1, "date": "2024-⟦13-01T00:00:00Z"}]}}"#, .allTypes)
        try expectError(#""entities": {"OptionalValues": [{"id": 1, "binary": "AA⟦*="}]}}"#, .allTypes)
        try expectError(#""entities": {"OptionalValues": [{"id": 1, "double": "⟦inf"}]}}"#, .allTypes)
    }

    @Test("A repeated key or an unknown entity is an error with its place")
    func unknownAndRepeatedKeys() throws {
        try expectError(
            #""entities": {"Superhero": [{"id": 1, "cape": true, ⟦"cape": 1}]}}"#, says: "duplicate key 'cape'"
        )
        try expectError(
            #""entities": {"Team": [{"id": 1, "name": "a", ⟦"name": "b"}]}}"#, says: "duplicate key 'name'")
        try expectError(#""entities": {"Team": [{"id": 1, ⟦"id": 1}]}}"#, says: "duplicate key 'id'")
        try expectError(
            #""entities": {"Team": [{"id": 1, ⟦"heroes": []}]}}"#,
            says: "the entity 'Team' has no stored property 'heroes'")
        try expectError(
            #""entities": {⟦"Villain": []}}"#, says: "the model has no entity 'Villain' with objects of its own")
        try expectError(#""entities": {"Team": [], ⟦"Team": []}}"#, says: "duplicate entity 'Team'")
        try expectError(
            #""entities": {⟦"Vehicle": []}}"#, .inheritance,
            says: "the model has no entity 'Vehicle' with objects of its own")
        try expectError(#""x": 1, ⟦"x": 1, "entities": {}}"#, says: "duplicate key 'x'")
        try expectError(#"⟦"version": 1, "entities": {}}"#, says: "duplicate key 'version'")
        try expectError(#""entities": {}, ⟦"entities": {}}"#, says: "duplicate key 'entities'")
        try expectError(#""metadata": ⟦[], "entities": {}}"#, says: "the metadata is not an object")
    }

    @Test("STO-14 a store without its objects is damaged, not empty")
    func missingEntities() throws {
        try expectError(#""metadata": {}}⟦"#, says: "the key 'entities' is missing")
        let file = try StoreFile()
        try file.write(#"{"format": "modelgen-store", "version": 1, "entities": {}}"#)
        let error = try file.expectRefusal(.malformed)
        #expect(error?.message == "the key 'store' is missing before 'entities'")
    }

    @Test("Last numbers that are wrong or of an unknown entity are errors")
    func wrongLastNumbers() throws {
        try expectError(#""lastIDs": {"Team": ⟦-5}, "entities": {}}"#, says: "the last number of 'Team' is less than 0")
        try expectError(#""lastIDs": {⟦"Villain": 5}, "entities": {}}"#, says: "the model has no root entity 'Villain'")
        try expectError(#""lastIDs": {"Team": 5, ⟦"Team": 6}, "entities": {}}"#, says: "duplicate entity 'Team'")
        try expectError(
            #""lastIDs": {⟦"Car": 5}, "entities": {}}"#, .inheritance, says: "the model has no root entity 'Car'")
        try expectError(#""lastIDs": {"Team": ⟦"5"}, "entities": {}}"#)
    }

    @Test("A save fails if no numbers are left for new objects")
    func noNumbersLeft() throws {
        let file = try StoreFile()
        try file.write(Self.head(.superheroes) + #""lastIDs": {"Team": 9223372036854775807}, "entities": {}}"#)
        try file.session { context in
            let team = Team(context: context)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.message == "there are no numbers left for 'Team'")
            #expect(context.insertedObjects == [team])
        }
    }

    @Test("STO-13 a store of another model, and of another version of it")
    func otherModels() throws {
        let file = try StoreFile(.inheritance)
        try file.write(Self.head(.superheroes) + #""entities": {}}"#)
        var error = try file.expectRefusal(.modelMismatch)
        #expect(
            error?.message
                == "the store was written with the model 'Superheroes', but this program opens it with 'Inheritance'")

        let version = try StoreFile()
        let hash = try #require(ManagedObjectModel.superheroes.entityVersionHashesByName["Team"]).description
        try version.write(
            Self.head(.superheroes).replacing(hash, with: "0").replacing("\"Superhero\":", with: "\"Hero\":")
                + #""entities": {}}"#)
        error = try version.expectRefusal(.modelMismatch)
        #expect(
            error?.message == """
                the store was written with another version of the model 'Superheroes' (changed: Team; new: Superhero; \
                removed: Hero); open it with that version, or migrate it (see the page 'Migrate a store')
                """)
    }

    @Test("A file of a newer or invalid format version is refused")
    func newerVersions() throws {
        let file = try StoreFile()
        try file.write(#"{"format": "modelgen-store", "version": 2, "compression": "none", "entities": 5}"#)
        let error = try file.expectRefusal(.newerFormat)
        #expect(error?.message == "the file has format version 2, but this program supports version 1")
        try file.write(#"{"format": "modelgen-store", "version": 0, "entities": {}}"#)
        try file.expectRefusal(.malformed)
    }

    @Test(
        "Other JSON documents are no stores",
        arguments: [
            "{}", "[]", "3", "\"modelgen-store\"", "null", #"{"format": "other", "version": 1}"#, #"{"a": 1}"#,
        ])
    func otherJSON(_ text: String) throws {
        let file = try StoreFile()
        try file.write(text)
        try file.expectRefusal(.notAStore)
    }

    @Test(
        "STO-14 a file that isn't JSON", arguments: ["", " ", "hello", "{", "{]", "\u{FEFF}{}", "SQLite format 3\u{0}"])
    func noJSON(_ text: String) throws {
        let file = try StoreFile()
        try file.write(text)
        let error = try file.expectRefusal(.malformed)
        #expect(error?.line == 1)
    }

    @Test("Deeply nested JSON is an error")
    func deepNesting() throws {
        let deep = String(repeating: "[", count: 100_000)
        try expectErrorAnywhere(#""metadata": {"a": \#(deep)"#)
        try expectErrorAnywhere(#""entities": {"Team": [{"id": 1, "name": \#(deep)"#)
        try expectErrorAnywhere(#""entities": \#(deep)"#)
    }

    private func expectErrorAnywhere(_ body: String) throws {
        let file = try StoreFile()
        try file.write(Self.head(.superheroes) + body)
        try file.expectRefusal(.malformed)
    }

    @Test("A folder cannot be opened as a store")
    func aFolderIsNoStore() throws {
        let file = try StoreFile()
        try file.folder.createFolder("Store.json")
        let error = #expect(throws: StoreError.self) { _ = try file.open() }
        #expect(error?.code == .fileSystem)
    }

    @Test("Error messages contain no values")
    func messagesHoldNoValues() throws {
        let file = try StoreFile()
        try file.write(Self.head(.superheroes) + #""entities": {"Superhero": [{"id": 1, "universe": "secret"}]}}"#)
        let error = try #require(try file.expectRefusal(.malformed))
        #expect(!error.description.contains("secret"))
        #expect(error.description.hasPrefix("\(file.path):3:"))
    }
}
