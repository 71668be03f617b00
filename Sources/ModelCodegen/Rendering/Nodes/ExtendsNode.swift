import Stencil

/// `{% extends "file" %}`: another template, with the blocks of this one in the place of its own.
struct ExtendsNode: PlacedNode {
    let place: TemplatePlace
    let file: TemplateExpression
    let blocks: [BlockNode]
    private let library: TemplateLibrary

    init(_ tag: inout TemplateTag, _ parsing: TemplateBlocks, library: TemplateLibrary) throws(TemplateFailure) {
        place = tag.place
        self.library = library
        file = try tag.parser.value()
        try tag.parser.expectEnd()
        blocks = try parsing.rest(of: tag).nodes.compactMap { $0 as? BlockNode }
    }

    func render(_ context: Context) throws -> String {
        let body = try library.body(named: TemplateText.of(try file.value(in: context)), at: place)
        // The template that began is the one that has the last word.
        let replacements = context[BlockReplacements.key] as? BlockReplacements ?? BlockReplacements()
        replacements.add(blocks)
        return try library.nesting(place) {
            try context.push(dictionary: [BlockReplacements.key: replacements]) { try body.render(in: context) }
        }
    }
}

/// `{% block name %} … {% endblock %}`
struct BlockNode: PlacedNode {
    let place: TemplatePlace
    let name: String
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the block is missing") }
        name = word.text
        try tag.parser.expectEnd()
        body = try blocks.body(of: tag, until: ["endblock"]).body
    }

    func render(_ context: Context) throws -> String {
        let replacements = context[BlockReplacements.key] as? BlockReplacements
        let text = try render(context, chain: (replacements?.blocks[name] ?? [])[...])
        context.cacheBlock(name, content: text)
        return text
    }

    /// The first of the blocks that replace this one; each finds what it replaces as `block.super`.
    private func render(_ context: Context, chain: ArraySlice<BlockNode>) throws -> String {
        guard let first = chain.first else { return try body.render(in: context) }
        let own = try render(context, chain: chain.dropFirst())
        let variables: [String: Any] = ["block": ["super": own] as [String: Any]]
        return try context.push(dictionary: variables) { try first.body.render(in: context) }
    }
}

/// The blocks of templates that extend another, by name; the one that counts comes first.
final class BlockReplacements {
    static let key = "_blocks"

    private(set) var blocks: [String: [BlockNode]] = [:]

    func add(_ added: [BlockNode]) {
        for block in added { blocks[block.name, default: []].append(block) }
    }
}
