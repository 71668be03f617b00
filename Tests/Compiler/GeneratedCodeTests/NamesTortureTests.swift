import CompileCheck
import Foundation
import ModelCodegen
import SwiftNames
import TestSupport
import Testing

/// Every keyword of Swift, every public name of the runtime and every library type that generated code uses, as the
/// name of a class, an attribute, a relationship, an enum and a case: the code compiles.
@Suite struct NamesTortureTests {
    private static let types = [
        "Binary", "Boolean", "Date", "Decimal", "Double", "Float", "Integer 16", "Integer 32", "Integer 64", "String",
        "URI", "UUID",
    ]

    @Test("Generated code compiles with every keyword and library name as a name in the model")
    func everyNameCompiles() throws {
        try expectCompiles(model(try names()), GenerationOptions(fileLayout: .model))
    }

    /// Keywords and names of the libraries where structs and functions are made of them: members of composites, the
    /// structs of an object's values, look-ups.
    @Test("Composites, snapshots, and finder functions compile with any names")
    func namesInStructsAndFunctionsCompile() throws {
        let names = Self.distinct(SwiftIdentifier.keywords.union(Self.contextualKeywords).union(Self.libraryNames))
        let model = String.model(containing: unique(names) + composite(names) + uniqueEnum + inner)
        try expectCompiles(model, GenerationOptions(fileLayout: .model, generatesSnapshots: true))
    }

    /// In a hierarchy, the property for the struct of `iPhone` has the name of the struct, because of the lowercase
    /// letter. Inside `Case`, the inherited attribute hides the struct.
    @Test("Snapshots compile if a property has the name of their struct")
    func propertiesNamedLikeSnapshotsCompile() throws {
        let model = String.model(
            containing: #"<entity name="iPhone" representedClassName="iPhone"><attribute name="CaseSnapshot" "#
                + #"optional="YES" attributeType="String"/></entity>"#
                + #"<entity name="Case" representedClassName="Case" parentEntity="iPhone"/>"#)
        try expectCompiles(model, GenerationOptions(fileLayout: .model, generatesSnapshots: true))
    }

    private func expectCompiles(_ model: String, _ options: GenerationOptions) throws {
        let folder = try TemporaryFolder()
        try folder.write(model, to: "Torture.xcdatamodeld/Torture.xcdatamodel/contents")
        let checked = try #require(try CheckedModel(at: folder.path("Torture.xcdatamodeld"), options: options))
        let run = CompileRun(checker: TypeChecker(modules: BuiltProduct("Modules").url), modes: [.swift6])
        for failure in try run.failures(of: [checked]) { Issue.record("\(failure.output.prefix(4_000))") }
    }

    /// By name, none twice, not even in another case, which is an error of a model.
    private func names() throws -> [String] {
        var names = SwiftIdentifier.keywords.union(Self.contextualKeywords).union(Self.libraryNames)
        names.formUnion(ManagedObjectMembers.all)
        for target in ["ObjectGraph", "ColumnEngine", "StoreProtocol", "ModelSchema"] {
            let folder = SourceTree.sources(of: target)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                let declaration =
                    /(?:public|open)[\w() ]* (?:var|let|func|class|struct|enum|protocol|typealias|case) (\w+)/
                for match in text.matches(of: declaration) { names.insert(String(match.1)) }
            }
        }
        return Self.distinct(names)
    }

    private static func distinct(_ names: Set<String>) -> [String] {
        var seen: Set<String> = []
        return names.filter { SwiftIdentifier.isValid($0) }.sorted().filter { seen.insert($0.lowercased()).inserted }
    }

