import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import TestSupport
import Testing

/// Members with `@NSManaged` in sources, against those for which the generated code has functions.
struct ManagedMemberTests {
    private static let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            <entity name="Item" representedClassName="Item" isAbstract="YES" syncable="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
            </entity>
            <entity name="Note" representedClassName="Note" parentEntity="Item" syncable="YES">
                <attribute name="count" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
                <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="Tags"/>
                <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box"
                    inverseName="notes" inverseEntity="Box"/>
            </entity>
            <entity name="Box" representedClassName="Box" syncable="YES">
                <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify"
                    destinationEntity="Note" inverseName="box" inverseEntity="Note"/>
            </entity>
        </model>
        """

    private func diagnostics(
        _ source: String, _ others: String..., classes: GenerationOptions.Classes = .handwritten
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(Self.contents, to: "Shop.xcdatamodel/contents")
        let paths = try (["Note.swift": source] + others.enumerated().map { ("Other\($0).swift", $1) }).map {
            name, text in
            try folder.write(text, to: name)
            return folder.path(name)
        }
        var generation = GenerationSettings()
        generation.style = .coreData
        generation.classes = classes
        let run = try GenerationRun([
            GenerationRun.Request(
                path: folder.path("Shop.xcdatamodel"), settings: ModelSettings(generation: generation))
        ])
        return try run.check().flatMap { model in
            #expect(model.diagnostics.filter { $0.severity == .error } == [])
            return try model.managedMemberDiagnostics(inSourcesAt: paths).map { diagnostic in
                #expect(diagnostic.code.rawValue == "managed-member-inaccessible")
                let place = diagnostic.position
                return "\(place.line ?? 0):\(place.column ?? 0) \(diagnostic.message); \(diagnostic.hint ?? "")"
            }
        }
    }

    @Test("Members of every supported form are accepted, and other declarations are not checked")
    func fineMembers() throws {
        let source = #"""
            import CoreData
            typealias Amount = Int32
            typealias Elsewhere = Other.Unknown
            /* @NSManaged var comment: Int8 /* nested */ */
            @objc(Item) class Item: NSManagedObject { @NSManaged var title: Swift.String? }
            @objc(Note)
            public final class Note: Item {
                @NSManaged public var count: Amount
                @NSManaged
                @available(*, deprecated) public internal(set) var tags: Array<String>?
                @NSManaged var box: Box!
                @NSManaged var primitiveCount: NSNumber
                let text = "} @NSManaged var a: Int8 \("{") "
                let raw = #"\#(1) " }"#
                class func make() -> Int8 { 0 }
                var other: Int8 { 1 }
                func work() { struct Local { var a: Int8 } }
            }
            extension Box {
                @NSManaged var notes: Set<Note>?
                @NSManaged func addToNotes(_ value: Note)
                #if os(macOS)
                @NSManaged var kind: Int8
                #endif
            }
            class Draft: NSManagedObject { @NSManaged var state: Int8 }
            """#
        #expect(try diagnostics(source) == [])
    }

    @Test("A type without functions is an error at the property, which names some that have them")
    func unsupportedTypes() throws {
        let source = """
            class Note: Item {
                @NSManaged var count: Int8
                @NSManaged var tags: [Kind]?, other: Int
                @NSManaged var box: NSObject?
            }
            """
        #expect(
            try diagnostics(source, "enum Kind: Int { case one }") == [
                "2:20 'Note.count' has the type 'Int8', whose accessors generated code can't supply; declare it as "
                    + "'Int32', 'NSNumber', 'Int', and add a computed property of the other type",
                "3:20 'Note.tags' has the type '[Kind]?', whose accessors generated code can't supply; declare it as "
                    + "'NSObject?', '[String]?', '[Int]?', '[Double]?', and add a computed property of the other type",
                "4:20 'Note.box' has the type 'NSObject?', whose accessors generated code can't supply; declare it as "
                    + "'Box?', and add a computed property of the other type",
            ])
        // What the type of another module is, is not known.
        #expect(try diagnostics(source.replacing("Int8", with: "Counter")).count == 1)
    }

    @Test("A member that the model lacks is an error, and one of an ancestor belongs to the ancestor's class")
    func missingMembers() throws {
        let source = """
            class Note: Item {
                @NSManaged var title: String?
                @NSManaged var kind: Int32
                @NSManaged func addToBoxes(_ value: Box)
            }
            """
        #expect(
            try diagnostics(source) == [
                "2:20 the model has 'title' in the entity of 'Item', not of 'Note'; declare it in 'Item'",
                "3:20 the model has no 'kind' in the entity of 'Note'; add it to the model, or write the property without "
                    + "'@NSManaged'",
                "4:21 the model has no relationship for 'addToBoxes' in the entity of 'Note'; add it to the model, or write "
                    + "the method without '@NSManaged'",
            ])
    }

    @Test("Where properties are generated, sources are not checked")
    func generatedProperties() throws {
        let source = "extension Note { @NSManaged var kind: Int8 }"
        #expect(try diagnostics(source, classes: .model) == [])
        #expect(try diagnostics(source, classes: .handwritten).count == 1)
    }

    @Test(
        "No source stops the check",
        arguments: [
            "", "@NSManaged", "class", "class A {", "}}}", "class Note { @NSManaged var",
            "class Note { @NSManaged var count:",
            "class Note { @NSManaged var count: [", "class Note { @NSManaged var count: Set<", "\"", "\"\"\"", "#\"",
            "\"\\(",
            "/*", "`", "typealias A = A; class Note { @NSManaged var count: A }", "class Note { @NSManaged private(",
            "@", "#",
            "typealias A = [A]; class Note { @NSManaged var count: A? }",
        ])
    func brokenSources(_ source: String) throws {
        #expect(try diagnostics(source) == [])
    }
}
