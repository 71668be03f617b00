/// `{% extends "file" %}`: another template, where the blocks of this template replace its blocks.
struct ExtendsNode: PositionedNode {
    let place: TemplatePosition
    let file: TemplateExpression
    let blocks: [BlockNode]

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        file = try tag.parser.value()
        try tag.parser.expectEnd()
        blocks = try parser.rest(after: tag).nodes.compactMap { $0 as? BlockNode }
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let body = try scope.library.body(named: try file.value(in: scope).printed, at: place)
        // The blocks of the first template take precedence.
        let outer = scope.replacements
        let replacements = outer ?? BlockReplacements()
        replacements.add(blocks)
        scope.replacements = replacements
        defer { scope.replacements = outer }
        try scope.nesting(place) { try scope.block { try body.render(in: scope, into: &text) } }
    }
}

/// `{% block name %} … {% endblock %}`
struct BlockNode: PositionedNode {
    let place: TemplatePosition
    let name: String
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the block is missing") }
        name = word.text
        try tag.parser.expectEnd()
        body = try parser.body(of: tag, until: ["endblock"]).body
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let own = try self.text(in: scope, chain: (scope.replacements?.blocks[name] ?? [])[...])
        scope.keep(own, ofBlock: name)
        try scope.write(own, into: &text)
    }

    /// The first of the blocks that replace this one. Each can use the block that it replaces as `block.super`.
    private func text(in scope: TemplateScope, chain: ArraySlice<BlockNode>) throws -> String {
        guard let first = chain.first else { return try body.text(in: scope) }
        let own = try text(in: scope, chain: chain.dropFirst())
        let variables: [String: RenderedValue] = ["block": .group(["super": .text(own)])]
        return try scope.block(with: variables) { try first.body.text(in: scope) }
    }
}

/// The blocks of templates that extend another template, by name. The first block takes precedence.
final class BlockReplacements {
    private(set) var blocks: [String: [BlockNode]] = [:]

    func add(_ added: [BlockNode]) {
        for block in added { blocks[block.name, default: []].append(block) }
    }
}
