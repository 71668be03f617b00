extension GenerationRun {
    /// A model and what holds for it.
    public struct Request: Sendable, Hashable {
        /// As diagnostics are to show it.
        public var path: String
        /// What holds for the model.
        public var settings: ModelSettings
        /// Whether the path is that of a folder without a model, for which templates written for SwiftGen are rendered all
        /// the same.
        public var holdsNoModel: Bool

        /// A model by its path, with what holds for it.
        public init(path: String, settings: ModelSettings, holdsNoModel: Bool = false) {
            self.path = path
            self.settings = settings
            self.holdsNoModel = holdsNoModel
        }
    }
}
