import Stencil

/// One template while Stencil parses it.
///
/// Stencil gets a token for each piece, whose text is the name of a tag and the number of the piece here: so its parser
/// nests the tags, and what stands in them is read here, where each place in the text is known.
final class TemplateScript {
    /// The tag that stands for `{{ … }}`.
    static let variableTag = "="

    let source: TemplateSource
    let library: TemplateLibrary
    /// Whether loops can end early.
    let hasLoopControl: Bool
    private let pieces: [TemplateToken]
    private var problem: TemplateFailure?

    init(_ source: TemplateSource, library: TemplateLibrary) throws(TemplateFailure) {
        self.source = source
        self.library = library
        pieces = try TemplateLexer.tokens(of: source, lines: library.lines)
        hasLoopControl = pieces.contains { piece in
            guard piece.kind == .tag else { return false }
            let name = TemplateTag.name(in: piece)
            return name == "break" || name == "continue"
        }
    }

    /// The template as nodes that can be rendered.
    func parse() throws(TemplateFailure) -> TemplateBody {
        guard let map = Template(templateString: " ").tokens.first?.sourceMap else { return TemplateBody([], of: self) }
        let tokens = pieces.enumerated().compactMap { index, piece -> Token? in
            switch piece.kind {
            case .text: piece.contents.isEmpty ? nil : .text(value: String(piece.contents), at: map)
            case .variable: .block(value: "\(Self.variableTag) \(index)", at: map)
            case .tag: .block(value: "\(TemplateTag.name(in: piece)) \(index)", at: map)
            case .comment: nil
            }
        }
        let environment = Environment(extensions: [TemplateTags.extension(for: self)])
        do {
            return TemplateBody(try TokenParser(tokens: tokens, environment: environment).parse(), of: self)
        } catch {
            throw problem(error, near: source.text.startIndex)
        }
    }

    /// Runs the parser of one tag. What goes wrong in it is kept, since Stencil would only keep the words of it.
    func tag(
        _ token: Token, _ parse: (inout TemplateTag) throws(TemplateFailure) -> any NodeType
    ) throws(TemplateFailure) -> any NodeType {
        do throws(TemplateFailure) {
            guard let piece = piece(of: token) else { throw .syntax("no such tag", in: source, at: nil) }
            var tag = TemplateTag(piece, in: source)
            return try parse(&tag)
        } catch {
            problem = problem ?? error
            throw error
        }
    }

    /// What went wrong while Stencil parsed: a problem that was kept, else one of Stencil's own.
    func problem(_ error: any Error, near index: String.Index) -> TemplateFailure {
        if let problem { return problem }
        let failure = error as? TemplateSyntaxError
        return .syntax(
            failure?.reason ?? String(describing: error), in: source,
            at: failure?.token.flatMap { piece(of: $0)?.start } ?? index)
    }

    func piece(of token: Token) -> TemplateToken? {
        token.components.last.flatMap { Int($0) }.flatMap { pieces.indices.contains($0) ? pieces[$0] : nil }
    }
}
