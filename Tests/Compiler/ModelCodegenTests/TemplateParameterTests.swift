import StencilTemplates
import Testing

@testable import ModelCodegen

@Suite struct TemplateParameterTests {
    @Test("Names with periods and repeated names group their values")
    func groupedValues() throws {
        let parameters = try TemplateParameters(arguments: ["a=1", "list=x", "list=y", "flag", "group.name=z"])
        #expect(
            parameters.values == [
                "a": .text("1"), "list": .list([.text("x"), .text("y")]), "flag": .flag,
                "group": .group(["name": .text("z")]),
            ])
    }

    @Test("Templates can use parameters")
    func templatesUseThem() throws {
        let template = TemplateSource(
            name: "t",
            text:
                "{{ param.a }}{{ param.list|join:\",\" }}{% if param.flag %}!{% endif %}{{ param.group.name }}{{ param.no }}"
        )
        let parameters = try TemplateParameters(arguments: ["a=1", "list=x", "list=y", "flag", "group.name=z"])
        let renderer = TemplateRenderer(TemplateSources([template]), parameters: parameters)
        #expect(try renderer.render("t", SwiftGenContext([], environment: [:])) == "1x,y!z")
    }

    @Test("Conflicting parameters and parameters without a name are errors")
    func conflictingAndNamelessArgumentsAreErrors() {
        #expect(throws: TemplateParameters.ArgumentError.self) { try TemplateParameters(arguments: ["a", "a=1"]) }
        #expect(throws: TemplateParameters.ArgumentError.self) { try TemplateParameters(arguments: ["=1"]) }
    }
}
