extension GenerationRun {
    /// A model with its settings.
    public struct Request: Sendable, Hashable {
        /// The path of the model, as diagnostics show it.
        public var path: String
        /// The settings for the model.
        public var settings: ModelSettings
        /// Whether the path is that of a folder without a model. Templates written for SwiftGen are rendered for it
        /// nevertheless.
        public var holdsNoModel: Bool

        /// Creates a request for the model at a path.
        public init(path: String, settings: ModelSettings, holdsNoModel: Bool = false) {
            self.path = path
            self.settings = settings
            self.holdsNoModel = holdsNoModel
        }
    }
}
