/// The templates that a template names.
enum TemplateReferences {
    /// The names that are there before anything is rendered, without `.stencil`.
    static func names(in source: TemplateSource) -> [String] {
        // What cannot be read is reported when the template is checked.
        guard let pieces = try? TemplateLexer.tokens(of: source) else { return [] }
        return pieces.filter { $0.kind == .tag }.compactMap { piece in
            var tag = TemplateTag(piece, in: source)
            guard ["include", "import", "extends"].contains(tag.name), case .text(let name) = try? tag.parser.value()
            else { return nil }
            return TemplateSet.name(ofFile: name)
        }
    }
}
