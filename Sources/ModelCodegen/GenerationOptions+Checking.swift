import SwiftNames

extension GenerationOptions {
    /// The problems with the options, in the order of their properties; empty if there are none.
    ///
    /// Options can come from a file that is not trusted. An invalid option never reaches generated code.
    public var invalidOptions: [InvalidOption] {
        invalidImports + invalidAccessors + invalidAffixes + invalidConstant + invalidReplacements
    }

    /// Throws the first problem with the options.
    public func check() throws(InvalidOption) {
        if let invalid = invalidOptions.first { throw invalid }
    }

    private var invalidImports: [InvalidOption] {
        imports.filter { ImportedModule($0) == nil }.map {
            InvalidOption(
                option: "imports", message: "'\($0)' is not a valid module name",
                hint: "write the name of a module, with an optional access level before it, such as 'public Colors'")
        }
    }

    private var invalidAccessors: [InvalidOption] {
        guard let accessorsModule, !SwiftIdentifier.isValid(accessorsModule) else { return [] }
        return [
            InvalidOption(
                option: "accessorsModule", message: "'\(accessorsModule)' is not a valid module name",
                hint: "write the name of the module that declares the classes")
        ]
    }

    private var invalidAffixes: [InvalidOption] {
        var invalid: [InvalidOption] = []
        if !classPrefix.isEmpty, !SwiftIdentifier.isValid(classPrefix + "X") {
            invalid.append(
                InvalidOption(
                    option: "classPrefix", message: "'\(classPrefix)' is not a valid prefix of a name",
                    hint: "use letters, digits, and underscores, starting with a letter"))
        }
        if !SwiftIdentifier.isValid("X" + classSuffix) {
            invalid.append(
                InvalidOption(
                    option: "classSuffix", message: "'\(classSuffix)' is not a valid suffix of a name",
                    hint: "use letters, digits, and underscores"))
        }
        return invalid
    }

    private var invalidConstant: [InvalidOption] {
        guard let modelConstant, !SwiftIdentifier.isValid(modelConstant) else { return [] }
        return [
            InvalidOption(
                option: "modelConstant", message: "'\(modelConstant)' is not a valid name for a constant",
                hint: "use letters, digits, and underscores, starting with a letter")
        ]
    }

    private var invalidReplacements: [InvalidOption] {
        typeReplacements.sorted { $0.key < $1.key }.filter { !SwiftTypeText.isValid($1) }.map {
            InvalidOption(
                option: "typeReplacements", message: "'\($1)', the replacement of '\($0)', is not a valid Swift type",
                hint: "write a type such as 'Colors.Color' or '[String]'")
        }
    }
}

/// A value that an option cannot have.
public struct InvalidOption: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the property of ``GenerationOptions``.
    public var option: String
    /// The problem with the value, as one clause without a full stop.
    public var message: String
    /// A hint about how to fix the value.
    public var hint: String

    public var description: String { "\(option): \(message); \(hint)" }
}
