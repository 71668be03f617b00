import Stencil

/// The tags that templates can use: Stencil's own, and those that templates for SwiftGen use.
enum TemplateTags {
    /// The tags that begin something, by name.
    static let names = [
        "block", "break", "call", "continue", "extends", "filter", "for", "if", "ifnot", "import", "include", "macro",
        "map", "set",
    ]

    /// The tags for Stencil to parse one template with.
    static func `extension`(for script: TemplateScript) -> Extension {
        let result = Extension()
        for name in names + [TemplateScript.variableTag] {
            result.registerTag(name) { parser, token in
                try script.tag(token) { tag throws(TemplateFailure) in
                    try node(&tag, TemplateBlocks(parser: parser, script: script))
                }
            }
        }
        return result
    }

    private static func node(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) -> any NodeType
    {
        let library = blocks.script.library
        return switch tag.name {
        case "block": try BlockNode(&tag, blocks)
        case "break", "continue": try LoopControlNode(&tag)
        case "call": try CallNode(&tag, library: library)
        case "extends": try ExtendsNode(&tag, blocks, library: library)
        case "filter": try FilterNode(&tag, blocks)
        case "for": try LoopNode(&tag, blocks)
        case "if": try ConditionNode(&tag, blocks)
        case "ifnot": try ConditionNode(&tag, blocks, isNegated: true)
        case "import", "include": try IncludeNode(&tag, library: library)
        case "macro": try MacroNode(&tag, blocks)
        case "map": try MapNode(&tag, blocks)
        case "set": try SetNode(&tag, blocks)
        default: try VariableNode(&tag)
        }
    }
}
