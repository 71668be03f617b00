public import ModelCodegen
import ModelSchema
public import Testing

@Suite struct InvalidOptionTests {
    @Test(
        "Options that would be invalid Swift are refused",
        arguments: [
            (GenerationOptions(imports: ["Colors; import Evil"]), "imports"),
            (GenerationOptions(imports: ["open Colors"]), "imports"),
            (GenerationOptions(imports: [""]), "imports"),
            (GenerationOptions(imports: ["Colors."]), "imports"),
            (GenerationOptions(imports: ["class"]), "imports"),
            (GenerationOptions(classPrefix: "2"), "classPrefix"),
            (GenerationOptions(classPrefix: "A "), "classPrefix"),
            (GenerationOptions(classSuffix: " {}"), "classSuffix"),
            (GenerationOptions(typeReplacements: ["UIColor": "Color {}"]), "typeReplacements"),
            (GenerationOptions(typeReplacements: ["UIColor": ""]), "typeReplacements"),
            (GenerationOptions(typeReplacements: ["UIColor": "[ID]"]), "typeReplacements"),
        ])
    func whatCannotStandInSwiftIsRefused(options: GenerationOptions, name: String) {
        #expect(options.invalidOptions.map(\.option) == [name])
        #expect(throws: InvalidOptionError.self) {
            try CodeGenerator(options: options).generate(Model(name: "M"), source: "M.xcdatamodeld")
        }
    }

    @Test("Options that are valid Swift are accepted")
    func whatCanStandInSwiftIsTaken() {
        let options = GenerationOptions(
            imports: ["Colors", "public Colors.Palette", "internal Größen"], classPrefix: "_2", classSuffix: "2",
            headerText: "*/ \n\u{0}",
            typeReplacements: ["UIColor": "[Colors.Color: any Paint<Int>]?", "UIFont": "Fonts.ID"])
        #expect(options.invalidOptions == [])
    }
}

/// Logs show what options differ from the defaults in.
extension GenerationOptions: CustomTestStringConvertible {
    public var testDescription: String {
        zip(Mirror(reflecting: self).children, Mirror(reflecting: GenerationOptions()).children)
            .map { (name: $0.label ?? "", value: String(describing: $0.value), standard: String(describing: $1.value)) }
            .filter { $0.value != $0.standard }
            .map { "\($0.name): \($0.value)" }
            .joined(separator: ", ")
    }
}
