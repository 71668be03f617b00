/// The text of a template, with its name for messages.
package struct TemplateSource: Sendable, Hashable {
    /// The name, without `.stencil`.
    package let name: String
    /// The path for messages: the path of a user's file, otherwise the name with `.stencil`.
    package let path: String
    let text: String

    /// Creates a template. Without a path, the path is the name with `.stencil`.
    package init(name: String, path: String? = nil, text: String) {
        self.name = name
        self.path = path ?? name + ".stencil"
        self.text = text
    }

    /// Returns the line and column of a place in the text, both from 1, with columns in characters. The method counts
    /// from the start of the text, because only errors need it.
    func position(of index: String.Index) -> (line: Int, column: Int) {
        let before = text.utf8[..<index]
        let feed = before.lastIndex(of: UInt8(ascii: "\n"))
        let lineStart = feed.map { text.utf8.index(after: $0) } ?? text.startIndex
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, text.distance(from: lineStart, to: index) + 1)
    }

    /// The names of the templates that a template includes, as far as they are known before rendering, without
    /// `.stencil`.
    package var includedNames: [String] {
        // The check of the template reports parts that cannot be parsed.
        guard let pieces = try? TemplateLexer.tokens(of: self) else { return [] }
        return pieces.filter { $0.kind == .tag }.compactMap { piece in
            var tag = TemplateTag(piece, in: self)
            guard ["include", "import", "extends"].contains(tag.name), case .text(let name) = try? tag.parser.value()
            else { return nil }
            return TemplateSources.name(ofFile: name)
        }
    }
}

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
