/// The templates that templates can include, by name.
package struct TemplateSources: Sendable, Hashable {
    private let sources: [String: TemplateSource]

    /// - Parameter sources: The templates. If several have the same name, the last one counts.
    package init(_ sources: [TemplateSource]) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The names, sorted.
    package var names: [String] { sources.keys.sorted() }

    /// Returns the template with a name, with or without `.stencil`; nil if there is none.
    package subscript(name: String) -> TemplateSource? { sources[Self.name(ofFile: name)] }

    /// Returns a name without `.stencil`.
    package static func name(ofFile file: String) -> String {
        file.hasSuffix(".stencil") ? String(file.dropLast(".stencil".count)) : file
    }
}
