import ModelSchema
import StencilTemplates
import SwiftNames

/// The members that a hand-written class can declare for an entity, each in its usual forms.
struct CoreDataAccessors {
    let item: CoreDataClass
    let module: String
    let options: GenerationOptions

    private var owner: MangledType { .nominal(module: module, name: item.className, kind: .classType) }

    /// A member that a class can declare.
    enum Member {
        /// A property, which can have any of some types.
        case property(name: String, forms: [Form])
        /// A method.
        case method(name: String, accessor: CoreDataAccessorsContext.Accessor)
    }

    /// A possible type of a declared property, with the access to its value.
    struct Form {
        var mangled: MangledType
        var type: String
        var access: String
    }

    /// By the kinds and names of the properties in the model.
    var members: [Member] {
        let entity = item.entity
        return entity.attributes.sorted { $0.name < $1.name }.flatMap(members)
            + entity.relationships.sorted { $0.name < $1.name }.flatMap(members)
            + entity.fetchedProperties.sorted { $0.name < $1.name }.flatMap(members)
    }

    /// The functions of all members.
    var all: [CoreDataAccessorsContext.Accessor] {
        members.flatMap { member in
            switch member {
            case .property(let name, let forms): functions(name, forms)
            case .method(_, let accessor): [accessor]
            }
        }
    }

    private func functions(_ name: String, _ forms: [Form]) -> [CoreDataAccessorsContext.Accessor] {
        forms.flatMap { form in
            [
                .init(
                    symbol: SymbolMangler.getter(name, form.mangled, of: owner), signature: "() -> \(form.type)",
                    body: "self[\(form.access)]"),
                .init(
                    symbol: SymbolMangler.setter(name, form.mangled, of: owner),
                    signature: "(_ newValue: __owned \(form.type))", body: "self[\(form.access)] = newValue"),
            ]
        }
    }

    // MARK: - Attributes

    private func members(_ attribute: Attribute) -> [Member] {
        let key = SwiftLiteral.string(attribute.name)
        let place =
            "\(key), at: \(PropertyIndexes(of: item.entity, namer: item.namer).index(ofAttribute: attribute.name))"
        func scalar(_ mangled: MangledType, _ type: String, _ label: String) -> [Form] {
            [Form(mangled: mangled, type: type, access: "\(label): \(place)")]
                + object("NSNumber", "number: \(key)", "requiredNumber: \(key)")
        }
        func integer(_ type: String, _ label: String) -> [Form] {
            scalar(.integer(type), type, label)
                + [Form(mangled: .standard("Si"), type: "Int", access: "wholeNumber: \(key)")]
        }
        func structure(_ type: String, _ label: String) -> [Form] {
            let optional = AttributeTypeMapping.optionalLabel(label)
            let mangled: MangledType = type == "String" ? .standard("SS") : .foundationStructure(type)
            return both(mangled, type, "\(optional): \(place)", "\(label): \(place)")
                + object("NS" + type, "foundationObject: \(key)", "requiredFoundationObject: \(key)")
        }
        let forms: [Form] =
            switch attribute.type {
            case .integer16: integer("Int16", "integer16")
            case .integer32: integer("Int32", "integer32")
            case .integer64: integer("Int64", "integer64")
            case .double: scalar(.standard("Sd"), "Double", "double")
            case .float: scalar(.standard("Sf"), "Float", "float")
            case .boolean: scalar(.standard("Sb"), "Bool", "boolean")
            case .string: structure("String", "string")
            case .date:
                structure("Date", "date")
                    + [Form(mangled: .standard("Sd"), type: "Double", access: "timeInterval: \(place)")]
            case .binary: structure("Data", "binary")
            case .uuid: structure("UUID", "uuid")
            case .uri: structure("URL", "uri")
            case .decimal: object("NSDecimalNumber", "decimalNumber: \(place)", "requiredDecimalNumber: \(place)")
            case .composite:
                dictionary("value: \(key)", "requiredValue: \(key)")
                    + object("NSObject", "value: \(key)", "requiredValue: \(key)")
            case .transformable, .undefined, .objectID:
                object("NSObject", "value: \(key)", "requiredValue: \(key)")
                    + transformed(attribute, "value: \(key)", "requiredValue: \(key)")
            }
        return [.property(name: attribute.name, forms: forms)] + primitive(attribute.name, forms)
    }

