import SwiftNames

extension GenerationOptions {
    /// The problems with the options, in the order of their properties; empty if there are none.
    ///
    /// Options can come from a file that is not trusted. An invalid option never reaches generated code.
    public var invalidOptions: [InvalidOptionError] {
        var invalid: [InvalidOptionError] = []
        func check(_ isValid: Bool, _ option: String, _ message: String, hint: String) {
            if !isValid { invalid.append(InvalidOptionError(option: option, message: message, hint: hint)) }
        }
        for module in imports {
            check(
                ImportedModule(module) != nil, "imports", "'\(module)' is not a valid module name",
                hint: "write the name of a module, with an optional access level before it, such as 'public Colors'")
        }
        if let accessorsModule {
            check(
                SwiftIdentifier.isValid(accessorsModule), "accessorsModule",
                "'\(accessorsModule)' is not a valid module name",
                hint: "write the name of the module that declares the classes")
        }
        check(
            classPrefix.isEmpty || SwiftIdentifier.isValid(classPrefix + "X"), "classPrefix",
            "'\(classPrefix)' is not a valid prefix of a name",
            hint: "use letters, digits, and underscores, starting with a letter")
        check(
            SwiftIdentifier.isValid("X" + classSuffix), "classSuffix",
            "'\(classSuffix)' is not a valid suffix of a name", hint: "use letters, digits, and underscores")
        if let modelConstant {
            check(
                SwiftIdentifier.isValid(modelConstant), "modelConstant",
                "'\(modelConstant)' is not a valid name for a constant",
                hint: "use letters, digits, and underscores, starting with a letter")
        }
        for (replaced, type) in typeReplacements.sorted(by: { $0.key < $1.key }) {
            check(
                SwiftTypeText.isValid(type), "typeReplacements",
                "'\(type)', the replacement of '\(replaced)', is not a valid Swift type",
                hint: "write a type such as 'Colors.Color' or '[String]'")
            let hidden = SwiftTypeText.nameHiddenInClasses(in: type)
            check(
                hidden == nil, "typeReplacements",
                "'\(hidden ?? type)' in the replacement of '\(replaced)' means another type in classes",
                hint: "write its module before it, such as 'Colors.\(hidden ?? type)'")
        }
        if let testedModule {
            check(
                SwiftIdentifier.isValid(testedModule), "testedModule", "'\(testedModule)' is not a valid module name",
                hint: "write the name of the module that the code belongs to")
        }
        checkStyle { check($0, $1, $2, hint: $3) }
        return invalid
    }

    /// Checks the options that a style cannot have.
    private func checkStyle(
        _ check: (_ isValid: Bool, _ option: String, _ message: String, _ hint: String) -> Void
    ) {
        guard style == .swiftData else {
            return check(
                versions == .current, "versions", "only code of the style swiftdata can declare all versions",
                "remove versions, or set the style to swiftdata")
        }
        let named = "the style swiftdata names classes after entities, because stores contain these names"
        check(classPrefix.isEmpty, "classPrefix", named, "remove the prefix, or rename the entities")
        check(classSuffix.isEmpty, "classSuffix", named, "remove the suffix, or rename the entities")
        check(
            optionality == .model, "optionality",
            "the style swiftdata makes properties optional as the model does, because stores depend on it",
            "remove optionals, or set them to model")
        check(
            classes == .model || classes == .all, "classes",
            "the style swiftdata generates the classes of all entities", "remove classes, or set them to all")
        check(
            accessorsModule == nil, "accessorsModule", "only the style coredata supplies accessors", "remove the module"
        )
        check(
            !generatesSnapshots, "generatesSnapshots", "the style swiftdata generates no snapshots",
            "remove snapshots")
    }

    /// Checks the options.
    ///
    /// - Throws: The first of ``invalidOptions``, if there are any.
    public func check() throws(InvalidOptionError) {
        if let invalid = invalidOptions.first { throw invalid }
    }
}

/// A value that an option cannot have.
///
/// ```swift
/// let options = GenerationOptions(classPrefix: "1")
/// for problem in options.invalidOptions { print(problem.option, problem.message) }
/// // classPrefix '1' is not a valid prefix of a name
/// ```
public struct InvalidOptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the property of ``GenerationOptions``.
    public var option: String
    /// The problem with the value, as one clause without a full stop.
    public var message: String
    /// A hint about how to fix the value.
    public var hint: String

    public var description: String { "\(option): \(message); \(hint)" }
}
