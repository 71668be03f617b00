public import ModelDiagnostics
import ModelSchema

extension Diagnostic.Code {
    /// No accessor is generated for an attribute of this type.
    static let accessorMissing = Self("accessor-missing")
    /// A part of the model has no effect in a program yet.
    static let notSupported = Self("not-supported-yet")
    /// The struct of an entity's values lacks an attribute.
    static let notInSnapshot = Self("not-in-snapshot")
    /// An accessor has another name than its property.
    static let accessorRenamed = Self("accessor-renamed")
    /// A parameter of a function for a fetch has no type of its own.
    static let parameterUntyped = Self("parameter-untyped")
    /// A class has another name than the model gives it.
    static let classRenamed = Self("class-renamed")
    /// The constant that holds the model has the name that many modules have.
    static let modelNameCommon = Self("model-name-common")
    /// A relationship has no inverse in generated code, though the model names one.
    static let inverseLeftOut = Self("inverse-left-out")
    /// Generated code does not repeat what entities inherit.
    static let inheritedLeftOut = Self("inherited-left-out")
}

extension CodeGenerator {
    /// What planning code can report besides the rules of validation.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(
            .accessorMissing, .warning, "No accessor is generated for an attribute of a type that has no Swift type."),
        DiagnosticRule(.notSupported, .warning, "A part of the model has no effect in a program yet."),
        DiagnosticRule(.notInSnapshot, .note, "The struct of an entity's values lacks an attribute."),
        DiagnosticRule(.accessorRenamed, .note, "An accessor has another name than its property."),
        DiagnosticRule(
            .parameterUntyped, .note, "A variable of a fetch request template has a type that nothing tells."),
        DiagnosticRule(.classRenamed, .note, "A class has another name than the model gives it."),
        DiagnosticRule(
            .modelNameCommon, .note, "The constant that holds the model has a name that other modules have as well."),
        DiagnosticRule(
            .inverseLeftOut, .warning, "A relationship has no inverse in generated code, though the model names one."),
        DiagnosticRule(
            .inheritedLeftOut, .warning, "Entities inherit so much that generated code does not repeat it."),
    ]
}

extension Diagnostic {
    static func withoutAccessor(_ attribute: Attribute, at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .accessorMissing,
            "no accessor is generated for '\(path)', since it is of type \(attribute.type.rawValue)",
            at: path.facet("attributeType"), hint: "use value(forKey:) and setValue(_:forKey:)")
    }
}

extension Diagnostic {
    static func commonModelName() -> Self {
        Diagnostic(
            .note, .modelNameCommon,
            "the constant of the model is called 'model', as in every module whose model is called 'Model': a program that "
                + "imports two of them cannot tell them apart",
            at: .file, hint: "name it with --constant, or with constant: below generate: in modelgen.yml")
    }

    static func inverseLeftOut(_ relationship: Relationship, at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .inverseLeftOut,
            "relationship '\(path)' has no inverse in the code, since '\(relationship.inverseName ?? "")' does not point back",
            at: path.facet("inverseName"), hint: "set both sides yourself, or make each the other's inverse")
    }

    /// - Parameter path: That of the first of the entities.
    static func inheritedLeftOut(_ count: Int, at path: SchemaPath) -> Self {
        let subject =
            count == 1 ? "entity '\(path)' inherits" : "entity '\(path)' and \(count - 1) more inherit"
        return Diagnostic(
            .warning, .inheritedLeftOut,
            "\(subject) from more than \(Inheritance.maximumAncestorCount) entities, or more than "
                + "\(Inheritance.maximumPropertyCount) properties: the code has no initializer for it, and names, key "
                + "paths and snapshots without inherited properties",
            at: path.facet("parentEntity"), hint: "make the hierarchy flatter")
    }

    static func notInSnapshot(_ attribute: Attribute, at path: SchemaPath) -> Self {
        Diagnostic(
            .note, .notInSnapshot,
            "'\(path)' is not in the snapshot, since nothing says that its type is Codable and Sendable",
            at: path.facet("attributeType"))
    }

    static func withoutFetchFunction(at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .accessorMissing,
            "no function is generated for fetch request '\(path)', since its name has no letter", at: path,
            hint: "rename it, or use fetchRequestFromTemplate(named:)")
    }

    static func untypedParameter(_ variable: String, at path: SchemaPath) -> Self {
        Diagnostic(
            .note, .parameterUntyped,
            "the function of '\(path)' takes any value for $\(variable), since nothing tells its type", at: path,
            hint: "compare the variable with a property")
    }

    static func constraintNotEnforced(_ property: String, of entity: Entity, at path: SchemaPath) -> Self {
        let reason = property.contains(".") ? "is a member of a composite" : "is no attribute or to-one relationship"
        return Diagnostic(
            .warning, .notSupported,
            "the uniqueness constraint of '\(entity.name)' is not enforced by ObjectGraph, since '\(property)' \(reason)",
            at: path,
            hint: "look for an equal object with the class's find functions before inserting one")
    }
}
