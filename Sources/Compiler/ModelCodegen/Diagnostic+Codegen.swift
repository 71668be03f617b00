public import ModelDiagnostics
import ModelSchema

extension DiagnosticRule {
    static let accessorMissing = Self(
        "accessor-missing", .warning, "An attribute has a type without a Swift type, so it gets no accessor.")
    static let featureUnsupported = Self(
        "feature-unsupported", .warning, "A part of the model has no effect in programs yet.")
    static let snapshotAttributeOmitted = Self(
        "snapshot-attribute-omitted", .note, "The snapshot struct of an entity lacks an attribute.")
    static let accessorRenamed = Self("accessor-renamed", .note, "An accessor has a different name from its property.")
    static let parameterUntyped = Self(
        "parameter-untyped", .note, "A variable of a fetch request template has an unknown type.")
    static let objectiveCNameTaken = Self(
        "objective-c-name-taken", .error,
        "A property in the style coredata has accessors whose names in Objective-C are taken.")
    static let enumNameTaken = Self(
        "enum-name-taken", .error, "A generated enum has the name of a generated class or struct.")
    static let classRenamed = Self(
        "class-renamed", .note, "A class or a struct has a different name from the one in the model.")
    static let modelNameCommon = Self(
        "model-name-common", .note, "The constant for the model has a name that other modules also use.")
    static let inverseOmitted = Self(
        "inverse-omitted", .warning, "A relationship has no inverse in generated code, although the model names one.")
    static let storedNameChanged = Self(
        "swiftdata-name-changed", .warning, "A name that SwiftData stores differs from the model.")
    static let hierarchyTooDeep = Self(
        "swiftdata-hierarchy-too-deep", .error,
        "An entity inherits so many properties that code for SwiftData cannot have initializers.")
    static let migrationCustom = Self(
        "swiftdata-migration-custom", .warning,
        "A migration between versions needs code of yours, because SwiftData cannot infer it.")
    static let versionOmitted = Self(
        "swiftdata-version-omitted", .note, "The migration plan for SwiftData leaves out a version.")
    static let storesUnknown = Self(
        "swiftdata-stores-unknown", .warning,
        "The migration plan for SwiftData does not recognize stores that Core Data wrote with the current version.")
    static let inheritedPropertiesOmitted = Self(
        "inherited-properties-omitted", .warning,
        "Entities inherit so many properties that generated code leaves them out.")
}

extension CodeGenerator {
    /// The diagnostics of planning code, in addition to the validation rules.
    public static let rules: [DiagnosticRule] = [
        .accessorMissing, .featureUnsupported, .snapshotAttributeOmitted, .accessorRenamed, .objectiveCNameTaken,
        .parameterUntyped, .enumNameTaken, .classRenamed, .modelNameCommon, .inverseOmitted,
        .inheritedPropertiesOmitted, .storedNameChanged, .hierarchyTooDeep, .migrationCustom, .versionOmitted,
        .storesUnknown,
    ]
}

extension Diagnostic {
    static func withoutAccessor(_ attribute: Attribute, at path: SchemaPath) -> Self {
        Diagnostic(
            .accessorMissing,
            "'\(path)' gets no accessor, because its type is \(attribute.type.rawValue)",
            at: path.setting("attributeType"), hint: "use value(forKey:) and setValue(_:forKey:)")
    }

    static func enumNameTaken(_ item: TakenEnum) -> Self {
        let isEntity = item.holder.steps.first?.kind == .entity
        return Diagnostic(
            .enumNameTaken,
            "enum '\(item.name)' has the same name as the \(isEntity ? "class of entity" : "struct of composite") "
                + "'\(item.holder)'",
            at: item.attribute,
            notes: [.init("the \(isEntity ? "entity" : "composite") is here", at: .schema(item.holder))],
            hint: "rename the enum")
    }

    static let commonModelName = Diagnostic(
        .modelNameCommon,
        "the constant for the model is 'model', as in every module with a model named 'Model', so a program cannot "
            + "import two of them",
        at: .file, hint: "rename it with --model-constant, or with model-constant: under generate: in modelgen.yml")

    /// - Parameter exists: Whether the inverse exists, but does not point back.
    static func inverseOmitted(_ relationship: Relationship, exists: Bool, at path: SchemaPath) -> Self {
        Diagnostic(
            .inverseOmitted,
            "relationship '\(path)' has no inverse in the code, because '\(relationship.inverseName ?? "")' does not "
                + (exists ? "point back" : "exist"),
            at: path.setting("inverseName"),
            hint: exists
                ? "set both sides yourself, or make the two inverses of each other"
                : "name another inverse, or none")
    }

