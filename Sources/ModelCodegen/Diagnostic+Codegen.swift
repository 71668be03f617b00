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
