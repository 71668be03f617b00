import ModelSchema
import SwiftNames

/// The names of the types that generated code declares in a module, chosen once for a model.
struct TypeScope: Sendable {
    /// The modules that generated code imports. A type with such a name would hide the module, and all names that need
    /// it as a qualifier.
    static let modules: Set<String> = ["CoreData", "Foundation", "ObjectGraph", "Swift"]

    /// The Swift names of classes, by their names in the model.
    private(set) var classNames: [String: String] = [:]
    /// The names of the structs of values, by the class names in the model; empty if the options do not request them.
    private(set) var snapshotNames: [String: String] = [:]
    /// The Swift names of composite structs, by the names of the composites.
    private(set) var compositeNames: [String: String] = [:]
    /// The name of the constant for the whole model, or of its schema in SwiftData.
    let modelAccessorName: String
    private(set) var renamings: [Renaming] = []
    /// The generated enums that have the name of a generated class or struct, each once, by the path of an attribute.
    private(set) var takenEnums: [TakenEnum] = []
    /// All generated types, and the hand-written types that the code uses.
    private(set) var names: Set<String>

    init(of classes: [ModelClass], in model: Model, options: GenerationOptions) {
        let isSwiftData = options.style == .swiftData
        // Even in backquotes, `Self` would hide the type that generated functions return.
        var reserved = Self.modules.union(isSwiftData ? ["SwiftData"] : ManagedObjectModelMembers.names)
            .union(ManagedObjectMembers.types).union(["Self"])
        // Composites are not structs in every style.
        let hasStructs = options.generatesSnapshots || (options.style != .coreData && !model.composites.isEmpty)
        if hasStructs { reserved.formUnion(CodableStructMembers.types) }
        var scope = NameScope(reserved: reserved)
        names = []
        let wantedNames = classes.map { (item: $0, name: options.classPrefix + $0.name + options.classSuffix) }
        // Types that can have their preferred name come first.
        let sorted =
            wantedNames.filter { !reserved.contains($0.name) }
            + wantedNames.filter { reserved.contains($0.name) }
        for (item, wanted) in sorted {
            guard let entity = item.entities.first else { continue }
            let path = SchemaPath.entity(entity.name)
            let holder = scope.origin(ofAnyIn: [wanted])
            let name = scope.declare(wanted, for: .element(path))
            classNames[item.name] = name
            names.insert(name)
            if let holder {
                renamings.append(Renaming(subject: .type, wantedName: wanted, name: name, origin: path, holder: holder))
            }
        }
        for wanted in model.composites.map(\.name).sorted() {
            let path = SchemaPath.model.appending(.composite, wanted)
            let holder = scope.origin(ofAnyIn: [wanted])
            let name = scope.declare(wanted, for: .element(path))
            compositeNames[wanted] = name
            names.insert(name)
            if let holder {
                renamings.append(Renaming(subject: .type, wantedName: wanted, name: name, origin: path, holder: holder))
            }
        }
        // In the style of Core Data, composites and entities without a class declare nothing.
        let declaring: Set<SchemaPath>? =
            options.style == .coreData
            ? Set(classes.flatMap(\.entities).filter { $0.className != nil }.map { SchemaPath.entity($0.name) }) : nil
        var takenEnums: [String: TakenEnum] = [:]
        for (enumeration, path) in Self.enums(in: model) {
            // For a nested type, only the outermost type can hide names.
            guard let name = enumeration.typeName.split(separator: ".").first.map(String.init) else { continue }
            if enumeration.cases != nil, case .element(let holder)? = scope.origin(ofAnyIn: [name]),
                declaring?.contains(holder) ?? true,
                takenEnums[name].map({ path.description < $0.attribute.description }) ?? true
            {
                takenEnums[name] = TakenEnum(name: name, attribute: path, holder: holder)
            }
            scope.take(name, for: .model)
            names.insert(name)
        }
        self.takenEnums = takenEnums.values.sorted { $0.attribute.description < $1.attribute.description }
        if options.generatesSnapshots {
            for item in classes {
                let name = scope.declare((classNames[item.name] ?? item.name) + "Snapshot", for: .model)
                snapshotNames[item.name] = name
                names.insert(name)
            }
        }
        let stem = ModelFileName.stem(ofModelNamed: model.name)
        let accessorName =
            options.modelConstant
            ?? (isSwiftData ? SwiftIdentifier.upperFirst(stem) + "Schema" : SwiftIdentifier.lowerFirstWord(stem))
        let isTaken = ManagedObjectMembers.language.contains(accessorName)
        modelAccessorName = scope.declare(isTaken ? accessorName + "_" : accessorName, for: .model)
    }

    /// The enums of all attributes, with the paths of the attributes.
    private static func enums(in model: Model) -> [(enumeration: AttributeEnumeration, path: SchemaPath)] {
        func enums(
            of attributes: [Attribute], at path: SchemaPath
        ) -> [(enumeration: AttributeEnumeration, path: SchemaPath)] {
            attributes.compactMap { attribute in attribute.enumeration.map { ($0, path.attribute(attribute.name)) } }
        }
        return model.entities.flatMap { enums(of: $0.attributes, at: .entity($0.name)) }
            + model.composites.flatMap { enums(of: $0.attributes, at: SchemaPath.model.appending(.composite, $0.name)) }
    }
}

/// A generated enum with the name of a generated class or struct.
struct TakenEnum: Sendable, Hashable {
    var name: String
    /// An attribute that declares the enum.
    var attribute: SchemaPath
    /// The entity or composite whose class or struct has the name.
    var holder: SchemaPath
}
