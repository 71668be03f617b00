public import ModelDiagnostics

// The rules about changes that a new version of a model must not make.
extension DiagnosticRule {
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

    /// The rules about the versions of a model, which `modelgen breaking` reports, and `modelgen validate` does not.
    public static let evolutionRules: [DiagnosticRule] = [
        versionEdited, versionRemoved, currentVersionOlder, versionHashesEqual, migrationNotLightweight,
        migrationLosesData, migrationLikelyRename, mappingModelStale,
    ]

    /// Whether a code belongs to one of the rules about the versions of a model.
    public static func isEvolutionRule(_ code: Diagnostic.Code) -> Bool { evolutionRules.contains { $0.code == code } }
}