    /// The property with the value that is stored, without the accessor of the class: `primitiveName` for `name`.
    private func primitive(_ name: String, _ forms: [Form]) -> [Member] {
        let key = SwiftLiteral.string(name)
        let capitalized = "primitive" + name.prefix(1).uppercased() + name.dropFirst()
        // A name of the model has precedence.
        let isTaken =
            item.entity.attributes.contains { $0.name == capitalized }
            || item.entity.relationships.contains { $0.name == capitalized }
        guard !isTaken else { return [] }
        let own = forms.map { form in
            var form = form
            form.access = form.type.hasSuffix("?") ? "primitive: \(key)" : "requiredPrimitive: \(key)"
            return form
        }
        return [.property(name: capitalized, forms: own)]
    }

    /// The forms of a Transformable property: the class that the model names, and arrays and dictionaries.
    private func transformed(_ attribute: Attribute, _ access: String, _ required: String) -> [Form] {
        let elements: [(type: String, mangled: MangledType)] = [
            ("String", .standard("SS")), ("Int", .standard("Si")), ("Double", .standard("Sd")),
            ("Float", .standard("Sf")), ("Bool", .standard("Sb")), ("Int64", .integer("Int64")),
            ("Int32", .integer("Int32")), ("Int16", .integer("Int16")), ("Date", .foundationStructure("Date")),
            ("Data", .foundationStructure("Data")), ("UUID", .foundationStructure("UUID")),
            ("URL", .foundationStructure("URL")),
        ]
        let text = item.namer.type("String", in: .swift)
        var forms = elements.flatMap { both(.array($0.mangled), "[\($0.type)]", access, required) }
        forms += dictionary(access, required) + both(.standard("SDyS2SG"), "[\(text): \(text)]", access, required)
        let collections = [
            "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSAttributedString", "NSString", "NSData",
        ]
        forms += collections.flatMap { object($0, access, required) }
        // An object of any class is passed in the same way, so the function need not know the class.
        if let name = attribute.customTypeName, SwiftIdentifier.isValid(name), name.utf8.allSatisfy({ $0 < 0x80 }),
            !name.hasPrefix("NS")
        {
            forms += both(.nominal(module: module, name: name, kind: .classType), "NSObject", access, required)
        }
        return forms
    }

    /// A property that is a dictionary of values by name.
    private func dictionary(_ access: String, _ required: String) -> [Form] {
        both(.standard("SDySSypG"), "[\(item.namer.type("String", in: .swift)): Any]", access, required)
    }

    // MARK: - Fetched properties

    private func members(_ fetched: FetchedProperty) -> [Member] {
        let key = SwiftLiteral.string(fetched.name)
        let mangled = MangledType.array(destination(ofEntityNamed: fetched.fetchRequest.entityName))
        let type = "[\(item.types.managedObject)]"
        let forms =
            both(mangled, type, "fetchedObjects: \(key)", "requiredFetchedObjects: \(key)")
            + object("NSArray", "fetchedArray: \(key)", "requiredFetchedArray: \(key)")
        return [.property(name: fetched.name, forms: forms)]
    }

    /// A property of a Foundation class, optional or not.
    private func object(_ type: String, _ access: String, _ required: String) -> [Form] {
        both(.foundationClass(type), type, access, required)
    }

    /// A property of a type, optional or not.
    private func both(_ mangled: MangledType, _ type: String, _ access: String, _ required: String) -> [Form] {
        [
            Form(mangled: .optional(mangled), type: type + "?", access: access),
            Form(mangled: mangled, type: type, access: required),
        ]
    }

    // MARK: - Relationships

