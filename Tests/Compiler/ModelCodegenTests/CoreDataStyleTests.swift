import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing

@testable import ModelCodegen

@Suite struct CoreDataStyleTests {
    private func files(
        _ xml: String, _ options: GenerationOptions = GenerationOptions(style: .coreData)
    ) throws -> [String: String] {
        let files = try CodeGenerator(options: options).generate(try readModel(xml), source: "Test")
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    }

    /// The lines of the properties of the entity `A`.
    private func properties(
        _ elements: String, _ options: GenerationOptions = GenerationOptions(style: .coreData)
    ) throws -> [String] {
        let xml = "<entity name=\"A\" representedClassName=\"A\">\(elements)</entity>"
        let text = try #require(try files(xml, options)["A+CoreDataProperties.swift"])
        return text.split(separator: "\n").filter { $0.contains("var ") }
            .map { String($0.drop { $0 == " " }) }
    }

    @Test("In the Core Data style, scalars are not optional, and objects are")
    func optionality() throws {
        let lines = try properties(
            """
            <attribute name="a" attributeType="Integer 32" usesScalarValueType="YES" optional="YES"/>
            <attribute name="b" attributeType="Integer 32" usesScalarValueType="NO"/>
            <attribute name="c" attributeType="Date" usesScalarValueType="YES"/>
            <attribute name="d" attributeType="String"/>
            <attribute name="e" attributeType="Transformable" customClassName="[String: Any]" valueTransformerName="T"/>
            <attribute name="f" attributeType="Transformable" valueTransformerName="T"/>
            """)
        #expect(
            lines == [
                "@NSManaged public var a: Int32", "@NSManaged public var b: NSNumber?",
                "@NSManaged public var c: TimeInterval", "@NSManaged public var d: String?",
                "@NSManaged public var e: [String: Any]?", "@NSManaged public var f: NSObject?",
            ])
    }

    @Test("A custom class of the current module has no dot in code, and a module alone is not a class")
    func customClasses() throws {
        let lines = try properties(
            [".NSArray", "Module.", ".", "Module.Color"].enumerated().map { index, name in
                "<attribute name=\"a\(index)\" attributeType=\"Transformable\" customClassName=\"\(name)\"/>"
            }.joined())
        #expect(
            lines == [
                "@NSManaged public var a0: NSArray?", "@NSManaged public var a1: NSObject?",
                "@NSManaged public var a2: NSObject?", "@NSManaged public var a3: Module.Color?",
            ])
    }

    @Test("With the model's optionality, required objects are not optional")
    func modelOptionality() throws {
        let options = GenerationOptions(style: .coreData, optionality: .model)
        let lines = try properties(
            """
            <attribute name="a" attributeType="String"/>
            <attribute name="b" attributeType="String" optional="YES"/>
            """, options)
        #expect(lines == ["@NSManaged public var a: String", "@NSManaged public var b: String?"])
    }

    @Test("Required numbers have accessors that are not optional on platforms without Apple's framework")
    func requiredNumbers() throws {
        let options = GenerationOptions(style: .coreData, optionality: .model, platforms: .all)
        let lines = try properties(
            """
            <attribute name="a" attributeType="Integer 16"/>
            <attribute name="b" attributeType="Boolean" optional="YES"/>
            """, options)
        #expect(lines.contains("public var a: NSNumber {") && lines.contains("public var b: NSNumber? {"))
        let xml =
            "<entity name=\"A\" representedClassName=\"A\"><attribute name=\"a\" attributeType=\"Double\"/>"
            + "<attribute name=\"b\" attributeType=\"Double\" optional=\"YES\"/></entity>"
        let text = try #require(try files(xml, options)["A+CoreDataProperties.swift"])
        #expect(text.contains(#"self[requiredNumber: "a"]"#) && text.contains(#"self[number: "b"]"#))
    }

    @Test("Values of handwritten types are not optional if the model requires them")
    func handwrittenTypes() throws {
        let text = try #require(
            try files(
                """
                <entity name="A" representedClassName="A">
                <attribute name="flags" attributeType="Integer 32" usesScalarValueType="YES" defaultValueString="0">
                <userInfo><entry key="modelgen.enum" value="Flags"/>
                <entry key="modelgen.enum.unknown" value="default"/></userInfo></attribute>
                <attribute name="kind" attributeType="String" defaultValueString="a&quot;b" optional="YES">
                <userInfo><entry key="RawType" value="Kind"/><entry key="unwrapOptional" value="true"/></userInfo>
                </attribute>
                <attribute name="tint" attributeType="Integer 16" usesScalarValueType="YES" defaultValueString="3">
                <userInfo><entry key="modelgen.enum" value="Tint"/></userInfo></attribute>
                </entity>
                """)["A+CoreDataProperties.swift"])
        let wrappers = text.split(separator: "extension A {\n")[2]
        #expect(
            wrappers.hasPrefix(
                #"""

                    /// The stored value, converted to ``Flags``. A stored value without a matching case reads as the model's default and is preserved.
                    public var flags: Flags {
                        get { Flags.RawValue(exactly: flagsRawValue).flatMap(Flags.init(rawValue:)) ?? (Flags(rawValue: 0) as Flags?)! }
                        set { flagsRawValue = .init(newValue.rawValue) }
                    }

                    /// The stored value, converted to ``Kind``. A stored value without a matching case reads as the model's default and is preserved.
                    public var kind: Kind {
                        get { kindRawValue.flatMap(Kind.init(rawValue:)) ?? (Kind(rawValue: "a\"b") as Kind?)! }
                        set { kindRawValue = newValue.rawValue }
                    }

                    /// The stored value, converted to ``Tint``. A stored value without a matching case reads as nil and is preserved.
                    public var tint: Tint? {

                """#))
    }

    @Test("An enum of a scalar that can be nil reads and stores nil")
    func nullableScalars() throws {
        let text = try #require(
            try files(
                """
                <entity name="A" representedClassName="A">
                <attribute name="mode" attributeType="Integer 16" usesScalarValueType="YES" optional="YES">
                <userInfo><entry key="modelgen.enum" value="Mode"/>
                <entry key="modelgen.enum.cases" value="off = 0, on = 1"/></userInfo></attribute>
                <attribute name="tint" attributeType="Integer 16" usesScalarValueType="YES">
                <userInfo><entry key="modelgen.enum" value="Tint"/></userInfo></attribute>
                </entity>
                """)["A+CoreDataProperties.swift"])
        let accessors = text.split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("get {") || $0.hasPrefix("set {") }
        #expect(
            accessors == [
                #"get { (value(forKey: "mode") as? Int16).flatMap { Mode.RawValue(exactly: $0) }.flatMap(Mode.init(rawValue:)) }"#,
                #"set { setValue(newValue.map { Int16($0.rawValue) }, forKey: "mode") }"#,
                "get { Tint.RawValue(exactly: tintRawValue).flatMap(Tint.init(rawValue:)) }",
                "set { if let newValue { tintRawValue = .init(newValue.rawValue) } }",
            ])
    }

    @Test("Properties whose accessors have the same name in Objective-C, or that of an inherited method, are errors")
    func objectiveCNames() throws {
        let model = try readModel(
            """
            <entity name="A" representedClassName="A">
            <attribute name="isDeleted" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
            <attribute name="hashValue" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="A"/>
            <relationship name="Items" optional="YES" toMany="YES" destinationEntity="A"/>
            <relationship name="tag" optional="YES" toMany="YES" destinationEntity="A"/>
            <relationship name="tagObject" optional="YES" toMany="YES" destinationEntity="A"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="A"/>
            </entity>
            """)
        for style in GenerationOptions.Style.allCases {
            var diagnostics: [Diagnostic] = []
            CodeGenerator(options: GenerationOptions(style: style)).check(model, into: &diagnostics)
            let errors = diagnostics.filter { $0.code.rawValue == "objective-c-name-taken" && $0.severity == .error }
            let expectedCount = 3
            #expect(errors.count == (style == .coreData ? expectedCount : 0), "\(errors)")
            guard style == .coreData else { continue }
            #expect(errors.map(\.message).contains { $0.contains("'addTagObject:'") }, "\(errors)")
        }
    }

    @Test("Accessors with the same name in Objective-C as those of an ancestor are errors at the property below")
    func inheritedObjectiveCNames() throws {
        let model = try readModel(
            """
            <entity name="Base" representedClassName="Base">
            <attribute name="isMade" optional="YES" attributeType="String"/>
            <relationship name="item" optional="YES" toMany="YES" destinationEntity="Base"/>
            </entity>
            <entity name="Middle" parentEntity="Base"/>
            <entity name="Leaf" representedClassName="Leaf" parentEntity="Middle">
            <attribute name="addItem" optional="YES" attributeType="String"/>
            <relationship name="itemObject" optional="YES" toMany="YES" destinationEntity="Base"/>
            </entity>
            <entity name="Other" representedClassName="Other" parentEntity="Base">
            <relationship name="itemObjects" optional="YES" toMany="YES" destinationEntity="Base"/>
            </entity>
            <entity name="Apart" representedClassName="Apart">
            <relationship name="itemObject" optional="YES" toMany="YES" destinationEntity="Base"/>
            </entity>
            """)
        var diagnostics: [Diagnostic] = []
        CodeGenerator(options: GenerationOptions(style: .coreData)).check(model, into: &diagnostics)
        let errors = diagnostics.filter { $0.code.rawValue == "objective-c-name-taken" }
        #expect(
            errors.map(\.message) == [
                "'Leaf/itemObject' and 'Base/item' both need the method 'addItemObject:' in Objective-C, so the class "
                    + "does not compile on Apple's platforms"
            ])
        let place = SchemaPath.entity("Leaf").relationship("itemObject").setting("name")
        #expect(errors.map(\.anchor) == [.schema(place)])
    }

    @Test("Names are sorted like in Xcode's editor")
    func namesAreInTheEditorsOrder() throws {
        let names = ["item10", "Zoo", "item9", "apple", "b_c", "bb"]
        #expect(
            names.sorted { EditorOrder($0) < EditorOrder($1) } == ["apple", "b_c", "bb", "item9", "item10", "Zoo"])
    }

    @Test("Handwritten classes have only their properties generated")
    func handwrittenClasses() throws {
        let files = try files(
            """
            <entity name="A" representedClassName=".A" codeGenerationType="category"/>
            <entity name="B" representedClassName="Shop.B" codeGenerationType="class"/>
            <entity name="C" representedClassName="NSManagedObject"/>
            """)
        #expect(
            files.keys.sorted() == [
                "A+CoreDataProperties.swift", "B+CoreDataClass.swift", "B+CoreDataProperties.swift",
                "Test+CoreDataModel.swift",
            ])
        #expect(
            files["B+CoreDataClass.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                public import CoreData

                public typealias BCoreDataClassSet = NSSet

                @objc(B)
                public class B: NSManagedObject {

                }

                """)
    }

    @Test("Subclasses inherit, and are identifiable through their parent")
    func subclasses() throws {
        let files = try files(
            """
            <entity name="A" representedClassName="A" isAbstract="YES"/>
            <entity name="B" representedClassName="B" parentEntity="A"/>
            """)
        #expect(
            files["B+CoreDataClass.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                import CoreData

                public typealias BCoreDataClassSet = NSSet

                @objc(B)
                public class B: A {

                }

                """)
        #expect(
            files["A+CoreDataProperties.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                public import CoreData


                public typealias ACoreDataPropertiesSet = NSSet

                extension A {

                    @nonobjc public class func fetchRequest() -> NSFetchRequest<A> {
                        return NSFetchRequest<A>(entityName: "A")
                    }


                }

                extension A : Identifiable {

                }

                """)
        #expect(try !#require(files["B+CoreDataProperties.swift"]).contains("Identifiable"))
    }

    @Test("A property with another name in Swift has the model's name for Core Data")
    func renamedProperties() throws {
        let options = GenerationOptions(style: .coreData, propertyNaming: .camelCase)
        #expect(
            try properties("<attribute name=\"first_name\" attributeType=\"String\"/>", options)
                == ["@objc(first_name) @NSManaged public var firstName: String?"])
    }

    @Test("A class with a prefix has the model's name for Core Data")
    func prefixes() throws {
        let options = GenerationOptions(style: .coreData, classPrefix: "CD")
        let files = try files("<entity name=\"A\" representedClassName=\"A\"/>", options)
        #expect(
            files["CDA+CoreDataClass.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                public import CoreData

                public typealias CDACoreDataClassSet = NSSet

                @objc(A)
                public class CDA: NSManagedObject {

                }

                """)
    }

    @Test("Code for modules with main actor isolation is nonisolated")
    func isolation() throws {
        let options = GenerationOptions(style: .coreData, isolation: .nonisolated)
        let files = try files("<entity name=\"A\" representedClassName=\"A\"/>", options)
        #expect(
            files["A+CoreDataClass.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                public import CoreData

                public typealias ACoreDataClassSet = NSSet

                @objc(A)
                nonisolated public class A: NSManagedObject {

                }

                """)
        #expect(
            files["A+CoreDataProperties.swift"] == """
                // swift-format-ignore-file
                // Generated by modelgen from Test. Do not edit: change the model instead.

                public import Foundation
                public import CoreData


                public typealias ACoreDataPropertiesSet = NSSet

                nonisolated extension A {

                    @nonobjc public class func fetchRequest() -> NSFetchRequest<A> {
                        return NSFetchRequest<A>(entityName: "A")
                    }


                }

                nonisolated extension A : Identifiable {

                }

                """)
    }
}
