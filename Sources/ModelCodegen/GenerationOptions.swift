/// What a user can choose about generated code.
public struct GenerationOptions: Sendable, Hashable {
    /// How the code is spread over files.
    public enum FileLayout: String, Sendable, Hashable, CaseIterable {
        /// One file for the model and one for each entity.
        case entity
        /// One file for the model with everything in it, as build tool plugins need it.
        case model
    }

    /// Who may use the generated declarations.
    public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
        case `public`
        case package
        case `internal`
    }

    /// One file for each entity, or one for the model.
    public var fileLayout: FileLayout
    /// The level of every declaration; classes of the level `public` are `open`.
    public var accessLevel: AccessLevel

    public init(fileLayout: FileLayout = .entity, accessLevel: AccessLevel = .public) {
        self.fileLayout = fileLayout
        self.accessLevel = accessLevel
    }
}
