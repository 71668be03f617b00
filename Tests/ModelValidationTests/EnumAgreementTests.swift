import ModelDiagnostics
import ModelSchema
import ModelValidation
import Testing

/// What the rules let through must be what the generator can read, and what they refuse what it cannot.
@Suite struct EnumAgreementTests {
    @Test(
        arguments: [
            "marvel = 0, dc = 1", "marvel, dc", "marvel = 5, dc", "marvel = 1, dc = 1", "marvel, marvel", "", ",",
            "marvel,",
            "marvel = one", "marvel = 99999", "a = -1, b", "a = 32767, b", " a=1 ,b = 2 ", "draft, live = \"Live\"",
        ], [AttributeType.integer16, .string])
    func casesAreReadAlike(_ cases: String, _ type: AttributeType) {
        let attribute = Attribute(
            name: "universe", type: type, userInfo: ["modelgen.enum": "Universe", "modelgen.enum.cases": cases])
        let isReadable = (try? attribute.enumeration) != nil
        var diagnostics: [Diagnostic] = []
        ModelValidator().validate(
            Model(name: "Test", entities: [Entity(name: "Hero", attributes: [attribute])]), into: &diagnostics)
        #expect(diagnostics.isEmpty == isReadable)
    }
}
