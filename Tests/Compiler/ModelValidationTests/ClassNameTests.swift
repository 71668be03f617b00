import ModelDiagnostics
import ModelValidation
import SwiftNames
import TestSupport
import Testing

@Suite struct ClassNameTests {
    private func codes(_ entity: String, _ options: ValidationOptions = ValidationOptions()) throws -> [String] {
        try findings(in: "<entity \(entity)/>", options: options).map { "\($0.severity) \($0.code.rawValue)" }
    }

    @Test("A class named self, which no code can name, is an error that cannot be lowered")
    func classNamedSelf() throws {
        let options = ValidationOptions(levels: ["class-name-not-identifier": .off])
        for entity in [
            #"name="Owner" representedClassName="self""#, #"name="Owner" representedClassName="Shop.self""#,
            #"name="self""#,
        ] {
            #expect(try codes(entity, options) == ["error class-name-not-identifier"])
        }
        #expect(try codes(#"name="self" representedClassName="Owner""#) == [])
    }

    @Test("Classes with the names of other keywords compile in backquotes, which is a note")
    func classesNamedLikeKeywords() throws {
        for keyword in SwiftIdentifier.keywords where keyword != "self" {
            let found = try codes(#"name="Owner" representedClassName="\#(keyword)""#)
            #expect(found.contains("note name-is-keyword") && !found.contains { $0.hasPrefix("error") }, "\(keyword)")
        }
    }
}
