public import ModelDiagnostics
import ModelSchema

extension Diagnostic.Code {
    /// No accessor is generated for an attribute of this type.
    static let accessorMissing = Self("accessor-missing")
    /// A part of the model has no effect in a program yet.
    static let notSupported = Self("not-supported-yet")
    /// An accessor has another name than its property.
    static let accessorRenamed = Self("accessor-renamed")
    /// A class has another name than the model gives it.
    static let classRenamed = Self("class-renamed")
}

extension CodeGenerator {
    /// What planning code can report besides the rules of validation.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(
            .accessorMissing, .warning, "No accessor is generated for an attribute of a type that has no Swift type."),
        DiagnosticRule(.notSupported, .warning, "A part of the model has no effect in a program yet."),
        DiagnosticRule(.accessorRenamed, .note, "An accessor has another name than its property."),
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
    static func withoutFetchFunction(at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .notSupported, "no function is generated for fetch request '\(path)'", at: path,
            hint: "write the fetch as a FetchRequest with a #Predicate")
    }

    static func withoutFetchedAccessor(at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .notSupported, "no accessor is generated for fetched property '\(path)'", at: path,
            hint: "write the fetch as a FetchRequest with a #Predicate")
    }

    static func constraintsNotEnforced(at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .notSupported, "the uniqueness constraints of '\(path)' are not enforced by ObjectGraph",
            at: path,
            hint: "look for an equal object before inserting one")
    }

    static func derivedNotComputed(at path: SchemaPath) -> Self {
        Diagnostic(
            .warning, .notSupported, "derived attribute '\(path)' is not computed by ObjectGraph", at: path,
            hint: "compute the value in an extension of the class")
    }
}
