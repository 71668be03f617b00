import ModelDiagnostics
import ModelSchema

extension Diagnostic {
    /// A note about a declaration that could not get its preferred name.
    static func renamed(_ renaming: Renaming) -> Self {
        let path = renaming.origin
        let reason: String
        var notes: [Diagnostic.Note] = []
        switch renaming.holder {
        case .element(let other):
            reason = "'\(other)' has that name"
            notes.append(.init("the other is here", at: .schema(other)))
        case .model: reason = "another generated type has that name"
        case .runtime where renaming.subject == .type:
            reason = "'\(renaming.wantedName)' has another meaning in generated code"
        case .runtime: reason = "every managed object has a member '\(renaming.wantedName)'"
        }
        switch renaming.subject {
        case .type where path.isComposite:
            return Diagnostic(
                .classRenamed, "the struct of composite '\(path)' is named '\(renaming.name)', because \(reason)",
                at: path, notes: notes, hint: "rename the composite")
        case .type:
            return Diagnostic(
                .classRenamed, "the class of entity '\(path)' is named '\(renaming.name)', because \(reason)",
                at: path, notes: notes, hint: "set representedClassName to choose a name")
        case .member:
            return Diagnostic(
                .accessorRenamed, "the accessor of '\(path)' is named '\(renaming.name)', because \(reason)",
                at: path.setting("name"), notes: notes)
        case .function:
            return Diagnostic(
                .accessorRenamed, "the function of '\(path)' is named '\(renaming.name)', because \(reason)",
                at: path, notes: notes)
        case .functions(let prefix):
            return Diagnostic(
                .accessorRenamed,
                "the functions of '\(path)' are named '\(prefix)\(renaming.name)' and so on, because another "
                    + "declaration is named '\(prefix)\(renaming.wantedName)'",
                at: path.setting("name"), notes: notes)
        }
    }

    /// A warning about a stored name in SwiftData code that differs from the model, or a note about another name.
    static func storedNameChanged(_ renaming: Renaming) -> Self {
        let path = renaming.origin
        // Stores contain the names of classes and properties, but not those of composites.
        guard !path.isComposite, renaming.subject == .type || path.steps.last?.name == renaming.wantedName else {
            return renamed(renaming)
        }
        return storedNameChanged(to: renaming.name, at: path)
    }

    static func storedNameChanged(to name: String, at path: SchemaPath) -> Self {
        let subject = path.steps.count == 1 ? "the class of entity" : "the property of"
        return Diagnostic(
            .storedNameChanged,
            "\(subject) '\(path)' is named '\(name)', because Swift or SwiftData uses its name, so stores get the new "
                + "name by a migration", at: path.setting("name"), hint: "rename it in a new version of the model first"
        )
    }
}

extension SchemaPath {
    fileprivate var isComposite: Bool { steps.count == 1 && steps[0].kind == .composite }
}

/// A declaration that could not get its preferred name.
struct Renaming: Sendable, Hashable {
    enum Subject: Sendable, Hashable {
        case type
        case member
        /// A static function.
        case function
        /// A family of functions, with the prefix of one of them.
        case functions(prefix: String)
    }

    var subject: Subject
    var wantedName: String
    var name: String
    /// The element that the declaration comes from.
    var origin: SchemaPath
    /// The earlier owner of the name.
    var holder: NameScope.Origin
}
