import SwiftNames

/// The sources of a project, and what their rules must know of each other.
struct PortedProject: Sendable {
    /// A source with its declarations.
    struct File: Sendable {
        let source: SwiftSource
        let declarations: SwiftDeclarations

        init(_ bytes: [UInt8]) {
            source = SwiftSource(bytes)
            declarations = SwiftDeclarations(source)
        }
    }

    /// The place of a class.
    struct ClassPlace: Sendable {
        var file: Int
        var type: Int
    }

    let files: [File]
    /// The entity of each class, as the models say.
    let entityByClass: [String: String]
    /// The Swift names of properties that have another name for the Objective-C runtime.
    let renamedProperties: Set<String>
    /// The names of all variables that the sources declare.
    let declaredProperties: Set<String>
    /// The names of all types that the sources declare.
    let declaredTypes: Set<String>
    /// What the sources declare only in conditions for a module of Apple's platforms, by name: types, and functions
    /// outside of types.
    var conditionalNames: [String: ConditionalName]
    /// Whether a source imports Core Data.
    let importsCoreData: Bool
    /// Whether a source imports UIKit.
    let importsUIKit: Bool
    /// The classes by name. A name that is declared twice has no place.
    let classes: [String: ClassPlace]

    /// A name that is missing on Linux, because the sources declare it only for a module of Apple's platforms.
    struct ConditionalName: Sendable, Hashable {
        /// The module that a condition must ask for.
        var module: String
        /// Whether the name is certainly that of the declaration. Functions can have the names of others.
        var isType: Bool
    }

    init(_ files: [File], entityByClass: [String: String]) {
        self.files = files
        self.entityByClass = entityByClass
        var renamed: Set<String> = []
        var declared: Set<String> = []
        var types: Set<String> = []
        var classes: [String: ClassPlace?] = [:]
        for (number, file) in files.enumerated() where file.source.problem == nil {
            let source = file.source
            for index in source.tokens.indices where source.isActive[index] {
                if source.isWord(index, "typealias"), let name = source.name(index + 1) { types.insert(name) }
                if source.isWord(index, "var"), let name = source.name(index + 1) { declared.insert(name) }
            }
            for index in source.tokens.indices {
                if let names = Self.renaming(at: index, file), names.old != names.new { renamed.insert(names.new) }
            }
            for type in file.declarations.types where type.kind != "extension" {
                if let name = source.name(type.keyword + 1) { types.insert(name) }
            }
            for (index, type) in file.declarations.types.enumerated()
            where type.kind == "class" && !type.isLocal && source.isActive[type.keyword] {
                classes[type.name] =
                    classes[type.name] == nil ? .some(ClassPlace(file: number, type: index)) : .some(nil)
            }
        }
        let imports = Set(files.flatMap { Import.all(in: $0).map(\.module) })
        importsCoreData = imports.contains("CoreData")
        importsUIKit = imports.contains("UIKit")
        conditionalNames = ConditionalDeclarations(files).names
        renamedProperties = renamed
        declaredProperties = declared
        declaredTypes = types
        self.classes = classes.compactMapValues { $0 }
    }

    /// The names of a property with `@objc(name)`.
    private static func renaming(at index: Int, _ file: File) -> (old: String, new: String)? {
        let source = file.source
        guard source.isToken(index, .attribute, "@objc"), source.touchesNext(index), source.isMark(index + 1, "("),
            source.partners[index + 1] == index + 3, let old = source.name(index + 2)
        else { return nil }
        var keyword = file.declarations.list(around: index).upperBound
        // The attribute can be in a condition.
        while source.isToken(keyword, .directive, "#endif") {
            keyword = file.declarations.list(around: keyword + 1).upperBound
        }
        guard source.isWord(keyword, "var"), let new = source.name(keyword + 1) else { return nil }
        return (old, new)
    }
}

/// A kind of construct that porting finds and changes.
protocol PortingRule {
    /// The constructs in a file of a project, in any order.
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct]
}
