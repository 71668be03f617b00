public import ModelDiagnostics
import ModelSchema
import SwiftNames

extension Diagnostic.Code {
    /// No accessor is generated for an attribute of this type.
    static let accessorMissing = Self("accessor-missing")
    /// An accessor has another name than its property.
    static let accessorRenamed = Self("accessor-renamed")
}

extension CodeGenerator {
    /// What planning code can report besides the rules of validation.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(
            .accessorMissing, .warning, "No accessor is generated for an attribute of a type that has no Swift type."),
        DiagnosticRule(.accessorRenamed, .note, "An accessor has another name than its property."),
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

extension SwiftNamer {
    /// A note when the accessor of a property has another name.
    func renaming(of name: String, at path: SchemaPath) -> [Diagnostic] {
        let accessor = propertyName(name)
        guard accessor != SwiftIdentifier.escaped(name) else { return [] }
        return [
            Diagnostic(
                .note, .accessorRenamed,
                "the accessor of '\(path)' is called '\(accessor)', since every managed object has a member '\(name)'",
                at: path.facet("name"))
        ]
    }
}
