extension GenerationRun {
    /// A model with its settings.
    public struct Request: Sendable, Hashable {
        /// The path of the model, as diagnostics show it.
        public var path: String
        /// The settings for the model.
        public var settings: ModelSettings
        /// Whether the path is that of a folder without a model. Templates written for SwiftGen are rendered for it
        /// nevertheless.
        public var containsNoModel: Bool
        /// The names of the versions that were released. Existing code for SwiftData of such a version, and of every
        /// version but the current one, is frozen.
        public var releasedVersionNames: Set<String>

        /// Creates a request for the model at a path.
        public init(
            path: String, settings: ModelSettings, containsNoModel: Bool = false, releasedVersionNames: Set<String> = []
        ) {
            self.path = path
            self.settings = settings
            self.containsNoModel = containsNoModel
            self.releasedVersionNames = releasedVersionNames
        }
    }
}
