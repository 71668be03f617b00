import ModelSchema
import TestSupport
import Testing

@testable import ModelCodegen

/// The files for people's own code, by style and option.
@Suite struct CustomCodeFileTests {
    private static let firstLine =
        "// This file is yours to edit: modelgen writes it once and never overwrites it.\n"

    /// The files by name, without their first line.
    private func files(_ xml: String, _ options: GenerationOptions) throws -> [String: String] {
        let files = try CodeGenerator(options: options).customCodeFiles(for: try readModel(xml))
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                #expect(file.text.hasPrefix(Self.firstLine))
                return (file.name, String(file.text.dropFirst(Self.firstLine.count)))
            })
    }

    @Test("A class with a prefix has the model's name for Core Data")
    func prefixes() throws {
        let options = GenerationOptions(style: .coreData, classes: .extensionsOnly, classPrefix: "P", classSuffix: "S")
        #expect(
            try files("<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"category\"/>", options) == [
                "PAS.swift": """

                public import CoreData

                /// An object of the entity `A`. Its properties are in the generated extension.
                @objc(A)
                public class PAS: NSManagedObject {}

                """
            ])
    }

    @Test("A class for all platforms has its name for Core Data only where there is Objective-C")
    func allPlatforms() throws {
        let options = GenerationOptions(style: .coreData, platforms: .all, classes: .extensionsOnly)
        let text = try #require(try files("<entity name=\"A\" representedClassName=\"A\"/>", options)["A.swift"])
        #expect(
            text.hasSuffix(
                """
                /// An object of the entity `A`. Its properties are in the generated extension.
                #if canImport(ObjectiveC)
                @objc(A)
                #endif
                public class A: NSManagedObject {}

                """))
    }

    @Test("An entity without its own class has no file in the Core Data style")
    func entitiesWithoutAClass() throws {
        let files = try files(
            """
            <entity name="NoClass"/>
            <entity name="Plain" representedClassName="NSManagedObject"/>
            <entity name="Kept" representedClassName="Kept"/>
            """, GenerationOptions(style: .coreData))
        #expect(
            files == [
                "Kept.swift": """

                import CoreData

                /// Your additions to the objects of the entity `Kept`.
                extension Kept {}

                """
            ])
    }

    @Test("An extension is nonisolated if the generated one is")
    func isolation() throws {
        let options = GenerationOptions(style: .coreData, isolation: .nonisolated)
        let files = try files("<entity name=\"A\" representedClassName=\"A\"/>", options)
        #expect(files["A.swift"]?.hasSuffix("\nnonisolated extension A {}\n") == true)
    }

    @Test("A class with another name than its entity overrides the entity name")
    func renamedClasses() throws {
        let xml = "<entity name=\"Ship\" representedClassName=\"Vessel\" codeGenerationType=\"category\"/>"
        #expect(
            try files(xml, GenerationOptions()) == [
                "Vessel.swift": """

                public import ObjectGraph

                /// An object of the entity `Ship`. Its properties are in the generated extension.
                nonisolated open class Vessel: ManagedObject {
                    open override class var nameOfEntity: String {
                        super.nameOfEntity == "Vessel" ? "Ship" : super.nameOfEntity
                    }
                }

                """
            ])
    }

    /// In the style for SwiftData, classes are always generated.
    @Test(
        "The file of a subclass imports the library internally",
        arguments: [GenerationOptions.Style.objectGraph, .coreData])
    func importsOfSubclasses(style: GenerationOptions.Style) throws {
        let files = try files(
            """
            <entity name="A" representedClassName="A"/>
            <entity name="B" representedClassName="B" parentEntity="A"/>
            """, GenerationOptions(style: style, classes: .extensionsOnly))
        let library = style == .coreData ? "CoreData" : "ObjectGraph"
        #expect(files["A.swift"]?.hasPrefix("\npublic import \(library)\n") == true)
        #expect(files["B.swift"]?.hasPrefix("\nimport \(library)\n") == true)
    }

    @Test("The file has the header and imports of the options, each as narrow as possible")
    func headerAndImports() throws {
        let options = GenerationOptions(
            imports: ["public Colors", "Money", "package Paint", "internal Ink"], headerText: "Licence: *none*\n")
        #expect(
            try files("<entity name=\"A\" representedClassName=\"A\"/>", options) == [
                "A.swift": """
                //
                // Licence: *none*

                import ObjectGraph
                import Money
                internal import Ink
                internal import Paint
                import Colors

                /// Your additions to the objects of the entity `A`.
                nonisolated extension A {}

                """
            ])
    }
}
