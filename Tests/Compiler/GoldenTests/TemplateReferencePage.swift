import TestSupport
import Testing

@Suite struct TemplateReferencePage {
    @Test("The documentation lists what templates can use")
    func thePageListsWhatTemplatesCanUse() throws {
        try expectGolden(
            TemplateReference.page, at: "../../Sources/Tools/modelgen/Documentation.docc/TemplateReference.md")
    }
}
