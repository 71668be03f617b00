/// A tag: its name, its place, and a parser for the text after the name.
struct TemplateTag {
    let place: TemplatePosition
    let name: String
    /// The label before the name: `outer: for …`.
    let label: String?
    var parser: TemplateExpressionParser

    init(_ piece: TemplateToken, in source: TemplateSource) {
        place = TemplatePosition(source: source, index: piece.start)
        parser = TemplateExpressionParser(piece.contents, in: source)
        guard piece.kind == .tag else {
            (name, label) = (TemplateTags.variable, nil)
            return
        }
        let first = parser.word()?.text ?? ""
        if first.hasSuffix(":"), let second = parser.word()?.text {
            (name, label) = (second, String(first.dropLast()))
        } else {
            (name, label) = (first, nil)
        }
    }
}

/// A place in a template.
struct TemplatePosition: Sendable {
    var source: TemplateSource
    var index: String.Index
}

/// The tags that templates can use: Stencil's own, and those that templates for SwiftGen use.
enum TemplateTags {
    /// The maximum number of tags inside each other, in one template and in all that it includes: more than templates
    /// need, and far below the limit of the stack.
    static let maximumDepth = 300

    /// The name for the contents of `{{ … }}`.
    static let variable = "="

    /// The tags that start a construct, by name.
    static let names = [
        "block", "break", "call", "continue", "extends", "filter", "for", "if", "ifnot", "import", "include", "macro",
        "map", "set",
    ]

    /// The tags that end an iteration of a loop.
    static let loopControls: Set<String> = ["break", "continue"]

    /// Returns the node of a tag, and takes everything up to the end of the tag.
    static func node(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) -> any TemplateNode {
        switch tag.name {
        case "block": try BlockNode(&tag, parser)
        case "break", "continue": try LoopControlNode(&tag)
        case "call": try CallNode(&tag)
        case "extends": try ExtendsNode(&tag, parser)
        case "filter": try FilterNode(&tag, parser)
        case "for": try LoopNode(&tag, parser)
        case "if": try ConditionNode(&tag, parser)
        case "ifnot": try ConditionNode(&tag, parser, isNegated: true)
        case "import", "include": try IncludeNode(&tag)
        case "macro": try MacroNode(&tag, parser)
        case "map": try MapNode(&tag, parser)
        case "set": try SetNode(&tag, parser)
        case variable: try VariableNode(&tag)
        default: throw .unknownTag(tag.name, in: parser.source, at: tag.place.index)
        }
    }
}
