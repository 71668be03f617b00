package import ModelDiagnostics

// The rules that several programs report, and no target below them.
extension DiagnosticRule {
    /// A model that cannot be compiled.
    package static let compilationImpossible = Self(
        "compilation-impossible", .error, "A part of a model cannot be compiled.")
    /// A form that no known file of Apple's compiler contains.
    package static let compilationUncertain = Self(
        "compilation-uncertain", .warning, "The form of a part of a model in compiled models is not known.")
    /// A compiled model or mapping model that cannot be read.
    package static let compiledModelUnreadable = Self(
        "compiled-model-unreadable", .error, "A compiled model or mapping model cannot be read.")
    /// A mapping model without one of its versions.
    package static let mappingModelVersionMissing = Self(
        "mapping-model-version-missing", .error, "A mapping model is for a version that does not exist.")
    /// Key paths and observing, which Linux lacks.
    package static let objectiveCKeyPath = Self(
        "objective-c-key-path", .warning, "A source requires key paths of the Objective-C runtime.")
    /// Selectors, which Linux lacks.
    package static let objectiveCSelector = Self(
        "objective-c-selector", .warning, "A source requires selectors of the Objective-C runtime.")
    /// Attributes such as `@objc`, which Linux lacks.
    package static let objectiveCAttribute = Self(
        "objective-c-attribute", .warning, "An attribute in a source requires the Objective-C runtime.")
    /// A property or method with `@NSManaged` that the generated code cannot supply.
    package static let managedMemberInaccessible = Self(
        "managed-member-inaccessible", .warning,
        "Generated code cannot supply the accessors of a member with @NSManaged.")
    /// An override outside of a class.
    package static let overrideInExtension = Self(
        "override-in-extension", .warning, "An extension overrides a method, which requires the Objective-C runtime.")
    /// A framework that Linux lacks.
    package static let appleFramework = Self(
        "apple-framework", .warning, "A source requires a framework that exists only on Apple's platforms.")
    /// A request that is cast to another type.
    package static let fetchRequestCast = Self(
        "fetch-request-cast", .warning,
        "A source casts a fetch request or a results controller to one of another type.")
    /// A compiled model that is searched in a bundle.
    package static let modelInBundle = Self(
        "model-in-bundle", .warning, "A source searches a bundle for a compiled model.")
    /// A source that cannot be ported.
    package static let sourceUnreadable = Self(
        "source-unreadable", .warning, "A source cannot be read or understood.")
    /// A package without what the module `CoreData` requires.
    package static let packageSetup = Self(
        "package-setup", .warning, "A package lacks a file or a target that the module CoreData requires.")

    /// The rules about sources that are ported from Apple's platforms.
    package static let portingRules: [DiagnosticRule] = [
        .objectiveCKeyPath, .objectiveCSelector, .objectiveCAttribute, .managedMemberInaccessible, .overrideInExtension,
        .appleFramework, .fetchRequestCast, .modelInBundle, .sourceUnreadable, .packageSetup,
    ]
}
