/// What a run may do to an output folder.
public struct OutputPolicy: Sendable, Hashable {
    /// Whether files that people have edited are overwritten.
    public var overwritesEdited: Bool
    /// Whether the files of models that are not part of the run are removed.
    public var prunesOtherModels: Bool
    /// Whether there is a manifest at all. Without one nothing is removed, and whatever says that it was generated is
    /// overwritten: right for a folder that belongs to a build.
    public var keepsManifest: Bool
    /// Whether the run has all the models that generate into its folders.
    public var isComplete: Bool

    /// By default the careful policy: a manifest, no edited file overwritten, no other model's file removed.
    public init(
        overwritesEdited: Bool = false, prunesOtherModels: Bool = false, keepsManifest: Bool = true,
        isComplete: Bool = false
    ) {
        self.overwritesEdited = overwritesEdited
        self.prunesOtherModels = prunesOtherModels
        self.keepsManifest = keepsManifest
        self.isComplete = isComplete
    }
}