    /// - Parameters:
    ///   - count: The number of entities.
    ///   - path: The path of the first entity.
    static func inheritedPropertiesOmitted(_ count: Int, at path: SchemaPath, _ inheritance: Inheritance) -> Self {
        let (reason, hint) = tooMuchInherited(count, at: path, inheritance)
        return Diagnostic(
            .inheritedPropertiesOmitted,
            "\(reason), so the code has no initializer for \(count == 1 ? "it" : "them"), and names, key paths, and "
                + "snapshots leave out inherited properties",
            at: path.setting("parentEntity"), hint: hint)
    }

    private static func tooMuchInherited(
        _ count: Int, at path: SchemaPath, _ inheritance: Inheritance
    ) -> (reason: String, hint: String) {
        let subject = count == 1 ? "entity '\(path)' inherits" : "entity '\(path)' and \(count - 1) more inherit"
        guard inheritance.isOverTotal else {
            return (
                "\(subject) from more than \(Inheritance.maximumAncestorCount) entities, or more than "
                    + "\(Inheritance.maximumPropertyCount) properties", "make the hierarchy flatter"
            )
        }
        return (
            "\(subject) \(inheritance.totalCount) properties altogether, more than \(Inheritance.maximumTotalCount)",
            "declare fewer properties in entities with many subentities"
        )
    }

    /// The diagnostics of a plan for migrations.
    ///
    /// - Parameter hasCustomCodeFolder: Whether the tool writes the files of custom stages.
    package static func about(_ history: SchemaHistory, hasCustomCodeFolder: Bool) -> [Diagnostic] {
        var diagnostics = history.repetitions.map { repetition in
            Diagnostic(
                .versionOmitted,
                "the migration plan leaves out version '\(repetition.name)', because '\(repetition.other)' has the "
                    + "same version hashes", at: .file)
        }
        diagnostics += history.laterNames.map { name in
            Diagnostic(
                .versionOmitted,
                "the migration plan leaves out version '\(name)', because it comes after the current version by name",
                at: .file, hint: "make the last version current, or rename the versions")
        }
        diagnostics += history.steps.filter { !$0.obstacles.isEmpty }.map { step in
            Diagnostic(
                .migrationCustom,
                "the migration from version '\(step.names.from)' to '\(step.names.to)' is a custom stage: "
                    + step.obstacles.prefix(3).joined(separator: "; "), at: .file,
                hint: hasCustomCodeFolder
                    ? "fill in \(step.migrationName).swift"
                    : "specify a folder for \(step.migrationName).swift with --custom-code, or declare it yourself")
        }
        if history.changedHashCount > 0 {
            diagnostics.append(
                Diagnostic(
                    .storesUnknown,
                    "\(history.changedHashCount) of the entities have other version hashes in SwiftData than in Core "
                        + "Data, so the migration plan does not recognize existing stores", at: .file,
                    hint: "first release a version of the model without what SwiftData cannot express"))
        }
        return diagnostics
    }

    /// - Parameters:
    ///   - count: The number of entities.
    ///   - path: The path of the first entity.
    static func hierarchyTooDeep(_ count: Int, at path: SchemaPath, _ inheritance: Inheritance) -> Self {
        let (reason, hint) = tooMuchInherited(count, at: path, inheritance)
        return Diagnostic(
            .hierarchyTooDeep, "\(reason), which the initializers of SwiftData's classes repeat",
            at: path.setting("parentEntity"), hint: hint)
    }

    static func snapshotAttributeOmitted(_ attribute: Attribute, at path: SchemaPath) -> Self {
        Diagnostic(
            .snapshotAttributeOmitted,
            "'\(path)' is not in the snapshot, because its type is not known to be Codable and Sendable",
            at: path.setting("attributeType"))
    }

    static func withoutFetchFunction(at path: SchemaPath) -> Self {
        Diagnostic(
            .accessorMissing,
            "fetch request '\(path)' gets no function, because its name has no letters", at: path,
            hint: "rename it, or use fetchRequestFromTemplate(named:)")
    }

    static func untypedParameter(_ variable: String, at path: SchemaPath) -> Self {
        Diagnostic(
            .parameterUntyped,
            "the function of '\(path)' takes any value for $\(variable), because its type is unknown", at: path,
            hint: "compare the variable with a property")
    }

    static func constraintNotEnforced(_ property: String, of entity: Entity, at path: SchemaPath) -> Self {
        let reason =
            property.contains(".") ? "is a member of a composite" : "is not an attribute or to-one relationship"
        return Diagnostic(
            .featureUnsupported,
            "the uniqueness constraint of '\(entity.name)' has no effect in ObjectGraph, "
                + "because '\(property)' \(reason)",
            at: path,
            hint: "search for an equal object with the find functions of the class before inserting one")
    }
}
