import ModelCodegen
import TestSupport
import Testing

@Suite struct TemplateReferencePage {
    @Test func thePageListsWhatTemplatesCanUse() throws {
        try expectGolden(
            TemplateReference.page, at: "../../Sources/modelgen/Documentation.docc/TemplateReference.md")
    }
}
