import ModelTemplates
import StencilTemplates

/// The templates for rendering: the built-in templates, and the user's templates, which replace built-in ones with the
/// same name.
public struct TemplateSet: Sendable, Hashable {
    /// A template of the user.
    public struct File: Sendable, Hashable {
        /// The path relative to the folder of templates, without `.stencil`.
        public var name: String
        /// The path for messages.
        public var path: String
        /// The text of the template, in the language of Stencil.
        public var text: String

        /// Creates a template. The initializer removes `.stencil` from its name.
        public init(name: String, path: String, text: String) {
            self.name = TemplateSources.name(ofFile: name)
            self.path = path
            self.text = text
        }
    }

    /// Only the built-in templates.
    public static let builtIn = TemplateSet()

    /// The user's templates, by name.
    public let files: [File]
    /// The user's templates that no other template of the user includes, by name; or the specified template, if there
    /// is one.
    public let mainFiles: [File]
    /// All templates.
    let sources: TemplateSources
    /// Whether the set includes the built-in templates.
    public let includesBuiltIn: Bool

    /// - Parameters:
    ///   - files: The user's templates. If several have the same name, the last one counts.
    ///   - main: The name of the specified template; nil if all are specified.
    ///   - includesBuiltIn: Whether the set includes the built-in templates.
    public init(_ files: [File] = [], main: String? = nil, includesBuiltIn: Bool = true) {
        self.files = files.sorted { $0.name < $1.name }
        let builtIn = includesBuiltIn ? BuiltInTemplates.all.map { TemplateSource(name: $0.key, text: $0.value) } : []
        let sources = TemplateSources(
            builtIn + files.map { TemplateSource(name: $0.name, path: $0.path, text: $0.text) })
        self.sources = sources
        self.includesBuiltIn = includesBuiltIn
        if let main {
            mainFiles = self.files.filter { $0.name == TemplateSources.name(ofFile: main) }
        } else {
            let named = self.files.reduce(into: Set<String>()) { names, file in
                if let source = sources[file.name] { names.formUnion(source.includedNames) }
            }
            mainFiles = self.files.filter { !named.contains($0.name) }
        }
    }
}
