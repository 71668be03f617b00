import ModelSchema
import ModelTemplates
import Testing

@testable import ModelCodegen

@Suite struct TemplateRendererTests {
    private struct Context: TemplateRecord {
        struct Inner: TemplateRecord {
            var present = "here"
            var absent: String?

            static let fields: TemplateFields<Self> = [
                .init("present", \.present, "A text."), .init("absent", \.absent, "A text that is missing."),
            ]
        }

        var inner = Inner()

        static let fields: TemplateFields<Self> = [.init("inner", \.inner, "Two texts.")]
    }

    @Test func aNameThatNoContextHasIsAnError() {
        let renderer = TemplateRenderer(templates: ["t": "{{ inner.present }} {{ inner.misspelt }}"])
        #expect(throws: TemplateFailure(template: "t", message: "unknown names Inner.misspelt")) {
            try renderer.render("t", Context())
        }
    }

    @Test func aVariableThatNoContextHasIsAnError() {
        let renderer = TemplateRenderer(templates: ["t": "{{ outer }}{% if other.thing %}{% endif %}"])
        #expect(throws: TemplateFailure(template: "t", message: "unknown names other, outer")) {
            try renderer.render("t", Context())
        }
    }

    @Test func aFieldThatIsNilIsNoError() throws {
        let renderer = TemplateRenderer(templates: ["t": "{{ inner.present }}{{ inner.absent }}"])
        #expect(try renderer.render("t", Context()) == "here")
    }

    @Test func everyTemplateSaysWhatItReceives() {
        for (name, text) in BuiltInTemplates.all {
            #expect(text.hasPrefix("{# Receives a"), "\(name)")
        }
    }
}
