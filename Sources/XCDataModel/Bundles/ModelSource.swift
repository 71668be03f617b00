/// One model version on disk: the `contents` file to read, and what the model is called.
public struct ModelSource: Sendable, Hashable {
    /// The bundle's name, without its extension; of a bare version, the version's.
    public var modelName: String
    /// The name of the version's folder, without its extension.
    public var versionName: String
    /// The path of the `contents` file.
    public var contentsPath: String

    /// A version by the path of its file. Nothing is looked at.
    public init(modelName: String, versionName: String, contentsPath: String) {
        self.modelName = modelName
        self.versionName = versionName
        self.contentsPath = contentsPath
    }
}
