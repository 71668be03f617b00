import ModelCodegen
import ModelSchema
import Testing

@Suite struct ImportTests {
    private func entity(_ name: String, _ attribute: Attribute) -> Entity {
        Entity(name: name, representedClassName: name, attributes: [attribute])
    }

    /// The compiler warns of a public import that nothing public needs.
    @Test(
        "An import is public only in files that use it in public declarations",
        arguments: GenerationOptions.Style.allCases)
    func publicImports(style: GenerationOptions.Style) throws {
        let model = Model(
            name: "M",
            entities: [
                entity("Plain", Attribute(name: "name", type: .string)),
                entity("Text", Attribute(name: "text", type: .transformable, customClassName: "NSAttributedString")),
                entity("Tinted", Attribute(name: "tint", type: .transformable, customClassName: "[String: Tint]")),
                entity("Wrapped", Attribute(name: "tint", type: .string, userInfo: ["modelgen.enum": "Tint"])),
            ])
        let options = GenerationOptions(style: style, imports: ["public Colors"])
        let files = try CodeGenerator(options: options).generate(model, source: "M")
        func names(_ line: String) -> [String] { files.filter { $0.text.contains("\n\(line)\n") }.map(\.name) }
        let publicNames = names("public import Colors")
        let suffix = style == .coreData ? "+CoreDataProperties.swift" : "+Generated.swift"
        #expect(publicNames == ["Tinted" + suffix, "Wrapped" + suffix])
        #expect(publicNames.count + names("import Colors").count == files.count)
    }
}