    private func members(_ relationship: Relationship) -> [Member] {
        let key = SwiftLiteral.string(relationship.name)
        let index = PropertyIndexes(of: item.entity, namer: item.namer).index(ofRelationship: relationship.name)
        let destination = destination(ofEntityNamed: relationship.destinationName)
        guard relationship.isToMany else {
            let place = "\(key), at: \(index)"
            let forms = both(destination, item.types.managedObject, "toOne: \(place)", "requiredToOne: \(place)")
            return [.property(name: relationship.name, forms: forms)] + primitive(relationship.name, forms)
        }
        let forms =
            relationship.isOrdered
            ? object("NSOrderedSet", "orderedSet: \(key)", "requiredOrderedSet: \(key)")
            : object("NSSet", "set: \(key)", "requiredSet: \(key)")
        let collection = relationship.isOrdered ? "NSMutableOrderedSet" : "NSMutableSet"
        return [.property(name: relationship.name, forms: forms + sets(destination, key: key))]
            + primitive(relationship.name, object(collection, "", ""))
            + changes(of: relationship, destination, key: key, index: index)
    }

    /// A property that is a Swift set.
    private func sets(_ destination: MangledType, key: String) -> [Form] {
        let type = "\(item.namer.type("Set", in: .swift))<\(item.types.managedObject)>"
        return both(.set(destination), type, "members: \(key)", "requiredMembers: \(key)")
    }

    private func destination(ofEntityNamed entityName: String?) -> MangledType {
        let name = item.destination(entityName)
        return name == item.types.managedObject
            ? .nominal(module: "CoreData", name: "NSManagedObject", kind: .classType)
            : .nominal(module: module, name: name, kind: .classType)
    }

    /// The methods that change a to-many relationship.
    private func changes(
        of relationship: Relationship, _ destination: MangledType, key: String, index: Int
    ) -> [Member] {
        let suffix = item.namer.collectionSuffix(relationship, of: item.entity)
        let object = item.types.managedObject
        let collection = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
        func method(
            _ name: String, _ parameters: [(label: String?, type: MangledType)], _ signature: String, _ body: String
        ) -> Member {
            .method(
                name: name + suffix,
                accessor: CoreDataAccessorsContext.Accessor(
                    symbol: SymbolMangler.method(name + suffix, parameters, of: owner), signature: "(\(signature))",
                    body: body))
        }
        let place = "\(key), at: \(index)"
        let plain = [
            method("addTo", [(nil, destination)], "_ value: \(object)", "add(value, to: \(place))"),
            method("removeFrom", [(nil, destination)], "_ value: \(object)", "remove(value, from: \(place))"),
            method(
                "addTo", [(nil, .foundationClass(collection))], "_ values: \(collection)", "add(values, to: \(place))"),
            method(
                "removeFrom", [(nil, .foundationClass(collection))], "_ values: \(collection)",
                "remove(values, from: \(place))"),
        ]
        guard relationship.isOrdered else { return plain }
        let (number, places) = (MangledType.standard("Si"), MangledType.foundationClass("NSIndexSet"))
        return plain + [
            method(
                "insertInto", [(nil, destination), ("at", number)], "_ value: \(object), at idx: Int",
                "insert(value, into: \(key), at: idx)"),
            method("removeFrom", [("at", number)], "at idx: Int", "remove(from: \(key), at: idx)"),
            method(
                "insertInto", [(nil, .array(destination)), ("at", places)],
                "_ values: [\(object)], at indexes: NSIndexSet", "insert(values, into: \(key), at: indexes)"),
            method("removeFrom", [("at", places)], "at indexes: NSIndexSet", "remove(from: \(key), at: indexes)"),
            method(
                "replace", [("at", number), ("with", destination)], "at idx: Int, with value: \(object)",
                "replace(in: \(key), at: idx, with: value)"),
            method(
                "replace", [("at", places), ("with", .array(destination))],
                "at indexes: NSIndexSet, with values: [\(object)]",
                "replace(in: \(key), at: indexes, with: values)"),
        ]
    }
}
