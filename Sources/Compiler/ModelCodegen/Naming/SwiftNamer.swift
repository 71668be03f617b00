package import ModelSchema
import SwiftNames

/// Chooses every Swift name in the generated code of one model. Templates never do.
///
/// The namer resolves all conflicting names: ``TypeScope`` knows the types of the module, and ``ClassMembers`` knows
/// the declarations inside a class. A later declaration gets an underscore at the end.
///
/// This is a class, because all contexts refer to it, on all cores. Copying a struct would count the references to each
/// of its tables.
final class SwiftNamer: Sendable {
    let options: GenerationOptions
    /// The classes to declare, superclasses first.
    let classes: [ModelClass]
    /// The static functions to declare for fetch request templates and uniqueness constraints.
    let queryFunctions: QueryFunctions
    /// The inherited properties of entities.
    let inheritance: Inheritance
    private let types: TypeScope
    private let hiddenNames: Set<String>
    private let members: ClassNames
    /// The names of all properties; empty in a model without enums, for which alone they matter.
    private let propertyNames: Set<String>
    /// The names of properties that could be those of library types, which they hide in expressions.
    private let capitalizedNames: Set<String>
    /// The enums to declare, by the name of their type.
    private let enumerations: [String: AttributeEnumeration]
    private let enumerationComments: [String: EnumerationComments]
    private let fileStems: [String: String]
    private let superclassNames: [String: String]
    private let superclasses: Set<String>
    private let sharedClassNames: Set<String>

    convenience init(for model: Model, options: GenerationOptions = GenerationOptions()) {
        self.init(in: ModelLookup(model), options: options)
    }

