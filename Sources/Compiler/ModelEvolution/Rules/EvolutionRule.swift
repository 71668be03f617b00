public import ModelDiagnostics
public import ModelValidation

/// A rule about changes that a new version of a model must not make, with its level.
public struct EvolutionRule: ConfigurableRule, Hashable, Identifiable {
    /// The stable name of the rule, which is the code of its diagnostics.
    public let code: Diagnostic.Code
    /// The default level of the rule.
    public let defaultLevel: ValidationRule.Level
    /// One sentence that says what the rule reports.
    public let summary: String
    /// False: code does not rely on these rules.
    public var isMandatory: Bool { false }

    /// The same as ``code``.
    public var id: Diagnostic.Code { code }

    private init(_ code: String, _ defaultLevel: ValidationRule.Level, _ summary: String) {
        self.code = Diagnostic.Code(code)
        self.defaultLevel = defaultLevel
        self.summary = summary
    }

    /// Whether a code belongs to one of these rules, which `modelgen breaking` reports, and `modelgen validate` does
    /// not.
    public static func isCode(_ code: Diagnostic.Code) -> Bool { all.contains { $0.code == code } }

    /// The version hashes of a released version changed.
    public static let versionEdited = Self(
        "version-edited", .error, "A released version was edited, so stores written with it no longer match it.")
    /// A released version no longer exists.
    public static let versionRemoved = Self(
        "version-removed", .error, "A released version was removed, but migration needs it to read older stores.")
    /// The current version reverts to an older version.
    public static let currentVersionOlder = Self(
        "current-version-older", .error,
        "The current version reverts to an older one, which cannot open stores of the newer one.")
    /// Two versions have the same version hashes.
    public static let versionHashesEqual = Self(
        "version-hashes-equal", .warning,
        "Two versions have the same version hashes, so stores cannot tell them apart.")
    /// Core Data does not infer the migration.
    public static let migrationNotLightweight = Self(
        "migration-not-lightweight", .error,
        "A change needs a mapping model, contradicts itself, or moves values without changing a version hash.")
    /// The migration drops values.
    public static let migrationLosesData = Self(
        "migration-loses-data", .warning, "A lightweight migration drops values that older stores have.")
    /// An element was probably renamed without a renaming identifier.
    public static let migrationLikelyRename = Self(
        "migration-likely-rename", .warning,
        "An element was probably renamed without a renaming identifier, so its values are dropped.")
    /// Core Data does not find a mapping model for its versions.
    public static let mappingModelStale = Self(
        "mapping-model-stale", .error,
        "A mapping model no longer fits its versions, so Core Data does not find it (error 134130).")

    /// Every rule, in the order of the documentation.
    public static let all: [EvolutionRule] = [
        versionEdited, versionRemoved, currentVersionOlder, versionHashesEqual, migrationNotLightweight,
        migrationLosesData, migrationLikelyRename, mappingModelStale,
    ]
}
