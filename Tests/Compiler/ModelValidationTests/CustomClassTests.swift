import ModelDiagnostics
import TestSupport
import Testing

/// What editors and people write as the custom class of a Transformable attribute.
@Suite struct CustomClassTests {
    private func codes(of customClass: String) throws -> [Diagnostic.Code] {
        try findings(
            in: """
                <entity name="Hero"><attribute name="power" optional="YES" attributeType="Transformable"
                valueTransformerName="T" customClassName="\(customClass)"/></entity>
                """
        ).map(\.code)
    }

    @Test(
        "A class of the current module, and a module without a class, are valid",
        arguments: [".NSArray", "Module.", ".", "", ".[String]", "Module.Color"])
    func valid(_ customClass: String) throws {
        #expect(try codes(of: customClass) == [])
    }

    @Test("Text around a class is not", arguments: ["..NSArray", ". { }", "NSArray *", ".Int { fatalError() }"])
    func invalid(_ customClass: String) throws {
        #expect(try codes(of: customClass) == ["attribute-class-invalid"])
    }

    @Test(
        "The name of a type inside of every class is not, unless its module is written before it",
        arguments: [("ID", false), (".ID", false), ("[ID: Int]", false), ("ID.Part", false), ("Shop.ID", true)])
    func hidden(_ type: String, isValid: Bool) throws {
        #expect(try codes(of: type) == (isValid ? [] : ["attribute-class-invalid"]))
        guard !type.hasPrefix(".") else { return }
        let codable = try findings(
            in: """
                <entity name="Hero"><attribute name="power" optional="YES" attributeType="Binary"><userInfo>
                <entry key="modelgen.codable" value="\(type)"/></userInfo></attribute></entity>
                """
        ).map(\.code)
        #expect(codable == (isValid ? [] : ["attribute-codable-invalid"]))
    }
}
