import ModelTemplates

/// The templates that code is rendered with: the built-in ones, and those of a user, which replace built-in ones of the
/// same name.
public struct TemplateSet: Sendable, Hashable {
    /// A template of a user.
    public struct File: Sendable, Hashable {
        /// The path from the folder of the templates, without `.stencil`.
        public var name: String
        /// The path that messages show.
        public var path: String
        /// The template itself, in Stencil's language.
        public var text: String

        /// A template; an ending `.stencil` of its name is left out.
        public init(name: String, path: String, text: String) {
            self.name = TemplateSet.name(ofFile: name)
            self.path = path
            self.text = text
        }
    }

    /// The built-in templates alone.
    public static let builtIn = TemplateSet()

    /// The templates of the user, by name.
    public let files: [File]
    /// The templates of the user that no other of them names, by name; the one that was asked for, where it was one.
    public let mainFiles: [File]
    let sources: [String: TemplateSource]
    /// Whether the built-in templates are there too.
    public let includesBuiltIn: Bool

    /// - Parameters:
    ///   - files: The templates of a user. The last of those with one name counts.
    ///   - main: The name of the one that was asked for; nil if all were.
    ///   - includesBuiltIn: Whether the built-in templates are there too.
    public init(_ files: [File] = [], main: String? = nil, includesBuiltIn: Bool = true) {
        self.files = files.sorted { $0.name < $1.name }
        var sources: [String: TemplateSource] = [:]
        if includesBuiltIn {
            for (name, text) in BuiltInTemplates.all { sources[name] = TemplateSource(name: name, text: text) }
        }
        for file in files {
            sources[file.name] = TemplateSource(name: file.name, path: file.path, text: file.text)
        }
        self.sources = sources
        self.includesBuiltIn = includesBuiltIn
        if let main {
            mainFiles = self.files.filter { $0.name == Self.name(ofFile: main) }
        } else {
            let named = self.files.reduce(into: Set<String>()) { names, file in
                if let source = sources[file.name] { names.formUnion(TemplateReferences.names(in: source)) }
            }
            mainFiles = self.files.filter { !named.contains($0.name) }
        }
    }

    func source(named name: String) -> TemplateSource? {
        sources[Self.name(ofFile: name)]
    }

    static func name(ofFile file: String) -> String {
        file.hasSuffix(".stencil") ? String(file.dropLast(".stencil".count)) : file
    }
}
