import GeneratedOutput
import ModelCodegen
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

@testable import ModelCompiler

@Suite struct FingerprintTests {
    private func hash(_ options: GenerationOptions) -> ContentHash {
        var fingerprint = Fingerprint()
        fingerprint.add(options)
        return fingerprint.hash
    }

    private func hash(_ options: ValidationOptions) -> ContentHash {
        var fingerprint = Fingerprint()
        fingerprint.add(options)
        return fingerprint.hash
    }

    /// One other value, or several, for each option.
    private static let changes: [(option: String, change: @Sendable (inout GenerationOptions) -> Void)] = [
        ("style", { $0.style = .coreData }), ("fileLayout", { $0.fileLayout = .model }),
        ("accessLevel", { $0.accessLevel = .package }), ("subclassing", { $0.subclassing = .final }),
        ("optionality", { $0.optionality = .xcode }), ("isolation", { $0.isolation = .module }),
        ("propertyNaming", { $0.propertyNaming = .camelCase }), ("classes", { $0.classes = .none }),
        ("imports", { $0.imports = ["A"] }), ("imports", { $0.imports = ["A", "B"] }),
        ("imports", { $0.imports = ["B", "A"] }), ("classPrefix", { $0.classPrefix = "A" }),
        ("classSuffix", { $0.classSuffix = "A" }), ("headerText", { $0.headerText = "" }),
        ("headerText", { $0.headerText = "A" }), ("generatesSnapshots", { $0.generatesSnapshots = true }),
        ("typeReplacements", { $0.typeReplacements = ["A": "B"] }),
        ("typeReplacements", { $0.typeReplacements = ["B": "A"] }),
        ("parameters", { $0.parameters = ["A": "B"] }), ("parameters", { $0.parameters = ["A": .flag] }),
        ("parameters", { $0.parameters = ["A": .list(["B"])] }),
        ("parameters", { $0.parameters = ["A": .group(["B": "C"])] }),
        ("versions", { $0.versions = .all }), ("testedModule", { $0.testedModule = "A" }),
        ("platforms", { $0.platforms = .all }), ("accessorsModule", { $0.accessorsModule = "A" }),
        ("modelConstant", { $0.modelConstant = "a" }), ("templateUnit", { $0.templateUnit = .entity }),
        ("templateContext", { $0.templateContext = .swiftGen }), ("environment", { $0.environment = ["A": "B"] }),
    ]

    @Test("Every generation option changes the fingerprint")
    func everyOptionCounts() {
        var hashes: Set = [hash(GenerationOptions())]
        for (option, change) in Self.changes {
            var options = GenerationOptions()
            change(&options)
            #expect(hashes.insert(hash(options)).inserted, "another \(option) gives the same hash")
        }
        let known = Mirror(reflecting: GenerationOptions()).children.compactMap(\.label)
        #expect(Set(known) == Set(Self.changes.map(\.option)))
    }

    @Test("Every level of a rule changes the fingerprint")
    func everyLevelCounts() {
        let code = Diagnostic.Code(rawValue: "a")
        let hashes = [[:], [code: .off], [code: .note], [Diagnostic.Code(rawValue: "b"): .off]].map { levels in
            hash(ValidationOptions(levels: levels))
        }
        #expect(Set(hashes).count == hashes.count)
        #expect(Mirror(reflecting: ValidationOptions()).children.map(\.label) == ["levels", "conventions", "targets"])
        #expect(hash(ValidationOptions(targets: [.swiftData])) != hash(ValidationOptions()))
    }

    @Test("Every part of a convention changes the fingerprint")
    func everyConventionCounts() throws {
        func convention(
            _ code: Diagnostic.Code = "a", _ subject: Convention.Subject = .entities,
            _ requirement: String = "name != 'x'",
            _ message: String = "m", _ level: ValidationRule.Level = .note
        ) throws -> Convention {
            try Convention(code: code, of: subject, requirement: requirement, message: message, level: level)
        }
        let lists = [
            [], [try convention()], [try convention(), try convention()], [try convention("b")],
            [try convention("a", .properties)], [try convention("a", .entities, "name != 'y'")],
            [try convention("a", .entities, "name != 'x'", "n")],
            [try convention("a", .entities, "name != 'x'", "m", .error)],
        ]
        let hashes = lists.map { hash(ValidationOptions(conventions: $0)) }
        #expect(Set(hashes).count == lists.count)
    }

    @Test("Lists with different ends have different fingerprints")
    func listsThatEndElsewhereAreOthers() {
        let lists: [([String], [String])] = [(["a", "b"], []), (["a"], ["b"]), ([], ["a", "b"]), (["ab"], [])]
        let hashes = lists.map { first, second in
            var fingerprint = Fingerprint()
            fingerprint.add(first)
            fingerprint.add(second)
            return fingerprint.hash
        }
        #expect(Set(hashes).count == lists.count)
    }

    @Test("The order of named values does not change the fingerprint")
    func theOrderOfNamedValuesDoesNot() {
        var first: [String: String] = [:]
        var second: [String: String] = [:]
        for number in 0..<100 { first["\(number)"] = "" }
        for number in (0..<100).reversed() { second["\(number)"] = "" }
        #expect(
            hash(GenerationOptions(parameters: TemplateParameters(first)))
                == hash(GenerationOptions(parameters: TemplateParameters(second))))
    }
}
