import FileAccess
import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

@testable import ModelCompiler

@Suite struct FingerprintTests {
    private func hash(_ options: GenerationOptions) -> Checksum {
        var fingerprint = Fingerprint()
        fingerprint.add(options)
        return fingerprint.checksum
    }

    private func hash(_ options: ValidationOptions) -> Checksum {
        var fingerprint = Fingerprint()
        fingerprint.add(options)
        return fingerprint.checksum
    }

    /// The table has an option for each property, so nothing else is needed for a new one.
    @Test("Every generation option changes the fingerprint")
    func everyOptionCounts() {
        var hashes: Set = [hash(GenerationOptions())]
        var changed: Set<String> = []
        let defaults = labeledValues(of: GenerationOptions())
        for text in Self.sections {
            // A value that the style does not allow is read all the same.
            var ignored: [LocatedDiagnostic] = []
            let configuration = ConfigurationReader().read(
                Array("generate: {\(text)}\n".utf8), at: "/modelgen.yml", into: &ignored)
            let options = configuration.generation.options
            #expect(hashes.insert(hash(options)).inserted, "\(text) gives the same hash as another value")
            changed.formUnion(labeledValues(of: options).filter { defaults[$0.key] != $0.value }.keys)
        }
        #expect(hash(GenerationOptions(environment: ["A": "B"])) != hash(GenerationOptions()))
        #expect(changed.union(["environment"]) == Set(defaults.keys))
    }

    /// Every key of an option with its other words or its example, and values that are nearly equal.
    private static var sections: [String] {
        guard case .section(let keys)? = KeyDescription.all.first(where: { $0.name == "generate" })?.form else {
            return []
        }
        let values = keys.flatMap { key -> [String] in
            switch key.form {
            case .choice(let words): words.filter { $0 != key.defaultText }.map { "\(key.name): \($0)" }
            case .path: []
            default: ["\(key.name): \(key.example)"]
            }
        }
        return values + [
            "imports: [A, B]", "imports: [B, A]", "header: ''", "types: {A: B}", "types: {B: A}", "parameters: {A: B}",
            "parameters: {A: true}", "parameters: {A: [B]}", "parameters: {A: {B: C}}",
        ]
    }

    private func labeledValues(of options: GenerationOptions) -> [String: String] {
        let children = Mirror(reflecting: options).children.map { ($0.label ?? "", String(reflecting: $0.value)) }
        return Dictionary(children, uniquingKeysWith: { $1 })
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
            return fingerprint.checksum
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
