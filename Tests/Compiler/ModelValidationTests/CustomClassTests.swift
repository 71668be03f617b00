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
}