    /// - Parameter hiddenNames: The names of types that other code of the module declares, which hide library types.
    init(in lookup: ModelLookup, options: GenerationOptions, hiding hiddenNames: Set<String> = []) {
        self.options = options
        self.hiddenNames = hiddenNames
        let model = lookup.model
        classes = ModelClass.classes(of: lookup)
        inheritance = Inheritance(in: lookup)
        let attributes = Self.attributesOfEnumerations(in: classes, model, options)
        enumerations = Dictionary(
            attributes.compactMap(\.enumeration).filter { $0.cases != nil }.map { ($0.typeName, $0) },
            uniquingKeysWith: { first, _ in first })
        enumerationComments = EnumerationComments.byTypeName(in: attributes)
        types = TypeScope(of: classes, in: model, options: options)
        queryFunctions = QueryFunctions(of: classes, in: model, naming: options.propertyNaming)
        members = ClassNames(of: classes, functions: queryFunctions, options: options, typeNames: types.names)
        propertyNames =
            attributes.isEmpty ? [] : members.all.union(Self.memberNames(ofCompositesIn: model, options))
        capitalizedNames = members.capitalized
        // Many file systems treat names that differ only in case as the same.
        var files = NameScope()
        var stems: [String: String] = [:]
        for name in classes.compactMap({ [types] in types.classNames[$0.name] }) {
            stems[name] = files.declare(name, forms: { [$0.lowercased()] }, for: .model)
        }
        fileStems = stems
        superclasses = Set(classes.compactMap(\.superclassName))
        superclassNames = Dictionary(
            classes.compactMap { item in item.superclassName.map { (item.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        sharedClassNames = Set(classes.filter { $0.entities.count > 1 }.map(\.name))
    }

    /// The declarations that could not get their preferred name.
    var renamings: [Renaming] { types.renamings + members.renamings }

    /// The generated enums that have the name of a generated class or struct.
    var takenEnums: [TakenEnum] { types.takenEnums }

    /// A library type, qualified with its module if the model declares a type with the same name.
    func type(_ name: String, in module: Module) -> String {
        types.names.contains(name) || hiddenNames.contains(name) ? "\(module.rawValue).\(name)" : name
    }

    /// A library type in an expression inside of a class, where properties hide types, too.
    func typeInExpression(_ name: String, in module: Module) -> String {
        capitalizedNames.contains(name) ? "\(module.rawValue).\(name)" : type(name, in: module)
    }

    /// Types of the standard library, separated by commas.
    func types(_ names: [String]) -> String { names.map { type($0, in: .swift) }.joined(separator: ", ") }

    func className(of entity: Entity) -> String { SwiftIdentifier.escapedType(plainClassName(of: entity)) }

    /// The name of the struct of an entity's values.
    func snapshotName(of entity: Entity) -> String {
        let name = ModelClass.name(of: entity)
        return SwiftIdentifier.escapedType(types.snapshotNames[name] ?? name + "Snapshot")
    }

    /// Whether the stored property of an attribute always has the attribute's name, because stores depend on it.
    var keepsStoredNames: Bool { options.style == .swiftData }

    /// The struct of a composite.
    func compositeName(_ modelName: String) -> String {
        SwiftIdentifier.escapedType(types.compositeNames[modelName] ?? modelName)
    }

    /// The names of a composite's member in its struct.
    struct CompositeMemberNames {
        /// The stored property.
        var property: String
        /// The property that wraps it as an enum.
        var wrapper: String?
    }

    /// The names of the properties of a composite's struct, by the names of its members in the model.
    func compositeMemberNames(of composite: Composite) -> [String: CompositeMemberNames] {
        // The other members of the struct, from its conformances.
        var scope = NameScope(reserved: [
            "attributeValue", "CodingKeys", "compositeMembers", "emptyValue", "encode", "hash", "hashValue", "read",
            "self", "Type",
        ])
        var names: [String: CompositeMemberNames] = [:]
        let attributes = composite.attributes.sorted { $0.name < $1.name }
        for attribute in attributes {
            let wanted =
                options.propertyNaming == .camelCase
                ? SwiftIdentifier.lowerCamelCase(attribute.name) : attribute.name
            names[attribute.name] = CompositeMemberNames(property: scope.declare(wanted, for: .model))
        }
        for attribute in attributes {
            guard let enumeration = attribute.enumeration, let name = names[attribute.name]?.property else { continue }
            let suffix = keepsStoredNames ? ClassMembers.caseSuffix : "RawValue"
            let second = scope.declare(enumeration.accessorName ?? name + suffix, for: .model)
            names[attribute.name] =
                enumeration.accessorName == nil && !keepsStoredNames
                ? CompositeMemberNames(property: second, wrapper: name)
                : CompositeMemberNames(property: name, wrapper: second)
        }
        return names.mapValues {
            CompositeMemberNames(
                property: SwiftIdentifier.escaped($0.property), wrapper: $0.wrapper.map(SwiftIdentifier.escaped))
        }
    }

    /// A type that the model specifies as text, or its replacement in the options.
    func modelType(_ text: String) -> String { options.typeReplacements[text] ?? text }

    /// Whether other entities share the class of an entity.
    func isShared(_ entity: Entity) -> Bool { sharedClassNames.contains(ModelClass.name(of: entity)) }

    /// Whether generated classes inherit from the class of an entity.
    func hasSubclasses(_ entity: Entity) -> Bool { superclasses.contains(ModelClass.name(of: entity)) }

    /// The modifiers for access and subclassing before `class`, each followed by a space.
    ///
    /// - Parameter isExtensible: Whether the class is meant for subclasses, at least hand-written ones, as an abstract
    ///   class is.
    func openAccess(of entity: Entity, access: String, isExtensible: Bool) -> String {
        switch options.subclassing {
        case .open: access == "public " ? "open " : access
        case .module: access
        case .final: access + (isExtensible || hasSubclasses(entity) ? "" : "final ")
        }
    }

    /// The generated superclass of an entity's class; nil for the class of the runtime.
    func superclassName(of entity: Entity) -> String? {
        superclassNames[ModelClass.name(of: entity)].map { SwiftIdentifier.escapedType(types.classNames[$0] ?? $0) }
    }

    /// The name of an enum type, which can be nested if it is written by hand.
    func enumName(_ typeName: String) -> String {
        typeName.split(separator: ".").map { SwiftIdentifier.escapedType(String($0)) }.joined(separator: ".")
    }

    /// Whether a property of any class or struct has the name of an enum, or of the type around it.
    func hasProperty(named typeName: String) -> Bool {
        propertyNames.contains(String(typeName.prefix { $0 != "." }))
    }

    /// The cases of an enum that is generated for this or another attribute; nil for a hand-written enum.
    func cases(ofEnum typeName: String) -> [AttributeEnumeration.Case]? { enumerations[typeName]?.cases }

    /// The comments of an enum from the model.
    func comments(onEnum typeName: String) -> EnumerationComments {
        enumerationComments[typeName] ?? EnumerationComments()
    }

    /// The name of the accessor of a property.
    func propertyName(_ modelName: String, of entity: Entity) -> String { memberName(.property, modelName, of: entity) }

    /// The name of a member that generated code declares for an entity, or for one of its properties.
    ///
    /// - Parameters:
    ///   - role: The role of the member. ``ClassMembers`` must declare it.
    ///   - modelName: The name of the property in the model.
    func memberName(_ role: MemberRole, _ modelName: String, of entity: Entity) -> String {
        SwiftIdentifier.escaped(plainMemberName(role, modelName, of: entity))
    }

    /// The suffix after `addTo` and `removeFrom` in the functions of a to-many relationship.
    func collectionSuffix(_ relationship: Relationship, of entity: Entity) -> String {
        plainMemberName(.collection, relationship.name, of: entity)
    }

    /// The fetch request templates with functions in the class of an entity, by name.
    func fetchRequestTemplates(ofClassOf entity: Entity) -> [FetchRequestTemplate] {
        queryFunctions.templates(ofClassNamed: ModelClass.name(of: entity))
    }

    /// The uniqueness constraints with functions in the class of an entity.
    func constraints(ofClassOf entity: Entity) -> [QueryFunctions.Constraint] {
        queryFunctions.constraints(ofClassNamed: ModelClass.name(of: entity))
    }

    /// The name of the constant for the whole model.
    var modelAccessorName: String { SwiftIdentifier.escaped(types.modelAccessorName) }

    /// The start of the names of an entity's files. Class names are identifiers, so they cannot contain paths.
    func fileStem(of entity: Entity) -> String {
        let name = plainClassName(of: entity)
        return fileStems[name] ?? name
    }

    /// The start of the names of a model's files.
    func fileStem(ofModel name: String) -> String { ModelFileName.stem(ofModelNamed: name) }

    /// The parameter name for an object of an entity.
    func parameterName(forObjectOf entity: Entity) -> String {
        SwiftIdentifier.escapedParameter(SwiftIdentifier.lowerFirstWord(entity.className ?? entity.name))
    }

    /// The parameter name for a value of a property.
    func parameterName(forProperty modelName: String, of entity: Entity) -> String {
        SwiftIdentifier.escapedParameter(plainMemberName(.property, modelName, of: entity))
    }

    /// The parameter names of a template's function, in the order of its variables.
    func parameterNames(forVariables variables: [String]) -> [String] {
        queryFunctions.parameters.names(forVariables: variables).map(SwiftIdentifier.escaped)
    }

    /// The parameter names of a lookup, in the order of the constraint.
    func parameterNames(forProperties properties: [String]) -> [String] {
        queryFunctions.parameters.names(forProperties: properties).map(SwiftIdentifier.escaped)
    }

    /// The name of a type inside a class. It does not hide a type of the model with the same name.
    func nestedTypeName(_ name: String) -> String { types.names.contains(name) ? name + "_" : name }

    /// The preferred name of a constant for a property: the name of the accessor, if it is free.
    func constantName(forProperty modelName: String) -> String {
        options.propertyNaming == .camelCase ? SwiftIdentifier.lowerCamelCase(modelName) : modelName
    }

    func caseName(_ name: String) -> String { SwiftIdentifier.escaped(name) }

    enum Module: String {
        case coreData = "CoreData"
        case swift = "Swift"
        case foundation = "Foundation"
        case objectGraph = "ObjectGraph"
        case swiftData = "SwiftData"
    }

    private func plainClassName(of entity: Entity) -> String {
        let name = ModelClass.name(of: entity)
        return types.classNames[name] ?? name
    }

    private func plainMemberName(_ role: MemberRole, _ modelName: String, of entity: Entity) -> String {
        members.name(role, modelName, ofClassNamed: ModelClass.name(of: entity)) ?? modelName
    }
}

/// A model with the names of its generated code, which are chosen once for checking and generating.
package struct NamedModel: Sendable {
    /// The names for the model as it was read.
    let lookup: ModelLookup
    let namer: SwiftNamer

    /// - Parameter hiddenNames: The names of types that other code of the module declares.
    init(_ model: Model, options: GenerationOptions, hiding hiddenNames: Set<String> = []) {
        lookup = ModelLookup(model)
        namer = SwiftNamer(in: lookup, options: options, hiding: hiddenNames)
    }

    /// The model as it was read.
    package var model: Model { lookup.model }
}
