/// What a user can choose about generated code.
public struct GenerationOptions: Sendable, Hashable {
    /// How the code is spread over files.
    public enum FileLayout: String, Sendable, Hashable, CaseIterable {
        /// One file for the model and one for each entity.
        case entity
        /// One file for the model with everything in it, as build tool plugins need it.
        case model
    }

    public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
        case `public`
        case package
        case `internal`
    }

    public var fileLayout: FileLayout
    public var accessLevel: AccessLevel

    public init(fileLayout: FileLayout = .entity, accessLevel: AccessLevel = .public) {
        self.fileLayout = fileLayout
        self.accessLevel = accessLevel
    }
}