    private func model(_ names: [String]) -> String {
        // No class can have this name.
        let classes = names.filter { $0 != SwiftIdentifier.nameOfInstance }
        var elements = classes.enumerated().map { entity(named: $1, number: $0) }
        elements.append(
            holder("AllAttributes", names) { number, name in
                let type = Self.types[number % Self.types.count]
                return #"<attribute name="\#(name)" optional="YES" attributeType="\#(type)">\#(Self.note)</attribute>"#
            })
        for (holderName, kind) in [
            ("AllToOnes", #"maxCount="1""#), ("AllToManys", #"toMany="YES""#),
            ("AllOrdered", #"toMany="YES" ordered="YES""#),
        ] {
            elements.append(
                holder(holderName, names) { number, name in
                    let destination = classes[number * 7 % classes.count]
                    return #"<relationship name="\#(name)" optional="YES" \#(kind) deletionRule="Nullify" "#
                        + #"destinationEntity="\#(destination)"/>"#
                })
        }
        let unfit: Set<String> = ["allCases", "AllCases", "first", "Protocol", "RawValue", "Type"]
        elements.append(
            holder("AllEnums", names.filter { !unfit.contains($0) }) { _, name in
                #"<attribute name="\#(name)" attributeType="Integer 32" defaultValueString="1"><userInfo>"#
                    + #"<entry key="modelgen.enum" value="Kind\#(name)"/>"#
                    + #"<entry key="modelgen.enum.cases" value="first, \#(name)"/></userInfo></attribute>"#
            })
        return .model(containing: elements.joined())
    }

    /// An entity with a name, an attribute of the same name, and relationships to itself.
    private func entity(named name: String, number: Int) -> String {
        let attributes = [0, 5].map { offset in
            let type = Self.types[(number + offset) % Self.types.count]
            let optional = (number + offset).isMultiple(of: 2) ? "YES" : "NO"
            return #"<attribute name="value\#(offset)" optional="\#(optional)" attributeType="\#(type)"/>"#
        }
        return """
            <entity name="\(name)" representedClassName="\(name)">
            <attribute name="\(name)" attributeType="String"/>\(attributes.joined())
            <relationship name="peers" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="\(name)"
            inverseName="leader" inverseEntity="\(name)"/>
            <relationship name="leader" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="\(name)"
            inverseName="peers" inverseEntity="\(name)"/></entity>
            """
    }

    /// An entity whose objects are looked up by each of its attributes, and by two at once.
    private func unique(_ names: [String]) -> String {
        let attributes = names.enumerated().map { number, name in
            let type = Self.types[number % Self.types.count]
            return #"<attribute name="\#(name)" optional="YES" attributeType="\#(type)">\#(Self.note)</attribute>"#
        }
        let constraints = names.enumerated().map { number, name in
            let other = number.isMultiple(of: 5) ? #"<constraint value="\#(names[(number + 3) % names.count])"/>"# : ""
            return #"<uniquenessConstraint><constraint value="\#(name)"/>\#(other)</uniquenessConstraint>"#
        }
        return #"<entity name="AllUnique" representedClassName="AllUnique">\#(attributes.joined())"#
            + "<uniquenessConstraints>\(constraints.joined())</uniquenessConstraints></entity>"
    }

    /// User info, which becomes a constant in a type that is named after the property.
    private static let note = #"<userInfo><entry key="note" value="x"/></userInfo>"#

    @Test("Defaults compile among cases and members with the names of library cases and types")
    func defaultsCompile() throws {
        let enums = ["none", "some"].map { name in
            #"<attribute name="\#(name)Kind" optional="YES" attributeType="String" defaultValueString="\#(name)"><userInfo>"#
                + #"<entry key="modelgen.enum" value="Kind"/><entry key="modelgen.enum.cases" value="none, some"/>"#
                + "</userInfo></attribute>"
        }.joined()
        let members = #"""
            <attribute name="Decimal" attributeType="Decimal" defaultValueString="1.5"/>
            <attribute name="Date" attributeType="Date" defaultDateTimeInterval="1"/>
            <attribute name="UUID" attributeType="UUID" defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F"/>
            <attribute name="URL" attributeType="URI" defaultValueString="https://example.com"/>
            """#
        let model = String.model(
            containing: #"<composite name="Defaults">\#(enums)\#(members)</composite>"#
                + #"<entity name="Holder" representedClassName="Holder">\#(enums)<attribute name="string" "#
                + #"optional="YES" attributeType="String">\#(Self.note)</attribute><attribute name="all" "#
                + #"attributeType="Composite" composite="Defaults"/></entity>"#)
        try expectCompiles(model, GenerationOptions(fileLayout: .model))
    }

    /// Look-ups by the cases of enums.
    private var uniqueEnum: String {
        #"""
        <entity name="HasStatus" representedClassName="HasStatus"><attribute name="status" attributeType="Integer 16">
        <userInfo><entry key="modelgen.enum" value="Status"/><entry key="modelgen.enum.cases" value="draft, live"/>
        </userInfo></attribute><attribute name="mode" optional="YES" attributeType="String"><userInfo>
        <entry key="modelgen.enum" value="Mode"/><entry key="modelgen.enum.cases" value="day, night"/></userInfo>
        </attribute><uniquenessConstraints><uniquenessConstraint><constraint value="status"/>
        <constraint value="mode"/></uniquenessConstraint></uniquenessConstraints></entity>
        """#
    }

    /// Composites and an entity with the names of types inside of classes and structs.
    private var inner: String {
        #"""
        <composite name="ID"><attribute name="number" attributeType="Integer 64" defaultValueString="0"/></composite>
        <composite name="CodingKeys"><attribute name="id" attributeType="Composite" composite="ID"/></composite>
        <entity name="CodingKeys" representedClassName="CodingKeys"><attribute name="id" optional="YES"
        attributeType="Composite" composite="ID"/><attribute name="keys" attributeType="Composite"
        composite="CodingKeys"/><relationship name="other" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="CodingKeys"/></entity>
        """#
    }

    private func composite(_ names: [String]) -> String {
        let members = names.enumerated().map { number, name in
            #"<attribute name="\#(name)" optional="YES" attributeType="\#(Self.types[number % Self.types.count])"/>"#
        }
        return #"<composite name="AllMembers">\#(members.joined())</composite>"#
            + #"<entity name="HasComposite" representedClassName="HasComposite"><attribute name="all" optional="YES" "#
            + #"attributeType="Composite" composite="AllMembers"/></entity>"#
    }

    private func holder(_ name: String, _ names: [String], _ property: (Int, String) -> String) -> String {
        let properties = names.enumerated().map { property($0, $1) }.joined()
        return #"<entity name="\#(name)" representedClassName="\#(name)">\#(properties)</entity>"#
    }

    private static let contextualKeywords: Set<String> = [
        "actor", "any", "async", "borrowing", "consume", "consuming", "copy", "didSet", "discard", "dynamic", "each",
        "error", "final", "get", "indirect", "infix", "isolated", "lazy", "left", "macro", "modify", "module",
        "mutating", "newValue", "none", "nonisolated", "nonmutating", "oldValue", "open", "optional", "override",
        "package", "postfix", "precedence", "prefix", "read", "required", "right", "sending", "set", "some", "then",
        "unowned", "unsafe", "using", "weak", "willSet", "yield",
    ]

    private static let libraryNames: Set<String> = [
        "AnyObject", "Array", "Attribute", "Bool", "CaseIterable", "Codable", "CodingKeys", "Collection",
        "Data", "Date", "Decimal", "Decodable", "Dictionary", "Double", "Encodable", "Entity", "Equatable",
        "find", "Float", "Foundation", "Hashable", "ID", "Identifiable", "IndexSet", "Int", "Int16", "Int32", "Int64",
        "KeyPath", "Model", "Never", "NSObject", "ObjectGraph", "Optional", "Predicate", "PropertyName",
        "RawRepresentable", "Result", "Sendable", "Sequence", "Set", "SortDescriptor", "String", "Swift",
        "TortureSchema", "URL", "UUID", "Void",
    ]
}
