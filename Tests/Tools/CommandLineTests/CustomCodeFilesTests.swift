import Foundation
import TestSupport
import Testing

@Suite struct CustomCodeFilesTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(
            .model(
                containing: #"""
                    <entity name="Order" representedClassName="ShopOrder"/>
                    <entity name="Item" codeGenerationType="category"/>
                    <entity name="Part" parentEntity="Item" codeGenerationType="category"/>
                    """#), to: "Shop.xcdatamodel/contents")
    }

    private func generate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["generate", "Shop.xcdatamodel", "--output", "Out"] + arguments, in: folder.url)
    }

    private func text(of file: String) -> String? {
        try? String(contentsOfFile: folder.path("Model/" + file), encoding: .utf8)
    }

    @Test("Each class gets a file to edit, which is written once")
    func eachClassGetsAFileOnce() throws {
        #expect(try generate("--custom-code", "Model").exitCode == 0)
        #expect(
            text(of: "ShopOrder.swift") == """
                // This file is yours to edit: modelgen writes it once and never overwrites it.

                import ObjectGraph

                /// Your additions to the objects of the entity `Order`.
                nonisolated extension ShopOrder {}

                """)
        #expect(
            text(of: "Item.swift") == """
                // This file is yours to edit: modelgen writes it once and never overwrites it.

                public import ObjectGraph

                /// An object of the entity `Item`. Its properties are in the generated extension.
                nonisolated open class Item: ManagedObject {}

                """)
        #expect(
            text(of: "Part.swift") == """
                // This file is yours to edit: modelgen writes it once and never overwrites it.

                import ObjectGraph

                /// An object of the entity `Part`. Its properties are in the generated extension.
                nonisolated open class Part: Item {}

                """)
        try folder.write("// mine", to: "Model/Item.swift")
        #expect(try generate("--custom-code", "Model", "--force", "--prune").exitCode == 0)
        #expect(text(of: "Item.swift") == "// mine")
        #expect(try generate("--check", "--custom-code", "Model").exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Model/.modelgen-manifest")))
    }

    @Test("Files to edit can be in the folder of generated files")
    func theyMayLieBesideTheGeneratedOnes() throws {
        try folder.write("generate: {custom-code: Out}\n", to: "modelgen.yml")
        #expect(try generate().exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("Out/Item.swift")))
        #expect(FileManager.default.fileExists(atPath: folder.path("Out/Item+Generated.swift")))
        #expect(try generate("--verbose").output.hasSuffix("\n7 unchanged\n"))
    }
}
