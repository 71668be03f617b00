import Foundation
import ModelCodegen
import ModelDiagnostics
import ModelSchema
import StencilTemplates
import TestSupport
import Testing

/// The examples in the doc comments of generated code and templates.
@Suite struct DocumentationExampleTests {
    private let model = Model(
        name: "Library",
        entities: [Entity(name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)])])

    @Test("The examples of a generator write code into files")
    func aGenerator() throws {
        let folder = try TemporaryFolder()
        // Example: GenerationOptions
        let options = GenerationOptions(
            fileLayout: .model, accessLevel: .internal, headerText: "Copyright © the authors")
        // End
        // Example: CodeGenerator
        let generator = CodeGenerator(options: options)
        let files = try generator.generate(model, source: "Library.xcdatamodeld")
        // End
        // Example: GeneratedFile
        for file in files {
            try Data(file.text.utf8).write(to: folder.url.appending(path: file.name))
        }
        // End
        #expect(try folder.names() == ["Library+Generated.swift"])
        #expect(files.first?.text.contains("Copyright © the authors") == true)
        var tooLarge: [String] = []
        // Example: CodeSizeError
        do {
            _ = try generator.generate(model, source: "Library.xcdatamodeld")
        } catch let error as CodeSizeError {
            tooLarge.append(error.source)  // Nothing is written.
        }
        // End
        #expect(tooLarge.isEmpty)
    }

    @Test("The examples of options find one that code cannot have, and pass values to templates")
    func options() throws {
        do {
            // Example: InvalidOptionError
            let options = GenerationOptions(classPrefix: "1")
            for problem in options.invalidOptions { print(problem.option, problem.message) }
            // classPrefix '1' is not a valid prefix of a name
            // End
            #expect(
                options.invalidOptions.map { "\($0.option) \($0.message)" }
                    == ["classPrefix '1' is not a valid prefix of a name"])
        }
        // Example: TemplateParameters
        let parameters = try TemplateParameters(arguments: ["year=2027", "author=Ann", "author=Ben"])
        let options = GenerationOptions(parameters: parameters)  // A template has them as param.year and param.author.
        // End
        #expect(options.parameters.values == ["year": .text("2027"), "author": .list([.text("Ann"), .text("Ben")])])
    }

    @Test("The examples of templates replace a built-in one, and report what is wrong with it")
    func templates() throws {
        // Example: TemplateSet
        let header = TemplateSet.File(
            name: "header.stencil", path: "Templates/header.stencil",
            text: "// Ours\n{% for import in imports %}\n{{ import }}\n{% endfor %}\n")
        let templates = TemplateSet([header])
        for problem in templates.check() { print(problem.position, problem.message) }
        // End
        #expect(templates.check().isEmpty)
        do {
            // Example: TemplateSet.check
            let list = TemplateSet.File(name: "list", path: "list.stencil", text: "{{ models.0.nothing }}")
            let problems = TemplateSet([list]).check(.swiftGen)  // A warning; an error in a template for modelgen
            // End
            #expect(problems.allSatisfy { $0.severity == .warning } && !problems.isEmpty)
        }
        // Example: BuiltInTemplate
        for template in BuiltInTemplate.all {
            print("\(template.name).stencil: \(template.summary)")
        }
        // End
        #expect(BuiltInTemplate.all.contains { $0.name == "header" })
        // Example: BuiltInTemplates
        let text = BuiltInTemplates.all["header"] ?? ""  // Templates/header.stencil
        // End
        #expect(text.hasPrefix("{# Receives a HeaderContext"))
        func render(_ templates: TemplateSet) throws -> SourcePosition? {
            // Example: TemplateError
            do {
                _ = try CodeGenerator(templates: templates).generate(model, source: "Library.xcdatamodeld")
            } catch let error as TemplateError {
                print(error)  // The problem, with the file, the line, and the column
                return error.diagnostic.position
            }
            // End
            return nil
        }
        #expect(try render(templates) == nil)
        let broken = TemplateSet([
            TemplateSet.File(name: "header", path: "Templates/header.stencil", text: "{{ source|shout }}")
        ])
        #expect(try render(broken)?.file == "Templates/header.stencil")
    }
}
