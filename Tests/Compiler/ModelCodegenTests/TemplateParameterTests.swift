import StencilTemplates
import Testing

@testable import ModelCodegen

@Suite struct TemplateParameterTests {
    @Test func namesWithDotsAndRepeatedNamesGroupTheirValues() throws {
        let parameters = try TemplateParameters(arguments: ["a=1", "list=x", "list=y", "flag", "group.name=z"])
        #expect(
            parameters.values == [
                "a": .text("1"), "list": .list([.text("x"), .text("y")]), "flag": .flag,
                "group": .group(["name": .text("z")]),
            ])
    }

    @Test func templatesUseThem() throws {
        let template = TemplateSource(
            name: "t",
            text:
                "{{ param.a }}{{ param.list|join:\",\" }}{% if param.flag %}!{% endif %}{{ param.group.name }}{{ param.no }}"
        )
        let parameters = try TemplateParameters(arguments: ["a=1", "list=x", "list=y", "flag", "group.name=z"])
        let renderer = TemplateRenderer(TemplateSources([template]), parameters: parameters)
        #expect(try renderer.render("t", SwiftGenContext([], environment: [:])) == "1x,y!z")
    }

    @Test func conflictingAndNamelessArgumentsAreErrors() {
        #expect(throws: TemplateParameters.Problem.self) { try TemplateParameters(arguments: ["a", "a=1"]) }
        #expect(throws: TemplateParameters.Problem.self) { try TemplateParameters(arguments: ["=1"]) }
    }
}
