import ModelDiagnostics
import Testing

@testable import ModelCodegen

@Suite struct TemplateSetTests {
    @Test("Every built-in template documents its context")
    func everyTemplateSaysWhatItReceives() {
        for (name, text) in BuiltInTemplates.all {
            #expect(text.hasPrefix("{# Receives a"), "\(name)")
        }
    }

    @Test("The built-in templates have no problems")
    func theBuiltInTemplatesAreSound() {
        #expect(TemplateSet.builtIn.checkAll() == [])
    }

    @Test("An unused template is a warning with the nearest name")
    func whatNothingUsesIsAWarning() {
        let set = TemplateSet([
            .init(name: "entty.stencil", path: "T/entty.stencil", text: "x"),
            .init(name: "header", path: "T/header.stencil", text: "{% include \"part\" %}"),
            .init(name: "part", path: "T/part.stencil", text: "{{ imports.count }}"),
        ])
        #expect(
            set.check().map { "\($0.severity) \($0.code) \($0.position) \($0.hint ?? "")" }
                == ["warning template-unused T/entty.stencil did you mean 'entity'?"])
    }

    @Test("In a template for SwiftGen, unknown names are only warnings")
    func unknownNamesForSwiftGen() {
        let set = TemplateSet([
            .init(name: "a", path: "a.stencil", text: "{{ models.0.nothing }}{{ param.x }}{{ x|y }}")
        ])
        #expect(
            set.check(.swiftGen).map { "\($0.severity) \($0.code)" }
                == [
                    "warning template-unknown-name", "warning template-unknown-name", "error template-unknown-filter",
                ])
    }
}
