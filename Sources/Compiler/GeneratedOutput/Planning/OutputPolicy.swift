/// The changes that a run is allowed to make to an output folder.
///
/// ```swift
/// let policy = OutputPolicy(prunesOtherModels: true)  // Removes the files of models that are not in the run.
/// ```
public struct OutputPolicy: Sendable, Hashable {
    /// Whether the run overwrites files that people have edited.
    public var overwritesEditedFiles: Bool
    /// Whether the run removes the files of models that are not part of it.
    public var prunesOtherModels: Bool
    /// Whether the folder has a manifest. Without one, the run removes nothing and overwrites every file that says that
    /// it is generated.
    public var keepsManifest: Bool
    /// Whether the folder belongs to a build, so that every file in it with the name of a generated file is one.
    public var ownsFolder: Bool
    /// Whether the run includes all models that generate files in its folders.
    public var includesAllModels: Bool

    /// Creates a policy. By default, it has a manifest, overwrites no edited files, and removes no files of other
    /// models.
    public init(
        overwritesEditedFiles: Bool = false, prunesOtherModels: Bool = false, keepsManifest: Bool = true,
        ownsFolder: Bool = false, includesAllModels: Bool = false
    ) {
        self.overwritesEditedFiles = overwritesEditedFiles
        self.prunesOtherModels = prunesOtherModels
        self.keepsManifest = keepsManifest
        self.ownsFolder = ownsFolder
        self.includesAllModels = includesAllModels
    }
}
