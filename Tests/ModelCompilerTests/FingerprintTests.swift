import GeneratedOutput
import ModelCodegen
import Testing

@testable import ModelCompiler

@Suite struct FingerprintTests {
    private func hash(_ options: GenerationOptions) -> ContentHash {
        var fingerprint = Fingerprint()
        fingerprint.add(contentsOf: options)
        return fingerprint.hash
    }

    @Test func everyOptionCounts() {
        let all = [
            GenerationOptions(), GenerationOptions(style: .coreData), GenerationOptions(fileLayout: .model),
            GenerationOptions(accessLevel: .package), GenerationOptions(subclassing: .final),
            GenerationOptions(imports: ["A"]), GenerationOptions(imports: ["A", "B"]),
            GenerationOptions(imports: ["B", "A"]), GenerationOptions(classPrefix: "A"),
            GenerationOptions(classSuffix: "A"), GenerationOptions(headerText: ""), GenerationOptions(headerText: "A"),
            GenerationOptions(generatesSnapshots: true), GenerationOptions(typeReplacements: ["A": "B"]),
            GenerationOptions(typeReplacements: ["B": "A"]),
            GenerationOptions(parameters: TemplateParameters(["A": "B"])),
        ]
        #expect(Set(all.map(hash)).count == all.count)
    }

    @Test func theOrderOfNamedValuesDoesNot() {
        var first: [String: String] = [:]
        var second: [String: String] = [:]
        for number in 0..<100 { first["\(number)"] = "" }
        for number in (0..<100).reversed() { second["\(number)"] = "" }
        #expect(
            hash(GenerationOptions(parameters: TemplateParameters(first)))
                == hash(GenerationOptions(parameters: TemplateParameters(second))))
    }
}
