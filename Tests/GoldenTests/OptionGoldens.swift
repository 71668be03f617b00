import Foundation
import ModelCodegen
import ModelCompiler
import TestSupport
import Testing

/// What each option makes of the model `Naming`.
@Suite struct OptionGoldens {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var options: GenerationOptions

        var testDescription: String { name }
    }

    static let examples = [
        Example(name: "Usual", options: GenerationOptions()),
        Example(name: "CamelCase", options: GenerationOptions(propertyNaming: .camelCase)),
        Example(name: "FinalClasses", options: GenerationOptions(subclassing: .final, classes: .all)),
        Example(
            name: "ExtensionsInPackage",
            options: GenerationOptions(
                accessLevel: .package, optionality: .xcode, classes: .none,
                imports: ["package Foundation", "Dispatch"],
                classPrefix: "CD", classSuffix: "Object",
                headerText: "Copyright: nobody\r\n\n*/ import Evil\u{2028}import Worse\n")),
    ]

    @Test(arguments: examples)
    func optionsShowInTheCode(_ example: Example) throws {
        let path = SourceTree.folder("Models/Constructs/Naming.xcdatamodeld").path(percentEncoded: false)
        var options = example.options
        options.fileLayout = .model
        let result = try ModelCompiler(options: options).compile(path)
        #expect(result.diagnostics == [])
        let file = try #require(result.files.first)
        #expect(result.files.map(\.name) == ["Naming+Generated.swift"])
        try expectGolden(file.text, at: "Naming/\(example.name)/\(file.name)")
    }

    @Test func enumsAreGeneratedOnceWithTheirComments() throws {
        let path = SourceTree.folder("Models/Constructs/Enums.xcdatamodeld").path(percentEncoded: false)
        let result = try ModelCompiler(options: GenerationOptions(fileLayout: .model)).compile(path)
        #expect(result.diagnostics == [])
        let file = try #require(result.files.first)
        try expectGolden(file.text, at: "Enums/\(file.name)")
    }
}
